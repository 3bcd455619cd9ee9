import type { UserId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { findTimezone } from '../../core/ports/clock.ts'
import { storeTimezone } from '../../people/users.ts'
import type { TimezoneDeps } from '../deps.ts'
import { findContinuousThread } from '../thread.ts'
import { reassignDays } from './reassign-days.ts'

/**
 * Sets a user's timezone. Returns its canonical name, and whether it is the user's first timezone. Only the first one reassigns past
 * messages to days. Throws LocalizedInputError for an unknown timezone.
 */
export async function setTimezone(deps: TimezoneDeps, userId: UserId, name: string): Promise<{ timezone: string; isFirst: boolean }> {
  const timezone = findTimezone(name)
  if (!timezone) throw new LocalizedInputError('timezone.unknown', { name: name.slice(0, 60) })
  return deps.store.transaction(async (tx) => {
    const before = await tx.user.findUnique({ where: { id: userId }, select: { timezone: true } })
    const isFirst = await storeTimezone(tx, userId, timezone)
    const threadId = isFirst && (await findContinuousThread(tx, userId))
    if (threadId) await reassignDays(tx, threadId, { timezone, now: deps.clock.now() })
    await deps.onTimezoneChange(tx, { userId, from: before?.timezone ?? deps.defaultTimezone, to: timezone })
    return { timezone, isFirst }
  })
}
