import { dayLabelOf, endOfDay, startOfDay, timeOfDay } from '../core/clock.ts'
import { timezoneOf } from '../people/settings.ts'
import type { User } from '../people/users.ts'
import type { ConversationParts } from './parts.ts'
import { replyTokensSince } from './usage.ts'

type SpentParts = Pick<ConversationParts, 'store' | 'clock' | 'settings' | 'defaultTimezone'>

/**
 * What is said to a person whose replies have used up the tokens of their day; undefined as long as some are left, or where
 * there is no limit. Day summaries are not counted: one import can call for a thousand of them.
 */
export async function spentToday(parts: SpentParts, user: User): Promise<string | undefined> {
  const limit = parts.settings.tokensPerDay
  if (limit === 0) return undefined
  const timezone = timezoneOf(parts, user)
  const today = dayLabelOf(parts.clock.now(), timezone)
  if ((await replyTokensSince(parts.store.db, user.id, startOfDay(today, timezone))) < limit) return undefined
  const freeAt = timeOfDay(endOfDay(today, timezone), timezone)
  return `You have used up the limit of ${limit.toLocaleString('en')} tokens a day, which begins anew at ${freeAt} (${timezone}): your message is kept, so send /retry then to have it answered.`
}
