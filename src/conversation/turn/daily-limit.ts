import { dayLabelOf, endOfDay, startOfDay, timeOfDay } from '../../core/ports/clock.ts'
import { resolveTimezone } from '../../people/settings.ts'
import type { ConversationDeps } from '../deps.ts'
import type { Turn } from './turn.ts'
import { countReplyTokens } from './usage.ts'

/** The day of the limit: by the bot's own timezone, as a person could set theirs to where the day has just begun. */
export function findLimitDay(now: Date, timezone: string): { readonly begins: Date; readonly ends: Date } {
  const today = dayLabelOf(now, timezone)
  return { begins: startOfDay(today, timezone), ends: endOfDay(today, timezone) }
}

/**
 * What is said to a person whose replies have used up the tokens of a day; undefined as long as some are left, or where
 * there is no limit. Day summaries are not counted: one import can call for a thousand of them.
 */
export async function findDailyLimitNotice(
  deps: ConversationDeps,
  { user, place }: Pick<Turn, 'user' | 'place'>,
): Promise<string | undefined> {
  const limit = deps.settings.tokensPerDay
  if (limit === 0) return undefined
  const { begins, ends } = findLimitDay(deps.clock.now(), deps.defaultTimezone)
  if ((await countReplyTokens(deps.store.db, user.id, begins)) < limit) return undefined
  // How much somebody uses, and where they are, is nobody else's business.
  if (place.kind === 'shared')
    return 'I cannot answer you any more today, because a limit is reached: /usage tells you more, and your message is kept.'
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  return `You have used up the limit of ${limit.toLocaleString('en')} tokens a day, which begins anew at ${timeOfDay(ends, timezone)} (${timezone}): your message is kept, and /retry has the last one answered then.`
}
