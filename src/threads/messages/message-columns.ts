import type { MessageId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { Prisma } from '../../store/generated/client.ts'
import { inMs } from '../../store/store.ts'

const plainColumns = Prisma.sql`
  m.id, m.thread_id AS "threadId", m.segment_id AS "segmentId", m.place_id AS "placeId", m.audience, m.role, m.kind,
  m.author_name AS "authorName", m.text, m.tool, m.platform_message_id AS "platformMessageId", m.reply_to_id AS "replyToId",
  m.turn_id AS "turnId", m.pending, m.change_seq AS "changeSeq"`

/** SQL for the columns of a message, named as in `Message`. The table's alias is m. */
export const messageColumns = Prisma.sql`
  ${plainColumns}, m.sent_at AS "sentAt", m.platform_order AS "platformOrder", m.edited_at AS "editedAt", m.deleted_at AS "deletedAt"`

/** SQL for the same columns as JSON can hold them. See `fromMessageJson`. */
export const messageJsonColumns = Prisma.sql`
  ${plainColumns}, ${inMs(Prisma.sql`m.sent_at`)} AS "sentAt", m.platform_order::text AS "platformOrder",
  ${inMs(Prisma.sql`m.edited_at`)} AS "editedAt", ${inMs(Prisma.sql`m.deleted_at`)} AS "deletedAt"`

/** A message as `messageJsonColumns` reads it. Instants are in ms since 1970. */
export interface MessageJson extends Omit<Message, 'sentAt' | 'platformOrder' | 'editedAt' | 'deletedAt'> {
  readonly sentAt: number
  readonly platformOrder: string
  readonly editedAt: number | null
  readonly deletedAt: number | null
}

export const fromMessageJson = ({ sentAt, platformOrder, editedAt, deletedAt, ...message }: MessageJson): Message => ({
  ...message,
  sentAt: new Date(sentAt),
  platformOrder: BigInt(platformOrder),
  editedAt: editedAt === null ? null : new Date(editedAt),
  deletedAt: deletedAt === null ? null : new Date(deletedAt),
})

/** SQL for the condition that a message m is one of these. */
export const hasId = (ids: readonly MessageId[]): Prisma.Sql => Prisma.sql`m.id = ANY(${[...ids]}::int[])`

/** SQL for the order of a thread, and its reverse. */
export const oldestFirst = Prisma.sql`m.sent_at, m.platform_order, m.id`
export const newestFirst = Prisma.sql`m.sent_at DESC, m.platform_order DESC, m.id DESC`

/**
 * SQL for the platform's id of the call that a message was said in. NULL for text. The alias of messages is m. Relies on
 * calls_platform_call_id_key.
 */
export const callSql = Prisma.sql`(SELECT c.platform_call_id FROM calls c
  WHERE c.platform_call_id = substring(m.platform_message_id FROM '^(.+):[0-9]+$') AND c.place_id = m.place_id)`
