import { createHash } from 'node:crypto'
import type { ChangeSeq, MessageId } from '../../core/domain/ids.ts'
import type { Role } from '../../core/domain/messages.ts'
import { boundary, clip, cutMiddle } from '../../core/domain/text.ts'
import { estimateTokens } from '../../model/tokens.ts'

/**
 * What a chunk has at most, and how much of it the next one begins with. In tokens, by the estimate. A few short messages: a
 * vector of 600 tokens finds the right part of a day, and not what in it was meant (docs/developers/search.md has the figures).
 */
export const maxChunkTokens = 140
export const overlapTokens = 40

/** More characters than the estimate gives to a token, so that a long text need not be counted whole. */
const charactersPerToken = 4

/** Characters kept of a tool's output, half from its head and half from its tail. */
const maxToolChars = 200
const maxNameChars = 60

/** A message as chunks are made from it. */
export interface ChunkSourceMessage {
  readonly id: MessageId
  readonly role: Role
  /** Who spoke, or which tool. */
  readonly name: string
  readonly text: string
  readonly changeSeq: ChangeSeq
}

export interface TextChunk {
  readonly firstMessageId: MessageId
  readonly lastMessageId: MessageId
  /** Its messages in order, but for tools' outputs, which nobody looks for. */
  readonly messageIds: readonly MessageId[]
  /** The latest change among its messages. */
  readonly changeSeq: ChangeSeq
  /** Of the text and of where it begins and ends. */
  readonly hash: string
  readonly text: string
  readonly tokens: number
}

/** A message as it stands in a chunk, whole or in part. */
interface ChunkLine {
  readonly message: ChunkSourceMessage
  readonly speaker: string
  readonly text: string
}

/** Before a character of a line. */
interface LinePoint {
  readonly line: number
  readonly at: number
}

/**
 * Cuts the messages of one day and one audience, in order, into chunks. Each but the first begins with the end of the one
 * before it: whole messages where they are short. A message that fits into a chunk is whole in one. Where a chunk ends
 * depends on nothing after the next message, so what is appended changes the last chunk at most.
 */
export function splitIntoChunks(messages: readonly ChunkSourceMessage[]): TextChunk[] {
  const lines = messages.map(toLine).filter(({ text }) => text !== '')
  const spans: ChunkSpan[] = []
  for (let chunkedUpTo: LinePoint = { line: 0, at: 0 }; chunkedUpTo.line < lines.length; ) {
    const next: LinePoint = { line: chunkedUpTo.line + 1, at: 0 }
    const rest = formatIfFits(lines, { from: chunkedUpTo, to: next }, maxChunkTokens)
    // The end of a line joins the two, and is less than a token.
    const remainingTokens = rest === undefined ? overlapTokens : maxChunkTokens - estimateTokens(rest) - 1
    const from = extendBack(lines, chunkedUpTo, Math.min(overlapTokens, remainingTokens))
    const last = spans.at(-1)
    // A few short messages before a long one, which has room for all of them.
    if (last?.from.line === from.line && last.from.at === from.at) spans.pop()
    chunkedUpTo = rest === undefined ? cutWithinMessage(lines, from, chunkedUpTo) : extendForward(lines, from, next)
    spans.push({ from, to: chunkedUpTo })
  }
  return spans.map((span) => toChunk(lines, span))
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

/** The lines of a span, the first and the last of them perhaps in part. */
function slicePieces(lines: readonly ChunkLine[], { from, to }: ChunkSpan): ChunkPiece[] {
  return lines.slice(from.line, to.line + 1).flatMap((line, index) => {
    const start = index === 0 ? from.at : 0
    const end = from.line + index === to.line ? to.at : line.text.length
    return start < end ? [{ ...line, start, end }] : []
  })
}

const formatPieces = (pieces: readonly ChunkPiece[]): string =>
  pieces.map(({ speaker, text, start, end }) => `${speaker}: ${text.slice(start, end)}`).join('\n')

/** The text of a span; undefined where it has more than `tokens`. */
function formatIfFits(lines: readonly ChunkLine[], span: ChunkSpan, tokens: number): string | undefined {
  const pieces = slicePieces(lines, span)
  if (pieces.some(({ start, end }) => end - start > tokens * charactersPerToken)) return undefined
  const text = formatPieces(pieces)
  return estimateTokens(text) <= tokens ? text : undefined
}

/** As many whole messages as fit, and at least up to `to`. */
function extendForward(lines: readonly ChunkLine[], from: LinePoint, to: LinePoint): LinePoint {
  for (let end = to; ; ) {
    const next: LinePoint = { line: end.line + 1, at: 0 }
    if (next.line > lines.length || formatIfFits(lines, { from, to: next }, maxChunkTokens) === undefined) return end
    end = next
  }
}

/** As much as fits of a message that goes on beyond the chunk; up to the end of a word where there is one. */
function cutWithinMessage(lines: readonly ChunkLine[], from: LinePoint, { line, at }: LinePoint): LinePoint {
  const text = lines[line]?.text ?? ''
  const maxChars = findLargest(
    text.length - at,
    (kept) => formatIfFits(lines, { from, to: { line, at: at + kept } }, maxChunkTokens) !== undefined,
  )
  const space = text.slice(at, at + maxChars).search(/\s\S*$/)
  return { line, at: space > maxChars / 2 ? at + space + 1 : boundary(text, at + maxChars) }
}

/** Where the last `tokens` before a point begin: with a whole message, or inside of one where whole ones are not half of that. */
function extendBack(lines: readonly ChunkLine[], to: LinePoint, tokens: number): LinePoint {
  for (let from = to; ; ) {
    const before: LinePoint = { line: from.at > 0 ? from.line : from.line - 1, at: 0 }
    if (before.line < 0) return from
    if (formatIfFits(lines, { from: before, to }, tokens) === undefined)
      return formatIfFits(lines, { from, to }, tokens / 2) === undefined ? from : extendIntoMessage(lines, { from, to }, tokens)
    from = before
  }
}

/** Lets a span begin inside of the message before it, with as much of its end as fits; at the start of a word where there is one. */
function extendIntoMessage(lines: readonly ChunkLine[], { from, to }: ChunkSpan, tokens: number): LinePoint {
  const line = from.at > 0 ? from.line : from.line - 1
  const text = lines[line]?.text ?? ''
  const end = from.at > 0 ? from.at : text.length
  const maxChars = findLargest(end, (kept) => formatIfFits(lines, { from: { line, at: end - kept }, to }, tokens) !== undefined)
  const space = text.slice(end - maxChars, end).search(/\s/)
  const at = space >= 0 && space < maxChars / 2 ? end - maxChars + space + 1 : boundary(text, end - maxChars + 1)
  return at < end ? { line, at } : from
}

/** The largest number up to `most` for which it fits; 0 always does. */
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
  if (!first || !last) throw new Error('A chunk was cut that holds nothing.')
  const text = formatPieces(pieces)
  const bounds = [first.message.id, first.start, last.message.id, last.end]
  const messageIds = pieces.flatMap(({ message }) => (message.role === 'tool' ? [] : [message.id]))
  return {
    firstMessageId: first.message.id,
    lastMessageId: last.message.id,
    messageIds,
    changeSeq: Math.max(...pieces.map(({ message }) => message.changeSeq)) as ChangeSeq,
    hash: createHash('sha256')
      .update(JSON.stringify([...bounds, messageIds, text]))
      .digest('base64url'),
    text,
    tokens: estimateTokens(text),
  }
}
