import { block, indent } from '../../core/domain/transcript.ts'
import { dayInWords, timeOfDay } from '../../core/ports/clock.ts'
import { type FittedRow, fitRows } from './fit-to-budget.ts'
import { quotedLine } from './message-labels.ts'
import { type ContextRow, type EarlierDay, latestDayBefore, uncoveredRows } from './rows.ts'
import { type BuiltPart, type Fit, nothing, type PartInput } from './section.ts'
import { shownText, whole } from './truncate.ts'

/** Part 4b: what no summary covers of the latest earlier day, so that a summary that is late or fails takes nothing away. */
export async function prepareUncovered(input: PartInput): Promise<Fit> {
  const { store, turn, today, budgets } = input
  const day = await latestDayBefore(store.db, turn.scope, today)
  if (!day) return () => nothing
  const rows = await uncoveredRows(store.db, turn.scope, { day, limits: budgets })
  return (room, shown) => uncoveredPart(input, { day, room, rows: rows.filter(({ id }) => !shown.messages.has(id)) })
}

interface Uncovered {
  readonly day: EarlierDay
  readonly rows: readonly ContextRow[]
  readonly room: number
}

function uncoveredPart(input: PartInput, { day, rows, room }: Uncovered): BuiltPart {
  const { budgets, count } = input
  const framed = (lines: string) =>
    `Said on ${dayInWords(day.dayLabel)} (${day.dayLabel}), and not all of it in a summary yet:\n${block('messages', lines)}`
  const limit = room - count(framed('')) - 1
  const items = rows.map((row) => ({ row, limit, cutTo: budgets.cutMessage, frame: count(line({ row, text: whole('') }, input)) + 1 }))
  const fitted = fitRows(items, (text) => count(indent(text)))
  const why = `there is room for ${room} tokens`
  const leftOut = [
    ...(fitted.dropped > 0 ? [{ what: `${fitted.dropped} earlier messages of ${day.dayLabel}, or more`, why }] : []),
    ...(fitted.cut > 0 ? [{ what: `the middle of ${fitted.cut} long messages`, why }] : []),
  ]
  if (fitted.rows.length === 0) return { ...nothing, leftOut }
  const text = framed(fitted.rows.map((one) => line(one, input)).join('\n'))
  const quoted = fitted.rows.map(({ row }) => row.id)
  return { text, tokens: fitted.tokens + room - limit, items: fitted.rows.length, quoted, leftOut }
}

function line({ row, text }: FittedRow, { turn }: PartInput): string {
  return quotedLine(row, { time: timeOfDay(row.sentAt, turn.timezone), text: shownText(text), placeId: turn.place.id })
}
