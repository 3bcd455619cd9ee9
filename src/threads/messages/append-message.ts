import type {
  AccountId,
  DayLabel,
  Invocation,
  MessageId,
  PlaceId,
  PlatformMessageId,
  SegmentId,
  ThreadId,
  UserId,
} from '../../core/domain/ids.ts'
import type { Message, MessageKind } from '../../core/domain/messages.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { InboundAttachment, PlaceRef, ReferencedMessage } from '../../core/ports/platform.ts'
import { isUnchangedSql, type UserAccount } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce, repeatAfterConflict, type Tx } from '../../store/store.ts'
import { type DaySegment, daySql, ensureSegment } from '../days/day-segment.ts'
import type { MessageDeps } from '../deps.ts'
import { type Place, upsertPlace, upsertPlaceSql } from '../places.ts'
import { findLoggedMessageId } from '../privacy/logged-messages.ts'
import type { Scope } from '../scope.ts'
import { advanceUnchanged, ensureContinuousThread, lockThread } from '../thread.ts'
import { insertAttachments } from './attachments.ts'
import { insertMessages, insertRows, type NewMessage } from './insert-messages.ts'
import { callSql, messageColumns } from './message-columns.ts'
import { findMessage, findMessageById, findUserMessage } from './read-messages.ts'
import { insertReferences, selectStorableReferences, withheldForward } from './references.ts'

/** A message that a user sent. */
export interface UserMessageInput {
  readonly userId: UserId
  /** The user's current timezone (IANA name). */
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
  /** The message replied to, by its own id. */
  readonly replyToMessage?: MessageId
  readonly invocation?: Invocation
  /** The text contains a secret and is replaced at this time. */
  readonly textExpiresAt?: Date
  /** Fetched when the message is answered. Attachments of commands are not stored. */
  readonly attachments?: readonly InboundAttachment[]
  /** Those of commands are not stored. */
  readonly refersTo?: readonly ReferencedMessage[]
  /** Whether the message needs an answer. */
  readonly pending: boolean
  /** Which earlier messages to read the times of. None if absent. */
  readonly earlier?: EarlierMessages
}

/** The latest messages that a user wrote since an instant, up to `limit`, without those of calls. */
export interface EarlierMessages {
  readonly since: Date
  readonly limit: number
}

export interface AppendResult {
  /** The user of the message, who may differ from the given one if the account has moved meanwhile. */
  readonly userId: UserId
  readonly message: Message
  readonly place: Place
  /** False if the message was already stored, in which case nothing changed. */
  readonly isNew: boolean
  readonly segment: DaySegment
  /** Whether the message opened its day. */
  readonly opened: boolean
  /** When the requested earlier messages were sent, latest first. Absent if they were not read. */
  readonly earlierSentAt?: readonly Date[]
}

/** The maximum number of attempts if the account keeps moving to another user. */
const maxAttempts = 5

/**
 * Stores a user's message once, in their continuous thread, on its day. The thread is checked again under its lock, because the account
 * may have moved to another user since the message arrived.
 */
export async function appendMessage(deps: MessageDeps, input: UserMessageInput): Promise<AppendResult> {
  const stored = isPlain(input) ? await appendPlainMessage(deps.store.db, input) : undefined
  if (stored) return stored
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const owner = await findAccountOwner(deps.store.db, input.accountId)
    const userId = owner?.userId ?? input.userId
    const threadId = owner?.threadId ?? (await ensureContinuousThread(deps.store, userId, deps.clock.now()))
    const result = await deps.store.transaction((tx) => appendToThread(tx, deps, { ...input, userId, threadId }))
    if (result) return result
  }
  throw new Error('The thread was deleted while a message was stored. Send it again.')
}

type PossibleReferences = Pick<UserMessageInput, 'attachments' | 'refersTo' | 'replyTo' | 'replyToMessage'>

/** Whether a message refers to nothing, so that one statement can store it. */
export const isPlain = ({ attachments, refersTo, replyTo, replyToMessage }: PossibleReferences): boolean =>
  !attachments && !refersTo && replyTo === undefined && replyToMessage === undefined

