import type { ForgettingId, UserId } from '../../core/ids.ts'
import { hint } from '../../jobs/hint.ts'
import type { Db } from '../../store/store.ts'
import type { RightsParts } from '../parts.ts'

export type Confirmed =
  /** It is being forgotten from now on. */
  | 'begun'
  /** That was confirmed before. */
  | 'running'
  | 'done'
  /** What was listed may not be what there is any more. */
  | 'expired'
  /** There is no such list, or it is somebody else's. */
  | 'unknown'

/** Has the same person's list be forgotten. Of everything, all that there is at this moment. Twice is once. */
export async function confirmForgetting(parts: RightsParts, userId: UserId, id: ForgettingId): Promise<Confirmed> {
  const { db } = parts.store
  const confirmed = await db.$executeRaw`
    UPDATE forgettings f SET state = 'confirmed', message_ids = CASE f.kind WHEN 'everything'
      THEN ARRAY(SELECT max(m.id) FROM messages m JOIN continuous_threads c ON c.thread_id = m.thread_id WHERE c.user_id = f.user_id)
      ELSE f.message_ids END
    WHERE f.id = ${id} AND f.user_id = ${userId} AND f.state = 'listed' AND f.expires_at > ${parts.clock.now()}`
  if (confirmed > 0) {
    await hint(parts, 'forget', { forgettingId: id })
    return 'begun'
  }
  const known = await db.forgetting.findFirst({ where: { id, userId }, select: { state: true } })
  if (!known) return 'unknown'
  if (known.state === 'listed') return 'expired'
  return known.state === 'done' ? 'done' : 'running'
}

/** Throws a list away. False where there is none of the person's that waits. */
export async function keepListed({ store }: Pick<RightsParts, 'store'>, userId: UserId, id: ForgettingId): Promise<boolean> {
  const { count } = await store.db.forgetting.deleteMany({ where: { id, userId, state: 'listed' } })
  return count > 0
}

/** How far a person's confirmed forgetting is, the latest that is not done. */
export async function forgettingUnderWay(db: Db, userId: UserId): Promise<{ readonly forgotten: number } | undefined> {
  const found = await db.forgetting.findFirst({
    where: { userId, state: 'confirmed', kind: { not: 'deletion' } },
    orderBy: { id: 'desc' },
    select: { forgotten: true },
  })
  return found ?? undefined
}
