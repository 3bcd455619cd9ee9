/** Where a part may end, best first. 0 means nowhere. */
export const ends = { paragraph: 1, line: 2, sentence: 3, word: 4 } as const

/** What is known about each position of a text. A position is just before the character with the same index. */
export interface InlineMarks {
  /** What ends at each position: one of `ends`, or 0. */
  readonly end: Uint8Array
  /** 1 at each position within something that should not be split. */
  readonly inside: Uint8Array
  /** Returns the line that contains a position. The end of a line belongs to the line. */
  lineAt(position: number): MarkdownLine | undefined
  /** Returns the fence that must be closed if a part ends at a position. */
  fenceAt(position: number): Fence | null
}

export function findInlineMarks(markdown: string, lines: readonly MarkdownLine[]): InlineMarks {
  const end = new Uint8Array(markdown.length + 1)
  const inside = new Uint8Array(markdown.length + 1)
  const lineIndexes = new Uint32Array(markdown.length + 1)
  lines.forEach((line, index) => {
    lineIndexes.fill(index, line.start, line.end + 1)
    if (line.kind === 'blank') return
    markWordBoundaries(markdown, line, end)
    const next = lines[index + 1]
    const closesParagraph = !next || next.kind === 'blank' || next.kind === 'open' || line.kind === 'close'
    end[line.end] = closesParagraph && line.kind !== 'code' && line.kind !== 'open' ? ends.paragraph : ends.line
    if (line.kind !== 'text' && line.kind !== 'code') inside.fill(1, line.start + 1, line.end)
    // A split here would leave an empty code block or table at the end or beginning of a part.
    const isHead = line.kind === 'table-head' && (next?.kind === 'table-head' || next?.kind === 'table-row')
    if (line.kind === 'open' || isHead || next?.kind === 'close' || isHeading(markdown, line)) inside[line.end] = 1
    markAmbiguous(markdown, line, inside)
  })
  for (const [start, stop] of findInlineRanges(markdown, lines)) inside.fill(1, start + 1, stop)
  const lineAt = (position: number) => lines[lineIndexes[position] ?? lines.length]
  return {
    end,
    inside,
    lineAt,
    fenceAt(position) {
      const line = lineAt(position)
      if (!line || (line.kind === 'open' && position === line.start) || (line.kind === 'close' && position === line.end)) return null
      return line.fence
    },
  }
}

/** Whether a line is a heading. A heading belongs to what follows, so no part ends with one. */
const isHeading = (markdown: string, line: MarkdownLine) =>
  line.kind === 'text' && /^[ \t>]*#{1,6}[ \t]/.test(markdown.slice(line.start, line.end))

const sentenceEnd = /[.!?…؟۔][)\]"'”’»*_\u200E\u200F]*$|[。！？]$/

function markWordBoundaries(markdown: string, line: MarkdownLine, end: Uint8Array): void {
  for (let position = line.start + 1; position < line.end; position++) {
    const before = markdown.charAt(position - 1)
    // A combining mark belongs to what is before it, even to a space.
    if (/\p{M}/u.test(markdown.charAt(/\s/.test(markdown.charAt(position)) ? position + 1 : position))) continue
    if (/[。！？]/.test(before) && line.kind === 'text') end[position] = ends.sentence
    if (!/\s/.test(markdown.charAt(position)) || /\s/.test(before)) continue
    const isSentence = line.kind === 'text' && sentenceEnd.test(markdown.slice(Math.max(line.start, position - 6), position))
    end[position] = isSentence ? ends.sentence : ends.word
  }
}

/** Marks the positions where a split would make part of a line look like a fence. */
function markAmbiguous(markdown: string, line: MarkdownLine, inside: Uint8Array): void {
  const text = markdown.slice(line.start, line.end)
  if (!/`{3}|~{3}/.test(text)) return
  // Only the end of this line keeps it from being a fence. If the line must be split, the split falls within the marker, so that no fence
  // remains.
  const [, prefix = '', marker = ''] = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,})/.exec(text) ?? []
  if (marker) inside.fill(1, line.start + 1, line.end)
  for (const run of text.matchAll(/\s*(?:`{3,}|~{3,})/g))
    inside.fill(1, line.start + Math.max(1, run.index), line.start + run.index + run[0].length)
  if (line.kind === 'text') for (let cut = 2; cut < marker.length; cut += 2) inside[line.start + prefix.length + cut] = 0
}

/** Returns the ranges of links, inline code and bidirectional isolates, end exclusive. */
function findInlineRanges(markdown: string, lines: readonly MarkdownLine[]): [number, number][] {
  const ranges: [number, number][] = []
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index]
    if (first?.kind !== 'text') continue
    let last = first
    for (let next = lines[index + 1]; next?.kind === 'text'; next = lines[++index + 1]) last = next
    const paragraph = markdown.slice(first.start, last.end)
    const code = findCodeSpans(paragraph)
    const found = [...code, ...findBrackets(paragraph, code), ...findAddresses(paragraph), ...findIsolates(paragraph)]
    for (const [start, stop] of found) ranges.push([first.start + start, first.start + stop])
  }
  return ranges
}

