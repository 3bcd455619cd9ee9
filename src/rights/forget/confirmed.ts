import type { ForgettingId, MemoryId, MessageId, PlaceId, ThreadId, UserId } from '../../core/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import type { Scope } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Wanted } from './wanted.ts'

/** What is to be forgotten now. */
export interface Confirmed {
  readonly id: ForgettingId
  readonly kind: Wanted['kind'] | 'deletion'
  readonly userId: UserId
  /** Of the person, who may have been made one with another since it was asked for. */
  readonly threadId: ThreadId
  readonly placeId: PlaceId
  readonly isDirect: boolean
  readonly commandId: MessageId | null
  /** Of everything: the last that there was. */
  readonly messageIds: readonly MessageId[]
  readonly memoryIds: readonly MemoryId[]
  /** How many of the messages are forgotten already. */
  readonly forgotten: number
  readonly listedAt: Date
}

/** Undefined when it is done. */
export async function confirmedForgetting(db: Db, id: ForgettingId): Promise<Confirmed | undefined> {
  const [forgetting] = await db.$queryRaw<Confirmed[]>`
    SELECT f.id, f.kind, f.user_id AS "userId", c.thread_id AS "threadId", f.place_id AS "placeId", p.kind = 'direct' AS "isDirect",
      f.command_id AS "commandId", f.message_ids AS "messageIds", f.memory_ids AS "memoryIds", f.forgotten, f.listed_at AS "listedAt"
    FROM forgettings f JOIN continuous_threads c ON c.user_id = f.user_id JOIN places p ON p.id = f.place_id
    WHERE f.id = ${id} AND f.state = 'confirmed'`
  return forgetting
}

export const scopeOf = ({ userId, threadId }: Confirmed): Scope => ({ userId, threadId, audience: 'private' })

/** Notes how far it is. */
export async function advance(tx: Tx, { id, forgotten }: Pick<Confirmed, 'id' | 'forgotten'>): Promise<void> {
  await tx.forgetting.update({ where: { id }, data: { forgotten } })
}

/** Whoever forgets holds them all. */
export async function assertLeases(tx: Tx, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) await assertLease(tx, lease)
}

/** Locks a person, and then their thread, as everywhere. False when that is gone: made one with another a moment ago. */
export async function lockPerson(tx: Tx, { userId, threadId }: Pick<Confirmed, 'userId' | 'threadId'>): Promise<boolean> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return (await lockThread(tx, threadId)) !== undefined
}
