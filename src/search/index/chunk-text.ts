import { createHash } from 'node:crypto'
import type { ChangeSeq, MessageId } from '../../core/domain/ids.ts'
import type { Role } from '../../core/domain/messages.ts'
import { boundary, clip, cutMiddle } from '../../core/domain/text.ts'
import { estimateTokens } from '../../model/tokens.ts'

/**
 * The maximum length of a chunk and its overlap with the next one, in estimated tokens. A chunk holds a few short messages: a vector of
 * 600 tokens finds the right part of a day, but not the message in it (see the figures in docs/developers/search.md).
 */
export const maxChunkTokens = 140
export const overlapTokens = 40

/** More characters per token than the estimate assumes. Avoids counting the tokens of a long text. */
const charactersPerToken = 4

/** The number of characters kept of a tool's output: half from its start, half from its end. */
const maxToolChars = 200
const maxNameChars = 60

/** A message from which chunks are made. */
export interface ChunkSourceMessage {
  readonly id: MessageId
  readonly role: Role
  /** The author, or the name of the tool. */
  readonly name: string
  readonly text: string
  readonly changeSeq: ChangeSeq
}

export interface TextChunk {
  readonly firstMessageId: MessageId
  readonly lastMessageId: MessageId
  /** Where the chunk ends in the text of its last message. */
  readonly lastEnd: number
  /** The messages of the chunk, in order. Tool outputs are left out, because they are not search results. */
  readonly messageIds: readonly MessageId[]
  /** The number of the latest change to its messages. */
  readonly changeSeq: ChangeSeq
  /** Hash of the text, the message ids, and where the chunk starts and ends. */
  readonly hash: string
  readonly text: string
  readonly tokens: number
}

/** Where a chunk ends, just before the character at index `at` of a message's text. */
export interface TextPosition {
  readonly messageId: MessageId
  readonly at: number
}

/** A message, or part of one, as a line of a chunk. */
interface ChunkLine {
  readonly message: ChunkSourceMessage
  readonly speaker: string
  readonly text: string
}

/** A position in a line, just before the character at index `at`. */
interface LinePoint {
  readonly line: number
  readonly at: number
}

/**
 * Splits the messages of one day and one audience, given in order, into chunks. Each chunk after the first starts with the end of the
 * previous one, in whole messages if they are short. A message that fits into a chunk is never split. The end of a chunk depends on no
 * message beyond the next one, so appending messages changes at most the last chunk. To split again after that, pass the end of the chunk
 * before the last one as `resumeAt`, and the messages from the start of that chunk.
 */
export function splitIntoChunks(messages: readonly ChunkSourceMessage[], resumeAt?: TextPosition): TextChunk[] {
  const lines = messages.map(toLine).filter(({ text }) => text !== '')
  const spans: ChunkSpan[] = []
  for (let chunkedUpTo = findLinePoint(lines, resumeAt); chunkedUpTo.line < lines.length; ) {
    const next: LinePoint = { line: chunkedUpTo.line + 1, at: 0 }
    const rest = formatIfFits(lines, { from: chunkedUpTo, to: next }, maxChunkTokens)
    // The line break between the overlap and the rest takes less than a token.
    const remainingTokens = rest === undefined ? overlapTokens : maxChunkTokens - estimateTokens(rest) - 1
    const from = extendBack(lines, chunkedUpTo, Math.min(overlapTokens, remainingTokens))
    const last = spans.at(-1)
    // The last chunk consists of a few short messages, and all of them fit in front of the long message that follows. The new chunk
    // replaces it.
    if (last?.from.line === from.line && last.from.at === from.at) spans.pop()
    chunkedUpTo = rest === undefined ? cutWithinMessage(lines, from, chunkedUpTo) : extendForward(lines, from, next)
    spans.push({ from, to: chunkedUpTo })
  }
  return spans.map((span) => toChunk(lines, span))
}

function findLinePoint(lines: readonly ChunkLine[], position: TextPosition | undefined): LinePoint {
  if (!position) return { line: 0, at: 0 }
  const line = lines.findIndex(({ message }) => message.id === position.messageId)
  if (line < 0) throw new Error(`Message ${position.messageId}, where a chunk ends, is not among the messages to split.`)
  return position.at < (lines[line]?.text.length ?? 0) ? { line, at: position.at } : { line: line + 1, at: 0 }
}

function toLine(message: ChunkSourceMessage): ChunkLine {
  const { role, name } = message
  const text = message.text.trim()
  const speaker = clip(name.replace(/\s+/g, ' ').trim(), maxNameChars) || role
  return { message, speaker, text: role === 'tool' ? cutMiddle(text, maxToolChars) : text }
}

interface ChunkSpan {
  readonly from: LinePoint
  readonly to: LinePoint
}

