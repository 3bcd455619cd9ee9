import type { ThreadId, UserId } from '../core/ids.ts'
import type { Merge } from '../core/personal-data.ts'
import { storeTimezone } from '../people/settings.ts'
import { type User, userById } from '../people/users.ts'
import type { Tx } from '../store/store.ts'
import { revokeLeases } from '../threads/lease.ts'
import { lockDays } from '../threads/merge.ts'
import { relabelDays } from '../threads/relabel.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import type { RightsParts } from './parts.ts'

/** Two people who are one from now on: the first becomes part of the second. */
export interface Pair {
  readonly from: UserId
  readonly into: UserId
}

/**
 * Locks two people and their threads, each in the order of their ids. Work that was begun in the thread that goes is taken from
 * whoever does it, and gone on with in the other. Undefined when one of them is gone, or the second has no thread.
 */
export async function lockPair(tx: Tx, pair: Pair, now: Date): Promise<Merge | undefined> {
  const before = await findContinuousThread(tx, pair.from)
  // Leases first, as everybody who works under one.
  if (before) await revokeLeases(tx, [`thread:${before}`, `commands:${before}`])
  const ids = [pair.from, pair.into]
  const people = await tx.$queryRaw<unknown[]>`SELECT id FROM users WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`
  const [from, into] = [await findContinuousThread(tx, pair.from), await findContinuousThread(tx, pair.into)]
  if (people.length < 2 || !into) return undefined
  const threads = [into, ...(from ? [from] : [])].sort((a, b) => a - b)
  for (const id of threads) await lockThread(tx, id)
  return { from: { userId: pair.from, threadId: from }, into: { userId: pair.into, threadId: into }, now }
}

/** Makes one person of two, who are locked. Throws InputError while something of theirs is being forgotten. */
export async function mergePeople(tx: Tx, { personalData }: Pick<RightsParts, 'personalData'>, merge: Merge): Promise<void> {
  await inOneTimezone(tx, merge)
  if (merge.from.threadId) await lockDays(tx, merge.from.threadId)
  for (const { merge: mergeThese } of personalData) await mergeThese?.(tx, merge)
  await tx.user.delete({ where: { id: merge.from.userId } })
}

/** Who has never said a timezone gets their first one now, so their days are cut again by it. */
async function inOneTimezone(tx: Tx, merge: Merge): Promise<void> {
  const { from, into } = merge
  const [one, other] = [await userById(tx, from.userId), await userById(tx, into.userId)]
  if (!one || !other) return
  await takeTimezone(tx, merge, { of: one, for: other, threadId: into.threadId })
  await takeTimezone(tx, merge, { of: other, for: one, threadId: from.threadId })
}

interface Taking {
  readonly of: User
  readonly for: User
  readonly threadId: ThreadId | undefined
}

async function takeTimezone(tx: Tx, { now }: Merge, { of, for: taker, threadId }: Taking): Promise<void> {
  if (taker.timezone !== null || of.timezone === null) return
  await storeTimezone(tx, taker.id, of.timezone)
  if (threadId) await relabelDays(tx, threadId, { timezone: of.timezone, now })
}
