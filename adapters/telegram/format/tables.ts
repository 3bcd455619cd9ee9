import { formatUnlinkedUrl, getLinkUrl, type Token } from './parse-markdown.ts'

/** Returns the lines of a table without quotation markers. */
export const extractTableLines = (lines: readonly string[], table: Token): string[] =>
  lines.slice(...(table.map ?? [0, 0])).map((line) => line.replace(/^[\s>]+/, '').trimEnd())

/** Whether a row has more cells than there are columns. markdown-it drops the excess cells. */
export function hasExcessCells(lines: readonly string[], table: Token): boolean {
  const [head = 0, ...rows] = extractTableLines(lines, table).map(
    (line) =>
      line
        .replace(/\\\|/g, '')
        .replace(/^\||\|$/g, '')
        .split('|').length,
  )
  return rows.some((cells) => cells > head)
}

/**
 * Formats a table for a fixed-width font. Columns are aligned if the result is no longer than the source. Returns the source if cells
 * would be lost.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  table: { readonly source: string; readonly hasExcessCells: boolean },
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const aligned = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  const joinRows = (cells: readonly (readonly string[])[], by: string) => cells.map((row) => row.join(by).trimEnd()).join('\n')
  const texts = [joinRows(aligned, ' | '), joinRows(rows, ' | '), joinRows(rows, '|')]
  return (!table.hasExcessCells && texts.find((text) => text.length <= table.source.length)) || table.source
}

/** Formats a cell. URLs follow their labels, because nothing in a table can be a link. */
export function formatCell(tokens: readonly Token[]): string {
  let text = ''
  let link = { start: 0, address: '' }
  for (const token of tokens) {
    if (token.type === 'link_open') link = { start: text.length, address: getLinkUrl(token) }
    text += token.content
    if (token.type === 'image') text += formatUnlinkedUrl(token.content, getLinkUrl(token))
    if (token.type === 'link_close') text += formatUnlinkedUrl(text.slice(link.start), link.address)
  }
  return text
}
