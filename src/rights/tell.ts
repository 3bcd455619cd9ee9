import type { Broadcast } from '../core/broadcast.ts'
import type { Clock } from '../core/clock.ts'
import type { MessageId, PlaceId, ThreadId, UserId } from '../core/ids.ts'
import type { Jobs } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import type { Button } from '../core/platform.ts'
import { hint } from '../jobs/hint.ts'
import { timezoneOf } from '../people/settings.ts'
import { userById } from '../people/users.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { segmentFor } from '../threads/days.ts'
import type { Post } from '../threads/outgoing.ts'
import { lastDirectPlace, placeById } from '../threads/places.ts'
import { latestDay } from '../threads/read.ts'
import { continuousThread, findContinuousThread, lockThread } from '../threads/thread.ts'

export interface TellParts {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Log
  readonly broadcast: Broadcast
  readonly post: Post
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
}

/** What is said to a person of our own accord. */
export interface Told {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /** A direct place of theirs; without it, and where it is theirs no more, where they last wrote to the bot alone. */
  readonly placeId?: PlaceId
}

/** Says something to a person alone, in their conversation. False where they have never written to the bot alone. */
export async function tell(parts: TellParts, userId: UserId, told: Told): Promise<boolean> {
  const { store, clock } = parts
  if (!(await userById(store.db, userId)) || !(await placeOf(store.db, userId, told))) return false
  await continuousThread(parts, userId, clock.now())
  const noticed = await store.transaction((tx) => notice(tx, parts, userId, told))
  await send(parts, noticed)
  return noticed !== undefined
}

/** Read in the transaction that writes: an account may leave a person, and its places with it. */
async function placeOf(db: Db, userId: UserId, { placeId }: Told): Promise<PlaceId | undefined> {
  const named = placeId && (await placeById(db, placeId))
  return (named?.userId === userId ? named : await lastDirectPlace(db, userId))?.id
}

/** A notice that is stored and not sent yet. */
export interface Noticed {
  readonly userId: UserId
  readonly threadId: ThreadId
  readonly messageId: MessageId
}

/** The same as part of something larger; `send` it after the commit. Locks the thread. Undefined where there is none, or no place. */
export async function notice(tx: Tx, parts: TellParts, userId: UserId, told: Told): Promise<Noticed | undefined> {
  const now = parts.clock.now()
  const user = await userById(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  // Gone: made one with another person, or deleted, a moment ago.
  if (!user || !threadId || !(await lockThread(tx, threadId))) return undefined
  const placeId = await placeOf(tx, userId, told)
  if (!placeId) return undefined
  const { text, buttons } = told
  const timezone = timezoneOf(parts, user)
  const segment = (await latestDay(tx, threadId)) ?? (await segmentFor(tx, { threadId, sentAt: now, timezone, now })).segment
  const outgoing = { threadId, segmentId: segment.id, placeId, kind: 'notice' as const, text, ...(buttons && { buttons }) }
  return { userId, threadId, messageId: await parts.post(tx, outgoing) }
}

export async function send(parts: TellParts, noticed: Noticed | undefined): Promise<void> {
  if (!noticed) return
  const { userId, threadId, messageId } = noticed
  await hint(parts, 'deliver-message', { messageId })
  parts.broadcast.publish({ type: 'thread-changed', userId, threadId })
}
