import type { MessageId, PlaceId, ThreadId, UserId } from '../core/domain/ids.ts'
import { type Localized, translatorOf } from '../core/messages/messages.ts'
import type { Button } from '../core/ports/platform.ts'
import { enqueue } from '../jobs/job-list.ts'
import { findUserById, resolveTimezone } from '../people/users.ts'
import type { Db, Tx } from '../store/store.ts'
import { ensureSegment } from './days/day-segment.ts'
import type { ThreadDeps } from './deps.ts'
import { findLatestDay } from './messages/read-messages.ts'
import { findLastDirectPlace, findPlaceById } from './places.ts'
import { ensureContinuousThread, findContinuousThread, lockThread } from './thread.ts'

/** A notice to a user, not in reply to a message. */
export interface UserNotice {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /**
   * One of the user's direct places. If it is absent or no longer theirs, the notice goes to the direct place where they were last active.
   */
  readonly placeId?: PlaceId
  /** Whether it is a message of today, which then has a day even if the user writes nothing. It joins their latest day otherwise. */
  readonly isOfToday?: boolean
  /** See OutgoingMessage. */
  readonly silent?: boolean
  readonly repeats?: MessageId
}

/** Sends a notice in the user's language to their direct place. Returns false if the user has never written in a direct place. */
export async function notifyUser(deps: ThreadDeps, userId: UserId, userNotice: Localized<UserNotice>): Promise<boolean> {
  const { store, clock } = deps
  const user = await findUserById(store.db, userId)
  if (!user || !(await resolveNoticePlace(store.db, userId, userNotice(translatorOf(user.language))))) return false
  await ensureContinuousThread(store, userId, clock.now())
  const storedNotice = await store.transaction((tx) => storeNotice(tx, deps, userId, userNotice))
  await enqueueNotice(deps, storedNotice)
  return storedNotice !== undefined
}

/**
 * Returns the place that a notice goes to. Called again in the transaction that writes the notice, because an account may leave its user
 * and take its places along.
 */
async function resolveNoticePlace(db: Db, userId: UserId, { placeId }: Pick<UserNotice, 'placeId'>): Promise<PlaceId | undefined> {
  const requestedPlace = placeId && (await findPlaceById(db, placeId))
  return (requestedPlace?.userId === userId ? requestedPlace : await findLastDirectPlace(db, userId))?.id
}

/** A stored notice that has not been sent yet. */
export interface StoredNotice {
  readonly userId: UserId
  readonly threadId: ThreadId
  readonly messageId: MessageId
}

/**
 * Stores a notice as part of a transaction. Pass the result to `enqueueNotice` after the commit. Locks the thread. Returns undefined if
 * there is no thread or place.
 */
export async function storeNotice(
  tx: Tx,
  deps: ThreadDeps,
  userId: UserId,
  userNotice: Localized<UserNotice>,
): Promise<StoredNotice | undefined> {
  const now = deps.clock.now()
  const user = await findUserById(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  // The user may have been merged or deleted a moment ago.
  if (!user || !threadId || !(await lockThread(tx, threadId))) return undefined
  const { placeId: requestedPlaceId, isOfToday = false, ...notice } = userNotice(translatorOf(user.language))
  const placeId = await resolveNoticePlace(tx, userId, requestedPlaceId ? { placeId: requestedPlaceId } : {})
  if (!placeId) return undefined
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const latestDay = isOfToday ? undefined : await findLatestDay(tx, threadId)
  const segment = latestDay ?? (await ensureSegment(tx, { threadId, sentAt: now, timezone, now })).segment
  const messageId = await deps.post(tx, { threadId, segmentId: segment.id, placeId, kind: 'notice', ...notice })
  return { userId, threadId, messageId }
}

export async function enqueueNotice(deps: ThreadDeps, storedNotice: StoredNotice | undefined): Promise<void> {
  if (!storedNotice) return
  const { userId, threadId, messageId } = storedNotice
  await enqueue(deps, 'deliver-message', { messageId })
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
}
