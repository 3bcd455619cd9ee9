import type { MessageId, PlaceId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { Button } from '../core/ports/platform.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { resolveTimezone } from '../people/settings.ts'
import { findUserById } from '../people/users.ts'
import type { Db, Tx } from '../store/store.ts'
import { ensureSegment } from './days/day-segment.ts'
import type { NoticeDeps } from './deps.ts'
import { findLatestDay } from './messages/read-messages.ts'
import { findLastDirectPlace, findPlaceById } from './places.ts'
import { ensureContinuousThread, findContinuousThread, lockThread } from './thread.ts'

/** What is said to a person of our own accord. */
export interface UserNotice {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /** A direct place of theirs; without it, and where it is theirs no more, where they last wrote to the bot alone. */
  readonly placeId?: PlaceId
}

/** Says something to a person alone, in their conversation. False where they have never written to the bot alone. */
export async function notifyUser(deps: NoticeDeps, userId: UserId, userNotice: UserNotice): Promise<boolean> {
  const { store, clock } = deps
  if (!(await findUserById(store.db, userId)) || !(await resolveNoticePlace(store.db, userId, userNotice))) return false
  await ensureContinuousThread(store, userId, clock.now())
  const storedNotice = await store.transaction((tx) => storeNotice(tx, deps, userId, userNotice))
  await enqueueNotice(deps, storedNotice)
  return storedNotice !== undefined
}

/** Read in the transaction that writes: an account may leave a person, and its places with it. */
async function resolveNoticePlace(db: Db, userId: UserId, { placeId }: UserNotice): Promise<PlaceId | undefined> {
  const requestedPlace = placeId && (await findPlaceById(db, placeId))
  return (requestedPlace?.userId === userId ? requestedPlace : await findLastDirectPlace(db, userId))?.id
}

/** A notice that is stored and not sent yet. */
export interface StoredNotice {
  readonly userId: UserId
  readonly threadId: ThreadId
  readonly messageId: MessageId
}

/** The same as part of something larger; `send` it after the commit. Locks the thread. Undefined where there is none, or no place. */
export async function storeNotice(tx: Tx, deps: NoticeDeps, userId: UserId, userNotice: UserNotice): Promise<StoredNotice | undefined> {
  const now = deps.clock.now()
  const user = await findUserById(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  // Gone: made one with another person, or deleted, a moment ago.
  if (!user || !threadId || !(await lockThread(tx, threadId))) return undefined
  const placeId = await resolveNoticePlace(tx, userId, userNotice)
  if (!placeId) return undefined
  const { text, buttons } = userNotice
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const segment = (await findLatestDay(tx, threadId)) ?? (await ensureSegment(tx, { threadId, sentAt: now, timezone, now })).segment
  const outgoing = { threadId, segmentId: segment.id, placeId, kind: 'notice' as const, text, ...(buttons && { buttons }) }
  return { userId, threadId, messageId: await deps.post(tx, outgoing) }
}

export async function enqueueNotice(deps: NoticeDeps, storedNotice: StoredNotice | undefined): Promise<void> {
  if (!storedNotice) return
  const { userId, threadId, messageId } = storedNotice
  await enqueue(deps, 'deliver-message', { messageId })
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
}
