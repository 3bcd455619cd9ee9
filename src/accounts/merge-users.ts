import type { ThreadId, UserId } from '../core/domain/ids.ts'
import type { PersonalData, UserMerge } from '../core/ports/personal-data.ts'
import { deleteUser, findUserById, lockUsers, storeTimezone, type User } from '../people/users.ts'
import type { Tx } from '../store/store.ts'
import { reassignDays } from '../threads/days/reassign-days.ts'
import { leaseName, revokeLeases } from '../threads/lease.ts'
import { lockDays } from '../threads/privacy/merge.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'

/** Two users to merge: `from` becomes part of `into`. */
export interface UserPair {
  readonly from: UserId
  readonly into: UserId
}

/**
 * Locks two users and their threads, each in the order of their ids. Revokes the leases of the thread that is merged away. Its pending
 * work continues in the other thread. Returns undefined if a user no longer exists or `into` has no thread.
 */
export async function lockUsersForMerge(tx: Tx, pair: UserPair, now: Date): Promise<UserMerge | undefined> {
  const threadIdBefore = await findContinuousThread(tx, pair.from)
  // Leases come before other locks. This order is used everywhere.
  if (threadIdBefore) await revokeLeases(tx, [leaseName('thread', threadIdBefore), leaseName('commands', threadIdBefore)])
  const areLocked = await lockUsers(tx, [pair.from, pair.into])
  const [from, into] = [await findContinuousThread(tx, pair.from), await findContinuousThread(tx, pair.into)]
  if (!areLocked || !into) return undefined
  const threads = [into, ...(from ? [from] : [])].sort((a, b) => a - b)
  for (const id of threads) await lockThread(tx, id)
  return { from: { userId: pair.from, threadId: from }, into: { userId: pair.into, threadId: into }, now }
}

/** Merges two locked users. Throws InputError while a deletion is running for either of them. */
export async function mergeUsers(tx: Tx, personalData: readonly PersonalData<Tx>[], merge: UserMerge): Promise<void> {
  await alignTimezones(tx, merge)
  if (merge.from.threadId) await lockDays(tx, merge.from.threadId)
  for (const { merge: mergeFeature } of personalData) await mergeFeature?.(tx, merge)
  await deleteUser(tx, merge.from.userId)
}

/** If only one user has set a time zone, applies it to the other one and reassigns their days. */
async function alignTimezones(tx: Tx, merge: UserMerge): Promise<void> {
  const { from, into } = merge
  const [fromUser, intoUser] = [await findUserById(tx, from.userId), await findUserById(tx, into.userId)]
  if (!fromUser || !intoUser) return
  await adoptTimezone(tx, merge, { source: fromUser, target: intoUser, threadId: into.threadId })
  await adoptTimezone(tx, merge, { source: intoUser, target: fromUser, threadId: from.threadId })
}

interface TimezoneAdoption {
  readonly source: User
  readonly target: User
  readonly threadId: ThreadId | undefined
}

async function adoptTimezone(tx: Tx, { now }: UserMerge, { source, target, threadId }: TimezoneAdoption): Promise<void> {
  if (target.timezone !== null || source.timezone === null) return
  await storeTimezone(tx, target.id, source.timezone)
  if (threadId) await reassignDays(tx, threadId, { timezone: source.timezone, now })
}
