import type { AttachmentId, AttachmentSource, MessageId } from '../../core/domain/ids.ts'
import { clip, plainFileName, storable } from '../../core/domain/text.ts'
import type { InboundAttachment } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce, type Tx } from '../../store/store.ts'
import { type Scope, visibleTo } from '../scope.ts'
import { hasId } from './message-columns.ts'

/** An attachment without its content. */
export interface Attachment {
  readonly id: AttachmentId
  readonly messageId: MessageId
  readonly name: string
  /** In lower case, without parameters. */
  readonly mediaType: string
  /** The size announced by the platform, or the actual size once the content is stored. Null if unknown. */
  readonly bytes: number | null
  /** `pending`: not fetched yet. */
  readonly state: 'pending' | 'stored' | 'failed'
  /** The transcript of a voice note. Null if there is none. */
  readonly transcript: string | null
  /** Why it was not fetched or transcribed, in a few words. */
  readonly error: string | null
}

export interface PendingAttachment extends Attachment {
  readonly source: AttachmentSource
}

const attachmentColumns = Prisma.sql`a.id, a.message_id AS "messageId", a.name, a.media_type AS "mediaType", a.bytes, a.state, a.transcript, a.error`

/** Image types that common models accept, and that browsers show without executing anything. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export const isImage = (mediaType: string): boolean => imageTypes.has(mediaType)

const maxNameCharacters = 200

/** The maximum value of the column. Anything larger is too large anyway. */
const maxBytes = 2 ** 31 - 1

/** Stores attachments in the transaction of their message. The first attachment gets `position`, and the others follow. */
export async function insertAttachments(
  tx: Tx,
  messageId: MessageId,
  { attachments, position = 0 }: { attachments: readonly InboundAttachment[]; position?: number },
): Promise<void> {
  await tx.attachment.createMany({
    data: attachments.map((attachment, index) => ({
      messageId,
      position: position + index,
      state: 'pending',
      ...toAttachmentFields(attachment),
    })),
  })
  for (const [index, { content }] of attachments.entries()) {
    const inserted = content && (await tx.attachment.findFirst({ where: { messageId, position: position + index }, select: { id: true } }))
    if (inserted) await storeContent(tx, inserted.id as AttachmentId, content)
  }
}

interface AttachmentFields {
  readonly source: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number | null
}

/** Converts an attachment to the fields that are stored. */
const toAttachmentFields = ({ source, name, mediaType, bytes }: InboundAttachment): AttachmentFields => ({
  source,
  name: clip(plainFileName(storable(name)).replace(/\s+/g, ' ').trim(), maxNameCharacters) || 'file',
  mediaType: normalizeMediaType(mediaType),
  bytes: bytes === undefined ? null : Math.min(bytes, maxBytes),
})

/**
 * Updates the attachments of a message after an edit: keeps known ones, deletes missing ones, and adds new ones as pending. Returns
 * whether anything changed. The thread must be locked.
 */
export async function replaceAttachments(tx: Tx, messageId: MessageId, attachments: readonly InboundAttachment[]): Promise<boolean> {
  const stored = await tx.attachment.findMany({ where: { messageId }, orderBy: { position: 'asc' }, omit: { content: true } })
  const removed = new Set(stored)
  const added: InboundAttachment[] = []
  // Attachments with a known source are matched first, so that none is mistaken for a similar one.
  const hasKnownSource = (attachment: InboundAttachment) => stored.some(({ source }) => source === attachment.source)
  for (const attachment of [...attachments].sort((a, b) => Number(hasKnownSource(b)) - Number(hasKnownSource(a)))) {
    const fields = toAttachmentFields(attachment)
    const match =
      [...removed].find(({ source }) => source === fields.source) ?? [...removed].find((candidate) => isSameFile(candidate, fields))
    if (!match) added.push(attachment)
    else {
      removed.delete(match)
      if (match.source !== fields.source) await tx.attachment.update({ where: { id: match.id }, data: { source: fields.source } })
    }
  }
  await tx.attachment.deleteMany({ where: { id: { in: [...removed].map(({ id }) => id) } } })
  await insertAttachments(tx, messageId, { attachments: added, position: (stored.at(-1)?.position ?? -1) + 1 })
  return removed.size + added.length > 0
}

/**
 * Whether two attachments are the same file under different sources. Platforms change the source of a file: Discord signs its URLs anew,
 * and a Telegram file_id may change (https://core.telegram.org/bots/api#file recommends another id for comparisons). The name, the type
 * and, if known, the size decide.
 */
