import type {
  AccountId,
  DayLabel,
  Invocation,
  MessageId,
  PlaceId,
  PlatformMessageId,
  SegmentId,
  ThreadId,
  TurnId,
  UserId,
} from '../../core/domain/ids.ts'
import type { Audience, Message, MessageKind, Role, ToolCall } from '../../core/domain/messages.ts'
import { storable, stripInvisible } from '../../core/domain/text.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { InboundAttachment, PlaceRef, ReferencedMessage } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, repeatAfterConflict, type Tx } from '../../store/store.ts'
import { type DaySegment, daySql, ensureSegment } from '../days/day-segment.ts'
import type { MessageDeps } from '../deps.ts'
import { type Place, upsertPlace, upsertPlaceSql } from '../places.ts'
import { findLoggedMessageId } from '../privacy/logged-messages.ts'
import type { Scope } from '../scope.ts'
import { advanceChangeSeq, advanceUnchanged, ensureContinuousThread, lockThread } from '../thread.ts'
import { insertAttachments } from './attachments.ts'
import { messageColumns } from './message-columns.ts'
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
}

/** The maximum number of attempts if the account keeps moving to another user. */
const maxAttempts = 5

/**
 * Stores a user's message once, in their continuous thread, on its day. The thread is checked again under its lock, because the account
 * may have moved to another user since the message arrived.
 */
