import type { ChangeSeq, ThreadId, UserId } from '../core/domain/ids.ts'
import type { Db, Store, Tx } from '../store/store.ts'

/** A user's continuous thread, if it has begun. */
export async function findContinuousThread(db: Db, userId: UserId): Promise<ThreadId | undefined> {
  const binding = await db.continuousThread.findUnique({ where: { userId }, select: { threadId: true } })
  return binding?.threadId as ThreadId | undefined
}

/** A user's continuous thread, begun if it has not: a hundred at once begin one. */
export async function ensureContinuousThread(store: Store, userId: UserId, now: Date): Promise<ThreadId> {
  const found = await findContinuousThread(store.db, userId)
  if (found) return found
  return store.transaction(async (tx) => {
    // Whoever comes second waits here, and then finds the thread of the first.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const existing = await findContinuousThread(tx, userId)
    if (existing) return existing
    const thread = await tx.thread.create({ data: { kind: 'continuous', createdAt: now } })
    await tx.continuousThread.create({ data: { userId, threadId: thread.id } })
    return thread.id as ThreadId
  })
}

export interface LockedThread {
  readonly id: ThreadId
  readonly changeSeq: ChangeSeq
  readonly revision: number
}

/** Keeps a thread as it is for the rest of the transaction; any number may do so at once. */
export async function lockThreadShared(tx: Tx, id: ThreadId): Promise<void> {
  await tx.$queryRaw`SELECT id FROM threads WHERE id = ${id} FOR SHARE`
}

/** Locks a thread against other writers for the rest of the transaction; undefined when it is gone. Inserts that only refer to it are not held up. */
export async function lockThread(tx: Tx, id: ThreadId): Promise<LockedThread | undefined> {
  const [thread] = await tx.$queryRaw<LockedThread[]>`
    SELECT id, change_seq AS "changeSeq", revision FROM threads WHERE id = ${id} FOR NO KEY UPDATE`
  return thread
}

/** Returns the last change of a thread, 0 if it has none. */
export async function findChangeSeq(db: Db, id: ThreadId): Promise<ChangeSeq> {
  const thread = await db.thread.findUnique({ where: { id }, select: { changeSeq: true } })
  return (thread?.changeSeq ?? 0) as ChangeSeq
}
