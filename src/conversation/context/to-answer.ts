import type { ModelImage } from '../../core/chat-model.ts'
import type { Message } from '../../core/messages.ts'
import { indent } from '../../core/transcript.ts'
import { fileLine, fileText, type ShownAttachment } from './attachments.ts'
import { type CountedExcerpt, type CountTokens, type Excerpt, shares, shownText, shrink, whole } from './excerpt.ts'
import type { FittedRow } from './fit.ts'
import { frameTokens } from './messages.ts'
import type { BuiltPart, PartInput } from './part.ts'
import { type ContextRow, rowOf } from './rows.ts'

/** Tokens of its text that each message to answer is shown at least. */
const leastTokens = 24

/** An estimate of the tokens that an image takes: providers count 85 to 1,600 for one, by its size. */
export const imageTokens = 1_600

/** The share of the room that images may take. */
const shareOfImages = 0.5

type ToAnswerInput = Pick<PartInput, 'turn' | 'count' | 'attachments'>

/**
 * Part 10: the messages to answer, in order, with what came with them. Where they are too long for the room, the longest of
 * their texts and files lose their middle.
 */
export function buildToAnswer(input: ToAnswerInput, room: number): BuiltPart {
  const { turn, attachments } = input
  const images = imagesWithin([...attachments.values()].flat(), room)
  const all = turn.messagesToAnswer.map((message) => measure(input, message, { images, room }))
  // Hundreds at once would fill any window with their marks alone: then the newest count.
  let fitting = all
  while (fitting.length > 1 && total(fitting.map(({ frame, text }) => frame + Math.min(text.size, leastTokens))) > room)
    fitting = fitting.slice(1)

  const textRoom = room - total(fitting.map(({ frame }) => frame))
  const fitted = fitPieces(fitting.flatMap(piecesOf), textRoom)
  const excerptOf = new Map(fitted.map(({ piece, excerpt }) => [piece, excerpt]))
  const shown = (piece: Piece): Excerpt => excerptOf.get(piece) ?? piece.excerpt
  const rows = fitting.map(
    ({ row, text, files, images }): FittedRow => ({
      row,
      text: shown(text),
      files: files.map((file) => fileText(file.label, shownText(shown(file)))),
      images,
    }),
  )
  const why = `there is room for ${room} tokens`
  const dropped = all.length - fitting.length
  const leftOut = [
    ...(dropped > 0 ? [`${dropped} earlier messages that waited`] : []),
    ...fitted.flatMap(({ piece, excerpt: { cut } }) => (cut > 0 ? `${cut} characters of ${piece.name}` : [])),
  ]
  return {
    rows,
    tokens: room - textRoom + total(fitted.map(({ tokens }) => tokens)),
    items: rows.length,
    leftOut: leftOut.map((what) => ({ what, why })),
  }
}

interface FittedPiece extends CountedExcerpt {
  readonly piece: Piece
}

/** Each with as much of its text as its share of the room holds. */
function fitPieces(pieces: readonly Piece[], room: number): FittedPiece[] {
  const allowed = shares(
    pieces.map(({ size }) => size),
    room,
  )
  return pieces.map((piece, index) => ({ piece, ...shrink(piece.excerpt, allowed[index] ?? 0, piece.count) }))
}

/** A text that may lose its middle. */
interface Piece {
  /** For the report. */
  readonly name: string
  readonly excerpt: Excerpt
  readonly size: number
  readonly count: CountTokens
}

interface Measured {
  readonly row: ContextRow
  /** Tokens that it takes besides what is in its text and its files. */
  readonly frame: number
  readonly text: Piece
  readonly files: readonly (Piece & { readonly label: string })[]
  readonly images: readonly ModelImage[]
}

const piecesOf = ({ text, files }: Measured): readonly Piece[] => [text, ...files]

interface Limits {
  /** Those that there is room for. */
  readonly images: ReadonlySet<ShownAttachment>
  readonly room: number
}

function measure({ turn, count, attachments }: ToAnswerInput, message: Message, { images, room }: Limits): Measured {
  const row = rowOf(message, turn.place)
  const own = attachments.get(message.id) ?? []
  const text = [message.text, ...own.flatMap((attachment) => lineOf(attachment, images))].join('\n')
  const ownImages = own.flatMap((attachment) => (attachment.type === 'image' && images.has(attachment) ? attachment.image : []))
  const countBody: CountTokens = (body) => count(indent(body))
  const files = own.flatMap((attachment) =>
    attachment.type === 'text'
      ? { name: `the file ${attachment.label}`, label: attachment.label, ...sized(attachment.text, room, countBody) }
      : [],
  )
  return {
    row,
    frame:
      frameTokens(row, { timezone: turn.timezone, placeId: turn.place.id }, count) +
      total(files.map(({ label }) => count(fileText(label, '')) + 1)) +
      ownImages.length * imageTokens,
    text: { name: `message #${row.id}`, ...sized(text, room, count) },
    files,
    images: ownImages,
  }
}

function lineOf(attachment: ShownAttachment, images: ReadonlySet<ShownAttachment>): string[] {
  const { type, label } = attachment
  if (type === 'text') return []
  if (type === 'unread') return [fileLine(label, attachment.why)]
  return [fileLine(label, images.has(attachment) ? undefined : 'there was no room to show it to you')]
}

/** The latest that fit into their share. */
function imagesWithin(all: readonly ShownAttachment[], room: number): ReadonlySet<ShownAttachment> {
  const most = Math.floor((Math.max(0, room) * shareOfImages) / imageTokens)
  const images = all.filter(({ type }) => type === 'image')
  return new Set(most > 0 ? images.slice(-most) : [])
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

/** With the tokens of a text; for one that is far longer than the room, more than the room. */
function sized(text: string, room: number, count: CountTokens): Pick<Piece, 'excerpt' | 'size' | 'count'> {
  return { excerpt: whole(text), count, size: text.length > room * 8 ? Math.max(0, room) + 1 : count(text) }
}
