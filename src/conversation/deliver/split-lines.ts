/** A code fence, with what closes and reopens it where a text is split within it. */
export interface Fence {
  /** Closes it in the part where it was opened: within the same list item or quotation. */
  readonly close: string
  /** Reopens it in the next part, outside any list or quotation: indented, it would not be a fence there. */
  readonly reopen: string
  /** Closes it where it was reopened. */
  readonly recloses: string
  /** The prefix of its lines that is not code: columns of indentation, and whether a quotation. */
  readonly indent: number
  readonly quoted: boolean
}

export type LineKind = 'blank' | 'text' | 'table-head' | 'table-row' | 'open' | 'code' | 'close'

export interface MarkdownLine {
  readonly start: number
  /** Before its line break. */
  readonly end: number
  readonly kind: LineKind
  /** The fence that this line opens, is in, or closes. */
  readonly fence: Fence | null
  /** Of a row: the head of its table, which is repeated at the start of a part. Absent if that would take too much of it. */
  readonly tableHead?: string
}

interface OpenFence extends Fence {
  readonly marker: string
  /** The column from which lines belong to the list item that contains the fence. */
  readonly itemIndent: number
}

const opening = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/
const listItem = /^(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)+/
const delimiterRow = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/**
 * Classifies the lines of a Markdown text. `maxLength` is that of a part: a fence whose marks would take more than a third of it cannot be
 * repeated
 * and counts as text. The same holds for the head of a table.
 */
export function classifyLines(markdown: string, maxLength: number): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  let open: OpenFence | null = null
  // The column of the text of the current list item.
  let listIndent = 0
  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start)
    const end = newline === -1 ? markdown.length : newline
    const text = markdown.slice(start, end)
    if (open && leavesList(text, open)) open = null
    if (open) {
      const closes = closesFence(text, open)
      lines.push({ start, end, kind: closes ? 'close' : 'code', fence: open })
      if (closes) open = null
    } else {
      open = parseFence(text, listIndent, maxLength)
      lines.push({ start, end, kind: open ? 'open' : text.trim() === '' ? 'blank' : 'text', fence: open })
      listIndent = trackListIndent(text, listIndent)
    }
    start = end + 1
  }
  return markTables(markdown, lines, maxLength)
}

function trackListIndent(text: string, listIndent: number): number {
  const item = listItem.exec(text)
  if (item) return item[0].length
  return text.trim() === '' || /^[ \t>]/.test(text) ? listIndent : 0
}

function parseFence(text: string, listIndent: number, maxLength: number): OpenFence | null {
  const [, prefix = '', marker = '', info = ''] = opening.exec(text) ?? []
  // With backticks after it, it is inline code. Indented by four columns, it is indented code.
  if (!marker || (marker.startsWith('`') && info.includes('`'))) return null
  const quoted = prefix.includes('>')
  if (!quoted && /^[ \t]*$/.test(prefix) && prefix.length >= listIndent + 4) return null
  const inside = prefix.replace(/[^>\t]/g, ' ')
  const close = inside + marker
  if (close.length > maxLength / 3) return null
  const reopen = marker + (marker.length + info.trim().length <= maxLength / 3 ? info.trim() : '')
  const itemIndent = prefix.trim() === '' ? Math.min(prefix.length, listIndent) : inside.length
  return { marker, close, reopen, recloses: marker, indent: inside.length, quoted, itemIndent }
}

/** Whether a line is outside the list item or quotation that contains a fence, which ends it. */
function leavesList(text: string, { quoted, itemIndent }: OpenFence): boolean {
  if (quoted) return !/^[ \t]*>/.test(text)
  return text.trim() !== '' && text.search(/[^ \t]/) < itemIndent
}

function closesFence(text: string, { marker, quoted, itemIndent }: OpenFence): boolean {
  const prefix = /^[ \t>]*/.exec(text)?.[0] ?? ''
  const mark = text.slice(prefix.length).trimEnd()
  // Further in, it would be a line of the code.
  const isAtMargin = quoted || (!prefix.includes('>') && prefix.length < itemIndent + 4)
  return isAtMargin && mark.length >= marker.length && mark === marker.charAt(0).repeat(mark.length)
}

function markTables(markdown: string, lines: readonly MarkdownLine[], maxLength: number): MarkdownLine[] {
  const marked = [...lines]
  const hasCells = (line: MarkdownLine | undefined): line is MarkdownLine =>
    line?.kind === 'text' && markdown.slice(line.start, line.end).includes('|')
  for (let index = 1; index < marked.length; index++) {
    const line = marked[index]
    const head = marked[index - 1]
    if (!hasCells(line) || !hasCells(head) || !delimiterRow.test(markdown.slice(line.start, line.end))) continue
    marked[index - 1] = { ...head, kind: 'table-head' }
    marked[index] = { ...line, kind: 'table-head' }
    const tableHead = markdown.slice(head.start, line.end)
    const isShort = tableHead.length <= maxLength / 3
    for (let row = marked[++index]; hasCells(row); row = marked[++index])
      marked[index] = { ...row, kind: 'table-row', ...(isShort && { tableHead }) }
  }
  return marked
}
