import type { AttachmentId, AttachmentSource, MessageId } from '../../core/domain/ids.ts'
import { clip, storable } from '../../core/domain/text.ts'
import type { InboundAttachment } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { type Scope, visibleTo } from '../scope.ts'

/** A file that came with a message, without its content. */
export interface Attachment {
  readonly id: AttachmentId
  readonly messageId: MessageId
  readonly name: string
  /** Lower-case, without parameters. */
  readonly mediaType: string
  /** As its platform says until it is fetched, then as counted; null where nobody knows. */
  readonly bytes: number | null
  /** `pending`: still to be fetched. */
  readonly state: 'pending' | 'stored' | 'failed'
  /** What is said in it; null where that was not found out. */
  readonly transcript: string | null
  /** Why it was not fetched, or not transcribed, in a few words. */
  readonly error: string | null
}

export interface PendingAttachment extends Attachment {
  readonly source: AttachmentSource
}

const attachmentColumns = Prisma.sql`a.id, a.message_id AS "messageId", a.name, a.media_type AS "mediaType", a.bytes, a.state, a.transcript, a.error`

/** The images that common models take, and that browsers show without running anything. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export const isImage = (mediaType: string): boolean => imageTypes.has(mediaType)

const maxNameCharacters = 200

/** The most that the column holds: what is longer is too long in any case. */
const maxBytes = 2 ** 31 - 1

/** With the message they belong to, in its transaction. The first gets `position`. */
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
}

interface AttachmentFields {
  readonly source: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number | null
}

/** As it is stored. */
const toAttachmentFields = ({ source, name, mediaType, bytes }: InboundAttachment): AttachmentFields => ({
  source,
  name: clip(storable(name).replace(/\s+/g, ' ').trim(), maxNameCharacters) || 'file',
  mediaType: normalizeMediaType(mediaType),
  bytes: bytes === undefined ? null : Math.min(bytes, maxBytes),
})

/**
 * Makes the files of a message those that it has after an edit: what it has already stays as it is, the rest is deleted, and
 * what is new comes after it, still to be fetched. Whether any came or went. Relies on the lock of the thread.
 */
export async function replaceAttachments(tx: Tx, messageId: MessageId, attachments: readonly InboundAttachment[]): Promise<boolean> {
  const stored = await tx.attachment.findMany({ where: { messageId }, orderBy: { position: 'asc' }, omit: { content: true } })
  const removed = new Set(stored)
  const added: InboundAttachment[] = []
  // Those with the same source first, so that none of them is taken for another that only looks alike.
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
 * Platforms give a file another source each time they tell of it: Discord signs its addresses anew, and a file_id of Telegram
 * may change (https://core.telegram.org/bots/api#file says to compare by another id). Then name, type and size tell,
 * the size where it is known.
 */
const isSameFile = (one: AttachmentFields, other: AttachmentFields): boolean =>
  one.name === other.name && one.mediaType === other.mediaType && (one.bytes ?? other.bytes) === (other.bytes ?? one.bytes)

/** Such as audio/ogg of "audio/ogg; codecs=opus". */
function normalizeMediaType(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type.trim()) ? type.trim() : 'application/octet-stream'
}

/** Those of some messages that are still to be fetched, in order. Relies on attachments_message_id_position_key, as all below. */
export async function listPendingAttachments(db: Db, messageIds: readonly MessageId[]): Promise<PendingAttachment[]> {
  if (messageIds.length === 0) return []
  return db.$queryRaw<PendingAttachment[]>`
    SELECT ${attachmentColumns}, a.source FROM attachments a
    WHERE a.message_id IN (${Prisma.join([...messageIds])}) AND a.state = 'pending' ORDER BY a.message_id, a.position`
}

/** Those of some messages, in order, as far as a scope may see them. */
export async function listAttachments(db: Db, scope: Scope, messageIds: readonly MessageId[]): Promise<Attachment[]> {
  if (messageIds.length === 0) return []
  return db.$queryRaw<Attachment[]>`
    SELECT ${attachmentColumns} FROM attachments a JOIN messages m ON m.id = a.message_id
    WHERE a.message_id IN (${Prisma.join([...messageIds])}) AND ${visibleTo(scope, 'm')} ORDER BY a.message_id, a.position`
}

export interface StoredAttachment extends Attachment {
  readonly content: Uint8Array
}

/** One with its content; undefined for what is not stored and for what is not for this scope alike. */
export async function loadStoredAttachment(db: Db, scope: Scope, id: AttachmentId): Promise<StoredAttachment | undefined> {
  const [row] = await db.$queryRaw<(Attachment & { base64: string })[]>`
    SELECT ${attachmentColumns}, encode(a.content, 'base64') AS base64 FROM attachments a JOIN messages m ON m.id = a.message_id
    WHERE a.id = ${id} AND a.state = 'stored' AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  if (!row) return undefined
  const { base64, ...attachment } = row
  return { ...attachment, content: Buffer.from(base64, 'base64') }
}

/** False when that was done already, or it was deleted meanwhile. */
export async function storeContent(db: Db, id: AttachmentId, content: Uint8Array): Promise<boolean> {
  // As text: the database client takes eight times as long with bytes, during which nothing else runs.
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64')
  const updatedCount = await db.$executeRaw`
    UPDATE attachments SET state = 'stored', content = decode(${base64}, 'base64'), bytes = ${content.length}
    WHERE id = ${id} AND state = 'pending'`
  return updatedCount > 0
}

/** For good: it is not fetched again. False as above. */
export async function storeFailure(db: Db, id: AttachmentId, error: string): Promise<boolean> {
  const { count } = await db.attachment.updateMany({ where: { id, state: 'pending' }, data: { state: 'failed', error } })
  return count > 0
}

/** Says why a stored one could not be transcribed; that may be tried again. */
export async function storeTranscriptionError(db: Db, id: AttachmentId, error: string): Promise<void> {
  await db.attachment.updateMany({ where: { id, transcript: null }, data: { error } })
}

/** False when there is a transcript already, or the attachment is gone. */
export async function storeTranscript(tx: Tx, id: AttachmentId, transcript: string): Promise<boolean> {
  const { count } = await tx.attachment.updateMany({
    where: { id, state: 'stored', transcript: null },
    data: { transcript, error: null },
  })
  return count > 0
}

/** What is said in the voice notes of a message, in order. */
export async function loadTranscripts(tx: Tx, messageId: MessageId): Promise<string[]> {
  const rows = await tx.attachment.findMany({ where: { messageId }, orderBy: { position: 'asc' }, select: { transcript: true } })
  return rows.flatMap(({ transcript }) => transcript || [])
}

/** With their names, which can tell as much as what is in them. */
export async function deleteAttachments(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.attachment.deleteMany({ where: { messageId: { in: [...messageIds] } } })
}