export async function appendMessage(deps: MessageDeps, input: UserMessageInput): Promise<AppendResult> {
  const { attachments, refersTo, replyTo, replyToMessage } = input
  const isPlain = !attachments && !refersTo && replyTo === undefined && replyToMessage === undefined
  const stored = isPlain ? await repeatAfterConflict(() => appendPlainMessage(deps.store.db, input)) : undefined
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

/**
 * Stores a message that refers to nothing and belongs to a day that is open, in one statement. Returns undefined, and stores nothing, if the
 * day must be opened, if the message is already stored, or if the thread changes meanwhile.
 */
async function appendPlainMessage(db: Db, input: UserMessageInput): Promise<AppendResult | undefined> {
  const { place: ref, sentAt, platformMessageId } = input
  const label = dayLabelOf(sentAt, input.timezone)
  const row = toUserRow(input, { placeId: 0 as PlaceId, segmentId: 0 as SegmentId, audience: 'private' })
  const isStored = Prisma.sql`EXISTS (
    SELECT 1 FROM messages x JOIN places p ON p.id = x.place_id
    WHERE x.thread_id = s.id AND p.platform = ${ref.platform} AND p.tenant = ${ref.tenant} AND p.address = ${ref.address}
      AND x.platform_message_id = ${platformMessageId})`
  const [stored] = await db.$queryRaw<(Message & { userId: UserId; dayLabel: DayLabel; place: Place })[]>`
    WITH owner AS MATERIALIZED (
      SELECT a.user_id, c.thread_id FROM accounts a JOIN continuous_threads c ON c.user_id = a.user_id WHERE a.id = ${input.accountId}
    ), day AS MATERIALIZED (${daySql(Prisma.sql`(SELECT thread_id FROM owner)`, sentAt, label)}),
    ${advanceUnchanged(Prisma.sql`(SELECT thread_id FROM owner)`, 1, { condition: Prisma.sql`NOT ${isStored}`, source: Prisma.sql`, day` })},
    place AS (${upsertPlaceSql(ref, { userId: Prisma.sql`owner.user_id`, activeAt: sentAt }, Prisma.sql`thread, owner`)}),
    ${insertRows([row], { segmentId: Prisma.sql`day.id`, placeId: Prisma.sql`place.id`, audience: Prisma.sql`place.audience`, source: Prisma.sql`, day, place` })}
    SELECT ${messageColumns}, owner.user_id AS "userId", day.day_label AS "dayLabel", to_jsonb(place) AS place FROM m, owner, day, place`
  if (!stored) return undefined
  const { userId, dayLabel, place, ...message } = stored
  return { userId, message, place, isNew: true, segment: { id: message.segmentId, dayLabel }, opened: false }
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

/** A message to store, without its thread, id and change number. */
export interface NewMessage {
  readonly segmentId: SegmentId
  readonly placeId: PlaceId
  readonly audience: Audience
  readonly role: Role
  readonly kind: MessageKind
  readonly authorAccountId?: AccountId
  readonly authorName?: string
  readonly text: string
  readonly tool?: ToolCall
  readonly sentAt: Date
  readonly platformOrder?: bigint
  readonly platformMessageId?: PlatformMessageId
  readonly replyToId?: MessageId
  readonly turnId?: TurnId
  readonly pending?: boolean
  readonly editedAt?: Date
  readonly invocation?: Invocation
  readonly textExpiresAt?: Date
}

/** SQL expressions in place of what the rows to insert say. `source` is what they read, after a comma. */
interface RowPosition {
  readonly threadId?: Prisma.Sql
  readonly segmentId?: Prisma.Sql
  readonly placeId?: Prisma.Sql
  readonly audience?: Prisma.Sql
  readonly source?: Prisma.Sql
}

/**
 * SQL for the CTEs `input` and `m`, the only ones that insert messages. They need a CTE `thread` with the last of the change numbers
 * reserved for the rows, as `change_seq`. `m` has the new messages; those that are already stored (same place and platform id) are skipped.
 */
export function insertRows(
  messages: readonly NewMessage[],
  {
    threadId = Prisma.sql`thread.id`,
    segmentId = Prisma.sql`g.segment_id`,
    placeId = Prisma.sql`g.place_id`,
    audience = Prisma.sql`g.audience`,
    source = Prisma.empty,
  }: RowPosition = {},
): Prisma.Sql {
  return Prisma.sql`
    input AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(messages.map(toInputRow))}::jsonb) AS g(
        index int, segment_id int, place_id int, audience text, role text, kind text, author_account_id int, author_name text,
        text text, tool jsonb, sent_at timestamptz, platform_order bigint, platform_message_id text, reply_to_id int,
        turn_id int, pending boolean, edited_at timestamptz, invocation text, text_expires_at timestamptz)
    ), m AS (
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, author_account_id, author_name, text, tool,
        sent_at, platform_order, platform_message_id, reply_to_id, turn_id, pending, edited_at, invocation, text_expires_at, change_seq)
      SELECT ${threadId}, ${segmentId}, ${placeId}, ${audience}, g.role, g.kind, g.author_account_id, g.author_name, g.text,
        NULLIF(g.tool, 'null'::jsonb), g.sent_at, g.platform_order, g.platform_message_id, g.reply_to_id, g.turn_id, g.pending,
        g.edited_at, g.invocation, g.text_expires_at, thread.change_seq - ${messages.length} + g.index + 1
      FROM input g, thread ${source} ORDER BY g.index
      ON CONFLICT (thread_id, place_id, platform_message_id) DO NOTHING
      RETURNING *
    )`
}

const toInputRow = (message: NewMessage, index: number) => ({
  index,
  segment_id: message.segmentId,
  place_id: message.placeId,
  audience: message.audience,
  role: message.role,
  kind: message.kind,
  author_account_id: message.authorAccountId ?? null,
  author_name: storable(stripInvisible(message.authorName ?? '').trim()),
  text: storable(message.text),
  tool: message.tool ? toStorableCall(message.tool) : null,
  sent_at: message.sentAt,
  platform_order: String(message.platformOrder ?? 0n),
  platform_message_id: message.platformMessageId ?? null,
  reply_to_id: message.replyToId ?? null,
  turn_id: message.turnId ?? null,
  pending: message.pending ?? false,
  edited_at: message.editedAt ?? null,
  invocation: message.invocation ?? null,
  text_expires_at: message.textExpiresAt ?? null,
})

/**
 * Inserts messages. Takes one change number per message, which locks the thread until the transaction ends. Returns the new messages in
 * the given order.
 */
export async function insertMessages(tx: Tx, threadId: ThreadId, messages: readonly NewMessage[]): Promise<Message[]> {
  return tx.$queryRaw<Message[]>`
    WITH thread AS (${advanceChangeSeq(threadId, messages.length)}), ${insertRows(messages, { threadId: Prisma.sql`${threadId}` })}
    SELECT ${messageColumns} FROM m ORDER BY m.change_seq`
}

const toStorableCall = ({ id, name, arguments: argumentsText }: ToolCall): ToolCall => ({
  id: storable(id),
  name: storable(name),
  arguments: storable(argumentsText),
})
