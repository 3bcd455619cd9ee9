import type { AccountId, Invocation, MessageId, PlaceId, PlatformMessageId, SegmentId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Audience, Message, MessageKind, Role, ToolCall } from '../../core/domain/messages.ts'
import { storable, stripInvisible } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq } from '../thread.ts'
import { messageColumns } from './message-columns.ts'

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
  // ON CONFLICT writes more to the log, so it is left out for what the bot says, which has no platform id yet.
  const skipsStored = messages.some(({ platformMessageId }) => platformMessageId !== undefined)
    ? Prisma.sql`ON CONFLICT (place_id, platform_message_id, thread_id) WHERE platform_message_id IS NOT NULL DO NOTHING`
    : Prisma.empty
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
      ${skipsStored}
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
