import type { Clock } from '../core/clock.ts'
import type { AccountId, Invocation, MessageId, PlatformMessageId, ThreadId, UserId } from '../core/ids.ts'
import type { Message, MessageKind } from '../core/messages.ts'
import type { InboundAttachment, PlaceRef } from '../core/platform.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { insertAttachments } from './attachments.ts'
import { type DaySegment, segmentFor } from './days.ts'
import { insertMessages } from './insert.ts'
import { type Place, placeFor } from './places.ts'
import { findMessage, messageAt } from './read.ts'
import { continuousThread, lockThread } from './thread.ts'

export interface AppendParts {
  readonly store: Store
  readonly clock: Clock
}

/** Something a user wrote. */
export interface Append {
  readonly userId: UserId
  /** The user's timezone at this moment (IANA). */
  readonly timezone: string
  readonly accountId: AccountId
  readonly authorName: string
  readonly place: PlaceRef
  readonly platformMessageId: PlatformMessageId
  readonly platformOrder: bigint
  readonly kind: Extract<MessageKind, 'chat' | 'command'>
  readonly text: string
  readonly sentAt: Date
  readonly editedAt?: Date
  readonly replyTo?: PlatformMessageId
  readonly invocation?: Invocation
  /** Its text opens something until then, and is taken away after. */
  readonly secretUntil?: Date
  /** Fetched when the message is answered, so a command's are not kept. */
  readonly attachments?: readonly InboundAttachment[]
  /** Whether it is to be answered. */
  readonly owed: boolean
}

export interface Appended {
  /** Whose it is: not who was named, where the account has become another person's meanwhile. */
  readonly userId: UserId
  readonly message: Message
  readonly place: Place
  /** False when it was stored already: then nothing was changed. */
  readonly isNew: boolean
  readonly segment: DaySegment
  /** Whether it opened its day. */
  readonly opened: boolean
}

/** How often it is begun again when its account has become another person's meanwhile. */
const mostTries = 5

/**
 * Stores a user's message in their continuous thread, once, on its day. Whose thread that is, is decided when it is locked: the
 * account may have become another person's since the message came in.
 */
export async function append(parts: AppendParts, input: Append): Promise<Appended> {
  for (let tries = 0; tries < mostTries; tries++) {
    const owner = await ownerOf(parts.store.db, input.accountId)
    const userId = owner?.userId ?? input.userId
    const threadId = owner?.threadId ?? (await continuousThread(parts, userId, parts.clock.now()))
    const appended = await parts.store.transaction((tx) => appendTo(tx, parts, { ...input, userId, threadId }))
    if (appended) return appended
  }
  throw new Error('The thread was deleted while a message was stored. Send it again.')
}

interface Owner {
  readonly userId: UserId
  readonly threadId: ThreadId | null
}

/** Whose an account is. Relies on accounts_pkey and continuous_threads_pkey. */
async function ownerOf(db: Db, accountId: AccountId): Promise<Owner | undefined> {
  const [owner] = await db.$queryRaw<Owner[]>`
    SELECT a.user_id AS "userId", c.thread_id AS "threadId"
    FROM accounts a LEFT JOIN continuous_threads c ON c.user_id = a.user_id WHERE a.id = ${accountId}`
  return owner
}

/** Undefined when the thread is gone, or is not the one of this account any more. */
async function appendTo(tx: Tx, { clock }: AppendParts, input: Append & { readonly threadId: ThreadId }): Promise<Appended | undefined> {
  const { userId, threadId } = input
  if (!(await lockThread(tx, threadId)) || (await ownerOf(tx, input.accountId))?.threadId !== threadId) return undefined
  const now = clock.now()
  const place = await placeFor(tx, input.place, userId, input.sentAt)
  const stored = await messageAt(tx, { threadId, placeId: place.id, platformMessageId: input.platformMessageId })
  if (stored) return { userId, message: stored.message, place, isNew: false, segment: stored.segment, opened: false }

  const { segment, opened } = await segmentFor(tx, { threadId, sentAt: input.sentAt, timezone: input.timezone, now })
  const replyToId = input.replyTo && (await repliedTo(tx, threadId, place, input.replyTo))
  const [message] = await insertMessages(tx, threadId, [
    {
      segmentId: segment.id,
      placeId: place.id,
      audience: place.audience,
      role: 'user',
      kind: input.kind,
      authorAccountId: input.accountId,
      authorName: input.authorName,
      text: input.text,
      sentAt: input.sentAt,
      platformOrder: input.platformOrder,
      platformMessageId: input.platformMessageId,
      owed: input.owed,
      ...(replyToId && { replyToId }),
      ...(input.editedAt && { editedAt: input.editedAt }),
      ...(input.invocation && { invocation: input.invocation }),
      ...(input.secretUntil && { secretUntil: input.secretUntil }),
    },
  ])
  if (!message) throw new Error('A message was stored by two at once in a locked thread.')
  if (input.attachments && input.kind === 'chat') await insertAttachments(tx, message.id, { attachments: input.attachments })
  return { userId, message, place, isNew: true, segment, opened }
}

async function repliedTo(tx: Tx, threadId: ThreadId, place: Place, platformMessageId: PlatformMessageId): Promise<MessageId | undefined> {
  return (await findMessage(tx, { threadId, placeId: place.id, platformMessageId }))?.id
}
