/** Whether a line is the delimiter row below the header of a table. */
export function isDelimiterRow(line = ''): boolean {
  return line.includes('-') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes('|')
}

/** Aligns the columns of a table for a fixed-width font. */
export function alignTable(lines: readonly string[]): readonly string[] {
  const [head = '', delimiter = '', ...body] = lines
  const rows = [head, ...body].map(splitCells)
  const alignsRight = splitCells(delimiter).map((cell) => cell.endsWith(':') && !cell.startsWith(':'))
  const widths = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
    Math.max(1, ...rows.map((row) => measureWidth(row[column] ?? ''))),
  )
  const formattedRows = rows.map((row) =>
    formatRow(widths.map((width, column) => padCell(row[column] ?? '', width, alignsRight[column] ?? false))),
  )
  const line = widths.map((width) => '─'.repeat(width)).join('─┼─')
  return [...formattedRows.slice(0, 1), line, ...formattedRows.slice(1)]
}

function formatRow(cells: readonly string[]): string {
  return cells.join(' │ ').trimEnd()
}

function splitCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  // Inline markup is removed, because code blocks show it literally.
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/\*\*(.+?)\*\*/g, '$1')
      .replace(/(?<!`)`([^`]+)`(?!`)/g, '$1'),
  )
}

function padCell(cell: string, width: number, alignsRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - measureWidth(cell)))
  return alignsRight ? blanks + cell : cell + blanks
}

/** Measures the displayed width: East Asian characters and emoji take two columns. */
function measureWidth(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text))
    width += /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/u.test(segment) ? 2 : 1
  return width
}
