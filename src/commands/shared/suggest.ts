import { parseDay } from '../../core/dates/named-days.ts'
import { InputError } from '../../core/domain/errors.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import { addDays, dayLabelOf, formatDay } from '../../core/ports/clock.ts'
import type { Suggest, SuggestInput, Suggestion } from '../../core/ports/commands.ts'
import { findUserByAccount, resolveTimezone } from '../../people/users.ts'
import type { SearchDeps } from '../../search/deps.ts'
import { searchConversation } from '../../search/search.ts'
import type { SearchResult } from '../../search/search-results.ts'
import { countMessages, listDaysWithMessages } from '../../threads/messages/read-messages.ts'
import { findAudience } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import { commandDeclarations } from '../index.ts'
import { formatDayTitle } from './wording.ts'

/** The platforms' limits, in entries and characters. */
const mostSuggestions = 25
const longestLabel = 100

/** The number of latest days to search for suggestions. */
const mostDays = 400

/** The minimum number of letters. Fewer would match too much to be worth a search. */
const leastLetters = 2

interface SuggestRequest extends SuggestInput {
  readonly scope: Scope
  /** An IANA name. */
  readonly timezone: string
  readonly now: Date
  readonly translate: Translate
}

type SuggestFunction = (deps: SearchDeps, asking: SuggestRequest) => Promise<readonly Suggestion[]>

/** The suggestion functions by kind of argument. Other kinds have no suggestions. */
const suggesting: Readonly<Record<string, SuggestFunction>> = { day: suggestDays, search: suggestMatches }

/**
 * Creates the function that suggests values for an argument while a user types it. It suggests only what that user may see there.
 * `defaultTimezone` is an IANA name, for users who have not set theirs.
 */
export function createSuggest(deps: SearchDeps, defaultTimezone: string): Suggest {
  return async (typing) => {
    const declaration = commandDeclarations.find(({ name }) => name === typing.command)
    const kind = declaration?.arguments.find(({ name }) => name === typing.argument)?.kind
    const suggest = kind && suggesting[kind]
    const person = suggest && (await findUserByAccount(deps.store.db, typing))
    const threadId = person && (await findContinuousThread(deps.store.db, person.user.id))
    if (!suggest || !person || person.user.isBlocked || !threadId) return []
    const { user } = person
    const audience = typing.place ? await findAudience(deps.store.db, { ...typing, ...typing.place }) : 'private'
    const found = await suggest(deps, {
      ...typing,
      text: typing.text.trim(),
      scope: { userId: user.id, threadId, audience },
      timezone: resolveTimezone(user, defaultTimezone),
      now: deps.clock.now(),
      translate: translatorOf(user.language),
    })
    return found.slice(0, mostSuggestions).map(({ label, value }) => ({ label: clip(label, longestLabel), value }))
  }
}

/** Suggests the typed day, then the latest days whose date or name contains the typed text. */
async function suggestDays({ store }: SearchDeps, asking: SuggestRequest): Promise<Suggestion[]> {
  const { scope, text, now, timezone } = asking
  const known = await listDaysWithMessages(store.db, scope.threadId, mostDays)
  const typed = text === '' ? undefined : parseDay(text, dayLabelOf(now, timezone))
  const matching = known.filter(
    ({ dayLabel }) => dayLabel === typed || titleOf(dayLabel, asking).toLowerCase().includes(text.toLowerCase()),
  )
  const first = matching.filter(({ dayLabel }) => dayLabel === typed)
  const shown = [...first, ...matching.filter((day) => !first.includes(day))].slice(0, mostSuggestions)
  // Runs on every keystroke, so messages are counted only for the days shown.
  const counts = await countMessages(
    store.db,
    shown.map(({ id }) => id),
  )
  return shown.map(({ id, dayLabel }) => ({
    label: `${formatDayTitle(dayLabel, asking)} · ${asking.translate('count.messages', { count: counts.get(id) ?? 0 })}`,
    value: dayLabel,
  }))
}

/** Returns the text to match, such as "2026-11-03 Tuesday 3 November 2026 (yesterday)". */
const titleOf = (day: DayLabel, asking: SuggestRequest) => `${day} ${formatDayTitle(day, asking)}`

/** Suggests the words as typed, then the results of a search for them. */
async function suggestMatches(
  { embeddings: _, ...byWords }: SearchDeps,
  { scope, text, ...asking }: SuggestRequest,
): Promise<Suggestion[]> {
  if (text.length < leastLetters || text.length > longestLabel) return []
  // Without embeddings, because a search runs on every keystroke.
  const typed = { label: text, value: text }
  try {
    const { results } = await searchConversation(byWords, scope, { query: text, limit: 10 })
    return [typed, ...results.map((result) => toSuggestion(result, asking))]
  } catch (error) {
    // A query such as "-word" is not finished yet.
    if (error instanceof InputError) return [typed]
    throw error
  }
}

function toSuggestion(
  result: SearchResult,
  { now, timezone, translate }: Pick<SuggestRequest, 'now' | 'timezone' | 'translate'>,
): Suggestion {
  const day = formatNearDay(result.day_label, { today: dayLabelOf(now, timezone), locale: translate.locale })
  const snippet = (result.kind === 'summary' ? result.summary_snippet : result.snippet).replaceAll('**', '').replace(/\s+/g, ' ')
  return { label: `${day}: ${snippet}`, value: result.kind === 'summary' ? result.day_label : `#${result.message_id}` }
}

/** Formats a day: "today", "yesterday" or "Tuesday 3 November 2026". */
function formatNearDay(day: DayLabel, { today, locale }: { readonly today: DayLabel; readonly locale: string }): string {
  const daysAgo = [today, addDays(today, -1)].indexOf(day)
  return daysAgo < 0 ? formatDay(day, locale) : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day')
}
