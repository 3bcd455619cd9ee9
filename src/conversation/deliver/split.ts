import { classifyLines, ends, type Fence, findInlineMarks, type InlineMarks } from './markdown-structure.ts'

/** A text to split, and the maximum length of a part. */
interface SplitState {
  readonly markdown: string
  readonly maxLength: number
  readonly marks: InlineMarks
}

/** Where the next part starts. */
interface PartStart {
  readonly position: number
  /** The code block that contains the position. It must be reopened. */
  readonly fence: Fence | null
  /** The head of the table that contains the position. It must be repeated. */
  readonly tableHead?: string
}

/**
 * Splits Markdown into parts of at most `maxLength` UTF-16 code units (at least 32). A part ends after a paragraph, line, sentence or
 * word, in this order of preference, provided that this fills at least a third of the part. It ends within a link, inline code, a
 * bidirectional isolate or a character only if there is no other place. A split code block is closed, and reopened in the next part. The
 * head of a split table is repeated. Only white space is lost. A blank text has no parts.
 */
export function splitReply(markdown: string, maxLength: number): string[] {
  if (!(maxLength >= 32)) throw new RangeError(`A part of a reply is at least 32 characters long; asked for were ${maxLength}.`)
  const text = markdown.replace(/\r\n?/g, '\n').trimEnd()
  const splitting: SplitState = { markdown: text, maxLength, marks: findInlineMarks(text, classifyLines(text, maxLength)) }
  const parts: string[] = []
  for (let start = findNextStart(splitting, 0); start.position < text.length; ) {
    const cut = findCut(splitting, start)
    const part = buildPart(splitting, start, cut)
    if (part.trim() !== '') parts.push(part)
    start = findNextStart(splitting, cut)
  }
  return parts
}

/** Skips the white space at a cut. Within a code block, skips only the line break. */
function findNextStart({ markdown, marks }: Pick<SplitState, 'markdown' | 'marks'>, cut: number): PartStart {
  const fence = marks.fenceAt(cut)
  if (fence && markdown.charAt(cut) !== '\n') return { position: cut, fence }
  const next = marks.lineAt(cut + 1)
  if (!fence || next?.fence !== fence) return startOutsideBlocks(marks, skipSpace(markdown, cut))
  // If only the end of the block is left, the block need not be reopened.
  return next.kind === 'close' ? startOutsideBlocks(marks, skipSpace(markdown, next.end)) : { position: cut + 1, fence }
}

function startOutsideBlocks(marks: InlineMarks, position: number): PartStart {
  const line = marks.lineAt(position)
  const tableHead = line?.start === position ? line.tableHead : undefined
  return { position, fence: null, ...(tableHead && { tableHead }) }
}

/** Skips the blank rest of a line and any blank lines after it. Keeps the indentation of the next line. */
function skipSpace(markdown: string, position: number): number {
  const space = position === 0 ? /(?:[^\S\n]*\n)*/y : /[^\S\n]*(?:\n(?:[^\S\n]*\n)*)?/y
  space.lastIndex = position
  return position + (space.exec(markdown)?.[0].length ?? 0)
}

function findCut({ markdown, maxLength, marks }: SplitState, start: PartStart): number {
  const room = maxLength - openPart(start).length
  const last = Math.min(markdown.length, start.position + room)
  const fits = (position: number) => position - start.position + closePart(start, marks.fenceAt(position)).length <= room
  if (last === markdown.length && fits(last)) return last

  const third = start.position + Math.floor(room / 3)
  const latest = (from: number, isGood: (position: number) => boolean): number | undefined => {
    for (let position = last; position >= from; position--) if (isGood(position) && fits(position)) return position
    return undefined
  }
  const isWhole = (position: number) => marks.inside[position] === 0
  for (const end of Object.values(ends)) {
    const found = latest(third, (position) => marks.end[position] === end && isWhole(position))
    if (found) return found
  }
  const next = start.position + 1
  const isBetween = createCharacterBoundaryTest(markdown, start.position, last)
  return (
    latest(next, (position) => marks.end[position] !== 0 && isWhole(position)) ??
    latest(next, (position) => isWhole(position) && isBetween(position)) ??
    latest(next, (position) => marks.end[position] !== 0) ??
    latest(next, isBetween) ??
    latest(next + 1, (position) => !/[\uD800-\uDBFF]/.test(markdown.charAt(position - 1))) ??
    next
  )
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns a function that tests whether a position is between two visible characters. `start` must be such a position. The test looks
 * slightly past `last`.
 */
function createCharacterBoundaryTest(markdown: string, start: number, last: number): (position: number) => boolean {
  let segments: Intl.Segments | undefined
  return (position) => {
    if (position >= markdown.length) return true
    segments ??= graphemes.segment(markdown.slice(start, last + 64))
    return segments.containing(position - start)?.index === position - start
  }
}

/** Returns the text that opens a part within a code block or table. */
function openPart({ fence, tableHead }: PartStart): string {
  const head = fence?.reopen ?? tableHead
  return head ? `${head}\n` : ''
}

/** Returns the text that closes a part within a code block. */
function closePart(start: PartStart, fence: Fence | null): string {
  if (!fence) return ''
  return `\n${fence === start.fence ? fence.recloses : fence.close}`
}

function buildPart({ markdown, marks }: SplitState, start: PartStart, cut: number): string {
  const text = markdown.slice(start.position, cut)
  const fence = marks.fenceAt(cut)
  const body = start.fence ? outdentPart(text, { markdown, marks, start }) : text
  return fence ? `${openPart(start)}${body}${closePart(start, fence)}` : `${openPart(start)}${body}`.trimEnd()
}

/** Outdents the rest of a reopened code block, up to the end of the block. */
function outdentPart(text: string, { markdown, marks, start }: Pick<SplitState, 'markdown' | 'marks'> & { start: PartStart }): string {
  const { fence } = start
  if (!fence || fence.indent === 0) return text
  const isNewLine = markdown.charAt(start.position - 1) === '\n'
  let position = start.position
  return text
    .split('\n')
    .map((line, index) => {
      const isInBlock = marks.fenceAt(position) === fence
      position += line.length + 1
      return isInBlock && (index > 0 || isNewLine) ? outdentLine(line, fence) : line
    })
    .join('\n')
}

function outdentLine(line: string, { indent, quoted }: Fence): string {
  if (quoted) return line.replace(/^(?:[ \t]*>[ ]?)+/, '')
  const space = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(indent, space))
}
