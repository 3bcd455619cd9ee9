import { addressIn, type Token, unlinked } from './markdown.ts'

/** The lines of a table, without what marks it as inside of a quotation. */
export const tableLines = (lines: readonly string[], table: Token): string[] =>
  lines.slice(...(table.map ?? [0, 0])).map((line) => line.replace(/^[\s>]+/, '').trimEnd())

/** Whether a row has more cells than there are columns: markdown-it would leave them out. */
export function losesCells(lines: readonly string[], table: Token): boolean {
  const [head = 0, ...rows] = tableLines(lines, table).map(
    (line) =>
      line
        .replace(/\\\|/g, '')
        .replace(/^\||\|$/g, '')
        .split('|').length,
  )
  return rows.some((cells) => cells > head)
}

/**
 * A table for letters of one width, its columns below each other where that makes it no longer than it was written. Where
 * cells would be lost, it is as it was written.
 */
export function tableText(rows: readonly (readonly string[])[], table: { readonly source: string; readonly losesCells: boolean }): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const aligned = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  const joined = (cells: readonly (readonly string[])[], by: string) => cells.map((row) => row.join(by).trimEnd()).join('\n')
  const texts = [joined(aligned, ' | '), joined(rows, ' | '), joined(rows, '|')]
  return (!table.losesCells && texts.find((text) => text.length <= table.source.length)) || table.source
}

/** Addresses stand behind their labels: nothing in a table is a link. */
export function cellText(tokens: readonly Token[]): string {
  let text = ''
  let link = { start: 0, address: '' }
  for (const token of tokens) {
    if (token.type === 'link_open') link = { start: text.length, address: addressIn(token) }
    text += token.content
    if (token.type === 'image') text += unlinked(token.content, addressIn(token))
    if (token.type === 'link_close') text += unlinked(text.slice(link.start), link.address)
  }
  return text
}
