import type { ModelImage } from '../../core/chat-model.ts'
import type { Message } from '../../core/messages.ts'
import { indent } from '../../core/transcript.ts'
import { type Brought, fileLine, fileText } from './brought.ts'
import { type CountTokens, type Excerpt, shares, shownText, shrink, whole } from './excerpt.ts'
import type { FittedRow } from './fit.ts'
import { frameTokens } from './messages.ts'
import type { BuiltPart, PartInput } from './part.ts'
import type { LeftOut } from './report.ts'
import { type ContextRow, rowOf } from './rows.ts'

/** Tokens of its text that each message to answer is shown at least. */
const leastTokens = 24

/** An estimate of the tokens that an image takes: providers count 85 to 1,600 for one, by its size. */
export const imageTokens = 1_600

/** The share of the room that images may take. */
const shareOfImages = 0.5

type ToAnswerInput = Pick<PartInput, 'turn' | 'count' | 'brought'>

/**
 * Part 10: the messages to answer, in order, with what came with them. Where they are too long for the room, the longest of
 * their texts and files lose their middle.
 */
export function buildToAnswer(input: ToAnswerInput, room: number): BuiltPart {
  const { turn, brought } = input
  const images = imagesWithin([...brought.values()].flat(), room)
  const all = turn.messagesToAnswer.map((message) => measure(input, message, { images, room }))
  // Hundreds at once would fill any window with their marks alone: then the newest count.
  let fitting = all
  while (fitting.length > 1 && total(fitting.map(({ frame, text }) => frame + Math.min(text.size, leastTokens))) > room)
    fitting = fitting.slice(1)

  const textRoom = room - total(fitting.map(({ frame }) => frame))
  const allowed = shares(
    fitting.flatMap(({ text, files }) => [text.size, ...files.map(({ size }) => size)]),
    textRoom,
  ).values()
  const why = `there is room for ${room} tokens`
  const rows: FittedRow[] = []
  const leftOut: LeftOut[] = []
  let tokens = room - textRoom
  const take = ({ excerpt, count, name }: Piece): Excerpt => {
    const fitted = shrink(excerpt, allowed.next().value ?? 0, count)
    tokens += fitted.tokens
    if (fitted.excerpt.cut > 0) leftOut.push({ what: `${fitted.excerpt.cut} characters of ${name}`, why })
    return fitted.excerpt
  }
  for (const { row, text, files, shown } of fitting)
    rows.push({ row, text: take(text), files: files.map((file) => fileText(file.label, shownText(take(file)))), images: shown })
  const dropped = all.length - fitting.length
  return {
    rows,
    tokens,
    items: rows.length,
    leftOut: [...(dropped > 0 ? [{ what: `${dropped} earlier messages that waited`, why }] : []), ...leftOut],
  }
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
  readonly shown: readonly ModelImage[]
}

interface Limits {
  /** Those that there is room for. */
  readonly images: ReadonlySet<Brought>
  readonly room: number
}

function measure({ turn, count, brought }: ToAnswerInput, message: Message, { images, room }: Limits): Measured {
  const row = rowOf(message, turn.place)
  const all = brought.get(message.id) ?? []
  const text = [message.text, ...all.flatMap((one) => lineOf(one, images))].join('\n')
  const shown = all.flatMap((one) => (one.type === 'image' && images.has(one) ? one.image : []))
  const countBody: CountTokens = (body) => count(indent(body))
  const files = all.flatMap((one) =>
    one.type === 'text' ? { name: `the file ${one.label}`, label: one.label, ...sized(one.text, room, countBody) } : [],
  )
  return {
    row,
    frame:
      frameTokens(row, { timezone: turn.timezone, placeId: turn.place.id }, count) +
      total(files.map(({ label }) => count(fileText(label, '')) + 1)) +
      shown.length * imageTokens,
    text: { name: `message #${row.id}`, ...sized(text, room, count) },
    files,
    shown,
  }
}

function lineOf(one: Brought, images: ReadonlySet<Brought>): string[] {
  if (one.type === 'text') return []
  if (one.type === 'unread') return [fileLine(one.label, one.why)]
  return [fileLine(one.label, images.has(one) ? undefined : 'there was no room to show it to you')]
}

/** The latest that fit into their share. */
function imagesWithin(all: readonly Brought[], room: number): ReadonlySet<Brought> {
  const most = Math.floor((Math.max(0, room) * shareOfImages) / imageTokens)
  const images = all.filter(({ type }) => type === 'image')
  return new Set(most > 0 ? images.slice(-most) : [])
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

/** With the tokens of a text; for one that is far longer than the room, more than the room. */
function sized(text: string, room: number, count: CountTokens): Pick<Piece, 'excerpt' | 'size' | 'count'> {
  return { excerpt: whole(text), count, size: text.length > room * 8 ? Math.max(0, room) + 1 : count(text) }
}
