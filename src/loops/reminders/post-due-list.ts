import type { ReminderId, UserId } from '../../core/domain/ids.ts'
import { isQuiet, nextOccurrence } from '../../core/lib/quiet-hours.ts'
import { findUserById, resolveTimezone, type User } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredNotice, storeNotice } from '../../threads/notify.ts'
import type { LoopDeps } from '../deps.ts'
import { loadDueList } from './due-list.ts'
import { noPlaceDelayMs, postponeReminders } from './post-reminder.ts'

/** How long after a digest that waits to be posted the list is posted after all, in ms. The digest usually contains it. */
const digestGraceMs = 10 * 60_000

/** Lists what is due without a time as a message of its own, because no digest has listed it. The user's thread is locked. */
export async function postDueList(tx: Tx, deps: LoopDeps, userId: UserId): Promise<StoredNotice | undefined> {
  const user = await findUserById(tx, userId)
  const now = deps.clock.now()
  const rows = await tx.$queryRaw<{ id: ReminderId }[]>`
    SELECT r.id FROM reminders r JOIN open_loops l ON l.id = r.loop_id
    WHERE l.user_id = ${userId} AND r.state = 'waiting' AND NOT r.is_timed AND r.post_at <= ${now}`
  // Another process or the digest may have listed them.
  if (!user || rows.length === 0) return undefined
  const ids = rows.map(({ id }) => id)
  const later = await findPostponement(tx, deps, user)
  if (later) {
    await postponeReminders(tx, ids, later)
    return undefined
  }
  const list = await loadDueList(tx, deps, userId)
  const notice =
    list && (await storeNotice(tx, deps, userId, () => ({ text: list.markdown, buttons: list.buttons, isOfToday: true, silent: true })))
  if (notice) await list.onPosted(tx, notice.messageId)
  else await postponeReminders(tx, ids, new Date(now.getTime() + noPlaceDelayMs))
  return notice
}

/** Returns when to look again: after quiet hours, or after the digest that waits to be posted. Undefined if neither is the case. */
async function findPostponement(tx: Tx, deps: LoopDeps, user: User): Promise<Date | undefined> {
  const now = deps.clock.now()
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const { summarySettings: quietHours } = deps
  if (isQuiet(quietHours, timezone, now)) return nextOccurrence(quietHours.quietUntil, timezone, now)
  const [digest] = await tx.$queryRaw<{ dueAt: Date }[]>`
    SELECT g.due_at AS "dueAt" FROM continuous_threads c JOIN day_segments s ON s.thread_id = c.thread_id JOIN digests g ON g.segment_id = s.id
    WHERE c.user_id = ${user.id} AND g.state = 'waiting' ORDER BY g.due_at DESC LIMIT 1`
  const afterDigest = digest && new Date(digest.dueAt.getTime() + digestGraceMs)
  return afterDigest && afterDigest > now ? afterDigest : undefined
}
