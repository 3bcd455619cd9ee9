import { type CountTokens, shares, shrink } from './excerpt.ts'
import type { FittedRow } from './fit.ts'
import { frameTokens } from './messages.ts'
import type { BuiltPart, PartInput } from './part.ts'
import { rowOf } from './rows.ts'

/** Tokens of its text that each message to answer is shown at least. */
const leastTokens = 24

/** Part 10: the messages to answer, in order. Where they are too long for the room, the longest lose their middle. */
export function buildToAnswer({ turn, count }: Pick<PartInput, 'turn' | 'count'>, room: number): BuiltPart {
  const input = { timezone: turn.timezone, placeId: turn.place.id }
  const all = turn.messagesToAnswer.map((message) => {
    const row = rowOf(message, turn.place)
    return { row, frame: frameTokens(row, input, count), size: cappedCount(message.text, room, count) }
  })
  // Hundreds at once would fill any window with their marks alone: then the newest count.
  let fitting = all
  while (fitting.length > 1 && total(fitting.map(({ frame, size }) => frame + Math.min(size, leastTokens))) > room)
    fitting = fitting.slice(1)

  const textRoom = room - total(fitting.map(({ frame }) => frame))
  const allowed = shares(
    fitting.map(({ size }) => size),
    textRoom,
  )
  const rows: FittedRow[] = []
  let tokens = room - textRoom
  for (const [index, { row }] of fitting.entries()) {
    const fitted = shrink(row.text, allowed[index] ?? 0, count)
    tokens += fitted.tokens
    rows.push({ row, text: fitted.excerpt })
  }
  const why = `there is room for ${room} tokens`
  const dropped = all.length - fitting.length
  return {
    rows,
    tokens,
    items: rows.length,
    leftOut: [
      ...(dropped > 0 ? [{ what: `${dropped} earlier messages that waited`, why }] : []),
      ...rows.flatMap(({ row, text }) => (text.cut > 0 ? [{ what: `${text.cut} characters of message #${row.id}`, why }] : [])),
    ],
  }
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

/** Tokens of a text; for one that is far longer than the room, more than the room. */
function cappedCount(text: string, room: number, count: CountTokens): number {
  return text.length > room * 8 ? Math.max(0, room) + 1 : count(text)
}
