import type { Broadcast } from '../core/broadcast.ts'
import type { Clock } from '../core/clock.ts'
import type { PlaceId, UserId } from '../core/ids.ts'
import type { Jobs } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import type { Button } from '../core/platform.ts'
import { hint } from '../jobs/hint.ts'
import { timezoneOf } from '../people/settings.ts'
import { userById } from '../people/users.ts'
import type { Store } from '../store/store.ts'
import { segmentFor } from '../threads/days.ts'
import type { Post } from '../threads/outgoing.ts'
import { lastDirectPlace, placeById } from '../threads/places.ts'
import { latestDay } from '../threads/read.ts'
import { continuousThread, lockThread } from '../threads/thread.ts'

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
  /** A direct place of theirs; without it, where they last wrote to the bot alone. */
  readonly placeId?: PlaceId
}

/** Says something to a person alone, in their conversation. False where they have never written to the bot alone. */
export async function tell(parts: TellParts, userId: UserId, { text, buttons, placeId }: Told): Promise<boolean> {
  const { store, clock, broadcast } = parts
  const now = clock.now()
  const user = await userById(store.db, userId)
  const place = placeId ? await placeById(store.db, placeId) : await lastDirectPlace(store.db, userId)
  if (!user || !place) return false
  const threadId = await continuousThread(parts, userId, now)
  const messageId = await store.transaction(async (tx) => {
    // Gone: made one with another person, or deleted, a moment ago.
    if (!(await lockThread(tx, threadId))) return undefined
    const timezone = timezoneOf(parts, user)
    const segment = (await latestDay(tx, threadId)) ?? (await segmentFor(tx, { threadId, sentAt: now, timezone, now })).segment
    return parts.post(tx, { threadId, segmentId: segment.id, placeId: place.id, kind: 'notice', text, ...(buttons && { buttons }) })
  })
  if (!messageId) return false
  await hint(parts, 'deliver-message', { messageId })
  broadcast.publish({ type: 'thread-changed', userId, threadId })
  return true
}