/**
 * Stores a plain message that belongs to a day that is open, in one statement. Returns undefined, and stores nothing, if the day must be
 * opened, if the message is already stored, or if the thread changes meanwhile. With `author`, also if they have changed since they were found.
 */
export function appendPlainMessage(db: Db, input: UserMessageInput, author?: UserAccount): Promise<AppendResult | undefined> {
  return repeatAfterConflict(() => tryAppending(db, input, author ? isUnchangedSql(author) : Prisma.sql`TRUE`))
}

async function tryAppending(db: Db, input: UserMessageInput, isAuthorUnchanged: Prisma.Sql): Promise<AppendResult | undefined> {
  const { place: ref, sentAt, platformMessageId } = input
  const label = dayLabelOf(sentAt, input.timezone)
  const row = toUserRow(input, { placeId: 0 as PlaceId, segmentId: 0 as SegmentId, audience: 'private' })
  const isStored = Prisma.sql`EXISTS (
    SELECT 1 FROM messages x JOIN places p ON p.id = x.place_id
    WHERE x.thread_id = s.id AND p.platform = ${ref.platform} AND p.tenant = ${ref.tenant} AND p.address = ${ref.address}
      AND x.platform_message_id = ${platformMessageId})`
  const [stored] = await db.$queryRaw<(Message & { userId: UserId; dayLabel: DayLabel; place: Place; earlierSentAt: Date[] })[]>(planOnce`
    WITH owner AS MATERIALIZED (
      SELECT a.user_id, c.thread_id FROM accounts a JOIN users u ON u.id = a.user_id JOIN continuous_threads c ON c.user_id = a.user_id
      WHERE a.id = ${input.accountId} AND ${isAuthorUnchanged}
    ), day AS MATERIALIZED (${daySql(Prisma.sql`(SELECT thread_id FROM owner)`, sentAt, label)}),
    ${advanceUnchanged(Prisma.sql`(SELECT thread_id FROM owner)`, 1, { condition: Prisma.sql`NOT ${isStored}`, source: Prisma.sql`, day` })},
    place AS (${upsertPlaceSql(ref, { userId: Prisma.sql`owner.user_id`, activeAt: sentAt }, Prisma.sql`thread, owner`)}),
    ${insertRows([row], { segmentId: Prisma.sql`day.id`, placeId: Prisma.sql`place.id`, audience: Prisma.sql`place.audience`, source: Prisma.sql`, day, place` })}
    SELECT ${messageColumns}, owner.user_id AS "userId", day.day_label AS "dayLabel", to_jsonb(place) AS place,
      ARRAY(${earlierSentAtSql(Prisma.sql`owner.thread_id`, { sentAt }, input.earlier)}) AS "earlierSentAt"
    FROM m, owner, day, place`)
  if (!stored) return undefined
  const { userId, dayLabel, place, earlierSentAt, ...message } = stored
  return {
    ...(input.earlier && { earlierSentAt }),
    userId,
    message,
    place,
    isNew: true,
    segment: { id: message.segmentId, dayLabel },
    opened: false,
  }
}

export interface AccountOwner {
  readonly userId: UserId
  readonly threadId: ThreadId | null
}

/** Returns the user of an account. Relies on accounts_pkey and continuous_threads_pkey. */
export async function findAccountOwner(db: Db, accountId: AccountId): Promise<AccountOwner | undefined> {
  const [owner] = await db.$queryRaw<AccountOwner[]>`
    SELECT a.user_id AS "userId", c.thread_id AS "threadId"
    FROM accounts a LEFT JOIN continuous_threads c ON c.user_id = a.user_id WHERE a.id = ${accountId}`
  return owner
}

/**
 * SQL for the times of the messages that a user wrote before an instant, latest first. `threadId` is an SQL expression. With `before`, only
 * of messages with a lower id. Relies on messages_thread_id_sent_at_platform_order_id_idx. The limit is part of the text, so that the planner
 * knows it although the statement is planned once.
 */