const isSameFile = (one: AttachmentFields, other: AttachmentFields): boolean =>
  one.name === other.name && one.mediaType === other.mediaType && (one.bytes ?? other.bytes) === (other.bytes ?? one.bytes)

/** Converts a media type such as "audio/ogg; codecs=opus" to "audio/ogg". */
function normalizeMediaType(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type.trim()) ? type.trim() : 'application/octet-stream'
}

/** Returns the pending attachments of messages, in order. Relies on attachments_message_id_position_key, like all functions below. */
export async function listPendingAttachments(db: Db, messageIds: readonly MessageId[]): Promise<PendingAttachment[]> {
  if (messageIds.length === 0) return []
  return db.$queryRaw<PendingAttachment[]>`
    SELECT ${attachmentColumns}, a.source FROM attachments a
    WHERE a.message_id IN (${Prisma.join([...messageIds])}) AND a.state = 'pending' ORDER BY a.message_id, a.position`
}

/** Returns the attachments of messages that the scope may see, in order. */
export async function listAttachments(db: Db, scope: Scope, messageIds: readonly MessageId[]): Promise<Attachment[]> {
  return messageIds.length === 0 ? [] : listAttachmentsOf(db, scope, hasId(messageIds))
}

/** Returns the attachments of the messages m that meet a condition and that the scope may see, in order. */
export function listAttachmentsOf(db: Db, scope: Scope, condition: Prisma.Sql): Promise<Attachment[]> {
  return db.$queryRaw<Attachment[]>(planOnce`
    SELECT ${attachmentColumns} FROM attachments a JOIN messages m ON m.id = a.message_id
    WHERE ${condition} AND ${visibleTo(scope, 'm')} ORDER BY a.message_id, a.position`)
}

export interface StoredAttachment extends Attachment {
  readonly content: Uint8Array
}

/** Returns an attachment with its content, or undefined if it is not stored or not in the scope. */
export async function loadStoredAttachment(db: Db, scope: Scope, id: AttachmentId): Promise<StoredAttachment | undefined> {
  const [row] = await db.$queryRaw<(Attachment & { base64: string })[]>`
    SELECT ${attachmentColumns}, encode(a.content, 'base64') AS base64 FROM attachments a JOIN messages m ON m.id = a.message_id
    WHERE a.id = ${id} AND a.state = 'stored' AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  if (!row) return undefined
  const { base64, ...attachment } = row
  return { ...attachment, content: Buffer.from(base64, 'base64') }
}

/** Stores the content of an attachment. Returns false if the attachment was already stored, or was deleted meanwhile. */
export async function storeContent(db: Db, id: AttachmentId, content: Uint8Array): Promise<boolean> {
  // Sent as text, because the database client takes eight times as long for bytes, and blocks meanwhile.
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64')
  const updatedCount = await db.$executeRaw`
    UPDATE attachments SET state = 'stored', content = decode(${base64}, 'base64'), bytes = ${content.length}
    WHERE id = ${id} AND state = 'pending'`
  return updatedCount > 0
}

/** Marks an attachment as permanently failed. Returns false if the attachment was already stored, or was deleted meanwhile. */
export async function storeFailure(db: Db, id: AttachmentId, error: string): Promise<boolean> {
  const { count } = await db.attachment.updateMany({ where: { id, state: 'pending' }, data: { state: 'failed', error } })
  return count > 0
}

/** Records why an attachment could not be transcribed. The transcription may be retried. */
export async function storeTranscriptionError(db: Db, id: AttachmentId, error: string): Promise<void> {
  await db.attachment.updateMany({ where: { id, transcript: null }, data: { error } })
}

/** Stores the transcript of an attachment. Returns false if it already has one, or the attachment is gone. */
export async function storeTranscript(tx: Tx, id: AttachmentId, transcript: string): Promise<boolean> {
  const { count } = await tx.attachment.updateMany({
    where: { id, state: 'stored', transcript: null },
    data: { transcript, error: null },
  })
  return count > 0
}

/** Returns the transcripts of a message's voice notes, in order. */
export async function loadTranscripts(tx: Tx, messageId: MessageId): Promise<string[]> {
  const rows = await tx.attachment.findMany({ where: { messageId }, orderBy: { position: 'asc' }, select: { transcript: true } })
  return rows.flatMap(({ transcript }) => transcript || [])
}

/** Deletes attachments, including their names, which can be as revealing as their contents. */
export async function deleteAttachments(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.attachment.deleteMany({ where: { messageId: { in: [...messageIds] } } })
}
