import { block, indent } from '../../core/domain/transcript.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { type FittedRow, fitRows } from './fit-to-budget.ts'
import { formatQuote } from './message-labels.ts'
import { type ContextRow, type EarlierDay, findLatestDayBefore, loadUnsummarizedRows } from './rows.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing } from './section.ts'
import { formatTruncated, whole } from './truncate.ts'

/** Part 4b: what no summary covers of the latest earlier day, so that a summary that is late or fails takes nothing away. */
export async function prepareUnsummarized(input: ContextPartInput): Promise<FitPart> {
  const { turn, today, budgets } = input
  const { store } = input.deps
  const day = await findLatestDayBefore(store.db, turn.scope, today)
  if (!day) return () => nothing
  const rows = await loadUnsummarizedRows(store.db, turn.scope, { day, limits: budgets })
  return (room, shown) => formatUnsummarizedPart(input, { day, room, rows: rows.filter(({ id }) => !shown.messages.has(id)) })
}

interface UnsummarizedMessages {
  readonly day: EarlierDay
  readonly rows: readonly ContextRow[]
  readonly room: number
}

function formatUnsummarizedPart(input: ContextPartInput, { day, rows, room }: UnsummarizedMessages): BuiltContextPart {
  const { budgets, count } = input
  const framed = (lines: string) =>
    `Said on ${formatDay(day.dayLabel)} (${day.dayLabel}), and not all of it in a summary yet:\n${block('messages', lines)}`
  const limit = room - count(framed('')) - 1
  const items = rows.map((row) => ({
    row,
    limit,
    cutTo: budgets.cutMessage,
    frame: count(formatUnsummarizedLine({ row, text: whole('') }, input)) + 1,
  }))
  const fitted = fitRows(items, (text) => count(indent(text)))
  const why = `there is room for ${room} tokens`
  const leftOut = [
    ...(fitted.dropped > 0 ? [{ what: `${fitted.dropped} earlier messages of ${day.dayLabel}, or more`, why }] : []),
    ...(fitted.cut > 0 ? [{ what: `the middle of ${fitted.cut} long messages`, why }] : []),
  ]
  if (fitted.rows.length === 0) return { ...nothing, leftOut }
  const text = framed(fitted.rows.map((one) => formatUnsummarizedLine(one, input)).join('\n'))
  const quoted = fitted.rows.map(({ row }) => row.id)
  return { text, tokens: fitted.tokens + room - limit, items: fitted.rows.length, quoted, leftOut }
}

function formatUnsummarizedLine({ row, text }: FittedRow, { turn }: ContextPartInput): string {
  return formatQuote(row, { time: timeOfDay(row.sentAt, turn.timezone), text: formatTruncated(text), placeId: turn.place.id })
}