export const earlierSentAtSql = (
  threadId: Prisma.Sql,
  { sentAt, before }: { readonly sentAt: Date; readonly before?: MessageId },
  { since, limit }: EarlierMessages = { since: sentAt, limit: 0 },
) => Prisma.sql`
  SELECT m.sent_at AS at FROM messages m
  WHERE m.thread_id = ${threadId} AND m.role = 'user' AND m.sent_at > ${since} AND m.sent_at <= ${sentAt} AND ${callSql} IS NULL
    ${before === undefined ? Prisma.empty : Prisma.sql`AND m.id < ${before}`}
  ORDER BY m.sent_at DESC LIMIT ${Prisma.raw(String(limit))}`

/** Stores a message in a thread. Returns undefined if the thread is gone, or no longer belongs to the user of the account. */
async function appendToThread(
  tx: Tx,
  { clock }: MessageDeps,
  input: UserMessageInput & { readonly threadId: ThreadId },
): Promise<AppendResult | undefined> {
  const { userId, threadId } = input
  if (!(await lockThread(tx, threadId)) || (await findAccountOwner(tx, input.accountId))?.threadId !== threadId) return undefined
  const now = clock.now()
  const place = await upsertPlace(tx, input.place, userId, input.sentAt)
  const existing = await findUserMessage(tx, { threadId, placeId: place.id, platformMessageId: input.platformMessageId })
  if (existing) return { userId, message: existing.message, place, isNew: false, segment: existing.segment, opened: false }

  const { segment, opened } = await ensureSegment(tx, { threadId, sentAt: input.sentAt, timezone: input.timezone, now })
  const replied = { ...input, placeId: place.id }
  const replyToId =
    (await findRepliedMessageId(tx, { userId, threadId, audience: place.audience }, replied)) ??
    // A command such as /forget may concern what its author wrote in the log of a channel.
    (input.kind === 'command' && input.replyTo
      ? await findLoggedMessageId(tx, { placeId: place.id, platformMessageId: input.replyTo })
      : undefined)
  const refersTo = input.kind === 'chat' ? (input.refersTo ?? []) : []
  const { references, isTextWithheld } =
    refersTo.length > 0 ? await selectStorableReferences(tx, { threadId, place }, refersTo) : { references: [], isTextWithheld: false }
  const [message] = await insertMessages(tx, threadId, [
    {
      ...toUserRow(input, { segmentId: segment.id, placeId: place.id, audience: place.audience }),
      ...(isTextWithheld && { text: withheldForward }),
      ...(replyToId && { replyToId }),
    },
  ])
  if (!message) throw new Error('A message was stored twice at once in a locked thread.')
  if (input.attachments && input.kind === 'chat' && !isTextWithheld)
    await insertAttachments(tx, message.id, { attachments: input.attachments })
  if (references.length > 0) await insertReferences(tx, { messageId: message.id }, references)
  return { userId, message, place, isNew: true, segment, opened }
}

/** Returns the row of a user's message. */
const toUserRow = (input: UserMessageInput, position: Pick<NewMessage, 'segmentId' | 'placeId' | 'audience'>): NewMessage => ({
  ...position,
  role: 'user',
  kind: input.kind,
  authorAccountId: input.accountId,
  authorName: input.authorName,
  text: input.text,
  sentAt: input.sentAt,
  platformOrder: input.platformOrder,
  platformMessageId: input.platformMessageId,
  pending: input.pending,
  ...(input.editedAt && { editedAt: input.editedAt }),
  ...(input.invocation && { invocation: input.invocation }),
  ...(input.textExpiresAt && { textExpiresAt: input.textExpiresAt }),
})

type RepliedMessage = Pick<UserMessageInput, 'replyTo' | 'replyToMessage'> & { readonly placeId: PlaceId }

/** Returns the message replied to, if it is stored and visible in the place. */
async function findRepliedMessageId(
  tx: Tx,
  scope: Scope,
  { replyTo, replyToMessage, placeId }: RepliedMessage,
): Promise<MessageId | undefined> {
  if (replyToMessage !== undefined) return (await findMessageById(tx, scope, replyToMessage))?.id
  return replyTo && (await findMessage(tx, { threadId: scope.threadId, placeId, platformMessageId: replyTo }))?.id
}