/** Finds code spans: from a run of backticks to the next run of the same length. */
function findCodeSpans(text: string): [number, number][] {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }))
  const following: (number | undefined)[] = []
  const latest = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0
    following[index] = latest.get(length)
    latest.set(length, index)
  }
  const spans: [number, number][] = []
  for (let index = 0; index < runs.length; index++) {
    const closing = following[index]
    const run = runs[index]
    const last = closing === undefined ? undefined : runs[closing]
    if (!run || !last || closing === undefined) continue
    spans.push([run.start, last.start + last.length])
    index = closing
  }
  return spans
}

/** The maximum number of characters scanned for the end of a link's URL. */
const longestAddress = 2_048

/** Finds bracketed text, together with the address or reference after it. Ignores brackets in code. */
function findBrackets(text: string, code: readonly [number, number][]): [number, number][] {
  const found: [number, number][] = []
  const open: number[] = []
  let span = 0
  for (let position = 0; position < text.length; position++) {
    while (code[span] && (code[span]?.[1] ?? 0) <= position) span++
    if ((code[span]?.[0] ?? text.length) <= position) {
      position = (code[span]?.[1] ?? position) - 1
      continue
    }
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '[') open.push(position)
    else if (character === ']') {
      const start = open.pop()
      if (start === undefined) continue
      const stop = findAddressEnd(text, position + 1)
      found.push([text.charAt(start - 1) === '!' ? start - 1 : start, stop])
      position = stop - 1
    }
  }
  return found
}

/** Returns the end of the `(address "title")` or `[reference]` after a closing bracket, or `start` if neither follows. */
function findAddressEnd(text: string, start: number): number {
  if (text.charAt(start) === '[') {
    const reference = /^\[[^[\]]{0,200}\]/.exec(text.slice(start, start + 202))
    return start + (reference?.[0].length ?? 0)
  }
  if (text.charAt(start) !== '(') return start
  let depth = 0
  for (let position = start; position < Math.min(text.length, start + longestAddress); position++) {
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return position + 1
  }
  return start
}

/** Finds bare URLs, and links in angle brackets. */
function findAddresses(text: string): [number, number][] {
  return [...text.matchAll(/<[^<>\s]+>|\bhttps?:\/\/[^\s<>]+/g)].map((link) => [link.index, link.index + link[0].length])
}

/** Finds bidirectional isolates. A line break ends them. https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
function findIsolates(text: string): [number, number][] {
  const found: [number, number][] = []
  let open: number[] = []
  for (const { 0: control, index } of text.matchAll(/[\u2066-\u2069\u202A-\u202E\n]/g)) {
    if (control === '\n') open = []
    else if (control !== '\u2069' && control !== '\u202C') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined && open.length === 0) found.push([start, index + 1])
    }
  }
  return found
}

/** A code fence, with the lines that close and reopen it if the text is split within it. */
export interface Fence {
  /** Closes the fence in the part where it was opened, within the same list item or quotation. */
  readonly close: string
  /** Reopens the fence in the next part, outside any list or quotation. If it were indented, it would not be a fence there. */
  readonly reopen: string
  /** Closes the fence in a part where it was reopened. */
  readonly recloses: string
  /** The prefix of its lines that is not code: the number of columns of indentation, and whether the fence is in a quotation. */
  readonly indent: number
  readonly quoted: boolean
}

export type LineKind = 'blank' | 'text' | 'table-head' | 'table-row' | 'open' | 'code' | 'close'

export interface MarkdownLine {
  readonly start: number
  /** The position before its line break. */
  readonly end: number
  readonly kind: LineKind
  /** The fence that this line opens, is in, or closes. */
  readonly fence: Fence | null
  /**
   * For a table row: the head of its table, which is repeated at the start of a part. Absent if the head would take up too much of the
   * part.
   */
  readonly tableHead?: string
}

interface OpenFence extends Fence {
  readonly marker: string
  /** A line belongs to the list item that contains the fence if it starts at this column or later. */
  readonly itemIndent: number
}

const opening = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/
const listItem = /^(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)+/
const delimiterRow = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/**
 * Classifies the lines of a Markdown text. `maxLength` is the maximum length of a part. A fence whose markers would take up more than a
 * third of a part cannot be repeated, so it counts as text. A table head of that length is not repeated either.
 */
export function classifyLines(markdown: string, maxLength: number): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  let open: OpenFence | null = null
  // The column where the text of the current list item begins.
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
  // If backticks follow the marker, it is inline code. If it is indented by four columns, it is indented code.
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

/** Whether a line is outside the list item or quotation that contains a fence. Such a line ends the fence. */
function leavesList(text: string, { quoted, itemIndent }: OpenFence): boolean {
  if (quoted) return !/^[ \t]*>/.test(text)
  return text.trim() !== '' && text.search(/[^ \t]/) < itemIndent
}

function closesFence(text: string, { marker, quoted, itemIndent }: OpenFence): boolean {
  const prefix = /^[ \t>]*/.exec(text)?.[0] ?? ''
  const mark = text.slice(prefix.length).trimEnd()
  // If the marker is indented further, it is a line of code.
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