interface ChunkPiece extends ChunkLine {
  readonly start: number
  readonly end: number
}

/** Returns the lines of a span. The first and last lines may be partial. */
function slicePieces(lines: readonly ChunkLine[], { from, to }: ChunkSpan): ChunkPiece[] {
  return lines.slice(from.line, to.line + 1).flatMap((line, index) => {
    const start = index === 0 ? from.at : 0
    const end = from.line + index === to.line ? to.at : line.text.length
    return start < end ? [{ ...line, start, end }] : []
  })
}

const formatPieces = (pieces: readonly ChunkPiece[]): string =>
  pieces.map(({ speaker, text, start, end }) => `${speaker}: ${text.slice(start, end)}`).join('\n')

/** Returns the text of a span, or undefined if it has more than `tokens` tokens. */
function formatIfFits(lines: readonly ChunkLine[], span: ChunkSpan, tokens: number): string | undefined {
  const pieces = slicePieces(lines, span)
  if (pieces.some(({ start, end }) => end - start > tokens * charactersPerToken)) return undefined
  const text = formatPieces(pieces)
  return estimateTokens(text) <= tokens ? text : undefined
}

/** Returns the end of a span that includes as many whole messages as fit, and extends at least to `to`. */
function extendForward(lines: readonly ChunkLine[], from: LinePoint, to: LinePoint): LinePoint {
  for (let end = to; ; ) {
    const next: LinePoint = { line: end.line + 1, at: 0 }
    if (next.line > lines.length || formatIfFits(lines, { from, to: next }, maxChunkTokens) === undefined) return end
    end = next
  }
}

/** Returns where to cut a message that is too long for the chunk: as late as fits, preferably at the end of a word. */
function cutWithinMessage(lines: readonly ChunkLine[], from: LinePoint, { line, at }: LinePoint): LinePoint {
  const text = lines[line]?.text ?? ''
  const maxChars = findLargest(
    text.length - at,
    (kept) => formatIfFits(lines, { from, to: { line, at: at + kept } }, maxChunkTokens) !== undefined,
  )
  const space = text.slice(at, at + maxChars).search(/\s\S*$/)
  return { line, at: space > maxChars / 2 ? at + space + 1 : boundary(text, at + maxChars) }
}

/**
 * Returns where an overlap of at most `tokens` tokens before a point starts: at the start of a message, or within one if whole messages
 * fill less than half of it.
 */
function extendBack(lines: readonly ChunkLine[], to: LinePoint, tokens: number): LinePoint {
  for (let from = to; ; ) {
    const before: LinePoint = { line: from.at > 0 ? from.line : from.line - 1, at: 0 }
    if (before.line < 0) return from
    if (formatIfFits(lines, { from: before, to }, tokens) === undefined)
      return formatIfFits(lines, { from, to }, tokens / 2) === undefined ? from : extendIntoMessage(lines, { from, to }, tokens)
    from = before
  }
}

/** Extends a span back into the previous message as far as fits, preferably to the start of a word. */
function extendIntoMessage(lines: readonly ChunkLine[], { from, to }: ChunkSpan, tokens: number): LinePoint {
  const line = from.at > 0 ? from.line : from.line - 1
  const text = lines[line]?.text ?? ''
  const end = from.at > 0 ? from.at : text.length
  const maxChars = findLargest(end, (kept) => formatIfFits(lines, { from: { line, at: end - kept }, to }, tokens) !== undefined)
  const space = text.slice(end - maxChars, end).search(/\s/)
  const at = space >= 0 && space < maxChars / 2 ? end - maxChars + space + 1 : boundary(text, end - maxChars + 1)
  return at < end ? { line, at } : from
}

/** Returns the largest number up to `max` that fits. 0 is assumed to fit. */
function findLargest(max: number, fits: (kept: number) => boolean): number {
  let [low, high] = [0, max]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function toChunk(lines: readonly ChunkLine[], { from, to }: ChunkSpan): TextChunk {
  const pieces = slicePieces(lines, { from, to })
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) throw new Error('A chunk is empty.')
  const text = formatPieces(pieces)
  const bounds = [first.message.id, first.start, last.message.id, last.end]
  const messageIds = pieces.flatMap(({ message }) => (message.role === 'tool' ? [] : [message.id]))
  return {
    firstMessageId: first.message.id,
    lastMessageId: last.message.id,
    lastEnd: last.end,
    messageIds,
    changeSeq: Math.max(...pieces.map(({ message }) => message.changeSeq)) as ChangeSeq,
    hash: createHash('sha256')
      .update(JSON.stringify([...bounds, messageIds, text]))
      .digest('base64url'),
    text,
    tokens: estimateTokens(text),
  }
}
