import type { MessageId, PlaceId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { Broadcast } from '../core/ports/broadcast.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Button } from '../core/ports/platform.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { resolveTimezone } from '../people/settings.ts'
import { findUserById } from '../people/users.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { ensureSegment } from './days/day-segment.ts'
import { findLatestDay } from './messages/read-messages.ts'
import type { PostMessage } from './outgoing-message.ts'
import { findLastDirectPlace, findPlaceById } from './places.ts'
import { ensureContinuousThread, findContinuousThread, lockThread } from './thread.ts'

export interface TellParts {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Log
  readonly broadcast: Broadcast
  readonly post: PostMessage
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
}

/** What is said to a person of our own accord. */
export interface UserNotice {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /** A direct place of theirs; without it, and where it is theirs no more, where they last wrote to the bot alone. */
  readonly placeId?: PlaceId
}

/** Says something to a person alone, in their conversation. False where they have never written to the bot alone. */
export async function notifyUser(parts: TellParts, userId: UserId, userNotice: UserNotice): Promise<boolean> {
  const { store, clock } = parts
  if (!(await findUserById(store.db, userId)) || !(await resolveNoticePlace(store.db, userId, userNotice))) return false
  await ensureContinuousThread(parts, userId, clock.now())
  const storedNotice = await store.transaction((tx) => storeNotice(tx, parts, userId, userNotice))
  await enqueueNotice(parts, storedNotice)
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
export async function storeNotice(tx: Tx, parts: TellParts, userId: UserId, userNotice: UserNotice): Promise<StoredNotice | undefined> {
  const now = parts.clock.now()
  const user = await findUserById(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  // Gone: made one with another person, or deleted, a moment ago.
  if (!user || !threadId || !(await lockThread(tx, threadId))) return undefined
  const placeId = await resolveNoticePlace(tx, userId, userNotice)
  if (!placeId) return undefined
  const { text, buttons } = userNotice
  const timezone = resolveTimezone(parts, user)
  const segment = (await findLatestDay(tx, threadId)) ?? (await ensureSegment(tx, { threadId, sentAt: now, timezone, now })).segment
  const outgoing = { threadId, segmentId: segment.id, placeId, kind: 'notice' as const, text, ...(buttons && { buttons }) }
  return { userId, threadId, messageId: await parts.post(tx, outgoing) }
}

export async function enqueueNotice(parts: TellParts, storedNotice: StoredNotice | undefined): Promise<void> {
  if (!storedNotice) return
  const { userId, threadId, messageId } = storedNotice
  await enqueue(parts, 'deliver-message', { messageId })
  parts.broadcast.publish({ type: 'thread-changed', userId, threadId })
}
