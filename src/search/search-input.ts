import { z } from 'zod'
import { type DayRange, oneDay } from '../core/dates/calendar.ts'
import { InputError } from '../core/domain/errors.ts'
import type { DayLabel, MessageId } from '../core/domain/ids.ts'
import { addDays, dayLabelOf, parseDayLabel } from '../core/ports/clock.ts'

const dayArgument = z.string().refine((text) => parseDayLabel(text) !== undefined, 'a date written YYYY-MM-DD')

/** The arguments of conversation.search. The model's tool, the command and the page use the same names. */
export const searchInput = z.strictObject({
  query: z
    .string()
    .max(10_000, 'at most 10,000 characters')
    .default('')
    .describe('What to search for, in plain words. Understands dates such as "last week".'),
  day: dayArgument.optional().describe('Only this day, YYYY-MM-DD. Overrides the other dates.'),
  since: dayArgument.optional().describe('Only on and after this day, YYYY-MM-DD.'),
  until: dayArgument.optional().describe('Only on and before this day, YYYY-MM-DD.'),
  recency_days: z
    .int('a whole number of days')
    .min(1, 'at least 1')
    .max(36_500, 'at most 36500')
    .optional()
    .describe('Only the last N days, including today.'),
  limit: z.int('a whole number').min(1, 'at least 1').max(50, 'at most 50').default(6),
  cursor: z.string().max(1_000, 'the value of next_cursor').optional().describe('The next_cursor of the previous page.'),
  offset: z.int('a whole number').min(0, 'at least 0').max(500, 'at most 500').default(0),
  min_score: z.number('a number').min(0, 'at least 0').max(1, 'at most 1').default(0),
})

/** The arguments as callers in the code write them. Absent ones take their defaults. */
export type SearchInput = z.input<typeof searchInput> & {
  /** The messages of the current turn, which would find themselves. Not an argument of the tool. */
  readonly excludeMessageIds?: readonly MessageId[]
  /** Leaves out results that match less of the query, from 0 to 1, weighed by rarity. Not an argument of the tool. */
  readonly minQueryCoverage?: number
  /** Whether the caller needs no further page. Not an argument of the tool. */
  readonly isSinglePage?: boolean
}

export type ParsedSearchInput = z.output<typeof searchInput>

/** Throws InputError with one sentence that names the wrong argument and what it accepts. */
export function parseSearchInput({
  excludeMessageIds: _ids,
  minQueryCoverage: _share,
  isSinglePage: _one,
  ...input
}: SearchInput): ParsedSearchInput {
  const parsed = searchInput.safeParse(input)
  if (!parsed.success) throw new InputError(formatIssue(parsed.error))
  const { query, day, since, until, recency_days, cursor, offset } = parsed.data
  if (/^[\s\p{Cc}]*$/u.test(query) && !day && !since && !until && !recency_days)
    throw new InputError('Nothing to search for. Give some words, a day, or both.')
  if (!day && since && until && since > until)
    throw new InputError(`"since" is ${since} and "until" is ${until}: "since" must not be after "until".`)
  if (cursor !== undefined && offset > 0) throw new InputError('Give a cursor or an offset, not both.')
  return parsed.data
}

function formatIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return `A search has no argument "${issue.keys.join('", "')}".`
  return `"${issue?.path.join('.')}" of a search is wrong: it takes ${issue?.message ?? 'another value'}.`
}

const [earliestDay, latestDay] = ['0001-01-01', '9999-12-31']

/** Returns the days to which the arguments limit the search, or undefined if there is no limit. */
export function resolveDayRange(input: ParsedSearchInput, now: Date, timezone: string): DayRange | undefined {
  const { day, since, until, recency_days } = input
  if (day) return oneDay(day as DayLabel)
  const today = dayLabelOf(now, timezone)
  const recentFrom = recency_days && addDays(today, 1 - recency_days)
  const from = [since, recentFrom]
    .filter((label) => label !== undefined)
    .sort()
    .at(-1)
  if (!from && !until) return undefined
  return { from: (from ?? earliestDay) as DayLabel, to: (until ?? latestDay) as DayLabel }
}
