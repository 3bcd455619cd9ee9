import type { Clock } from '../core/clock.ts'
import type { AttachmentId, ChangeSeq, MessageId, PlatformMessageId, SegmentId, ThreadId, UserId } from '../core/ids.ts'
import type { Message } from '../core/messages.ts'
import type { InboundAttachment, PlaceRef } from '../core/platform.ts'
import { storable } from '../core/text.ts'
import type { Store, Tx } from '../store/store.ts'
import { deleteAttachments, keepTranscript, replaceAttachments, transcriptsOf } from './attachments.ts'
import { assertLease, type Lease } from './lease.ts'
import type { PlatformKey } from './read.ts'
import { messageColumns } from './rows.ts'
import { lockThread } from './thread.ts'

export interface ChangeParts {
  readonly store: Store
  readonly clock: Clock
}

export interface Changed {
  readonly messageId: MessageId
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  readonly userId: UserId
}

export interface Edit {
  readonly place: PlaceRef
  readonly platformMessageId: PlatformMessageId
  readonly text: string
  /** All that it has after the edit; none where absent. */
  readonly attachments?: readonly InboundAttachment[]
  readonly editedAt: Date
}

interface Found {
  readonly id: MessageId
  readonly threadId: ThreadId
  readonly userId: UserId
  /** For a change that is part of leased work. */
  readonly lease?: Lease
}

/**
 * Replaces the text and the files of a user's message; what is said in the voice notes it still has stays with it. `unknown`:
 * it is not stored. `unchanged`: deleted, edited later than this already, or it reads as it did.
 */
export async function editMessage(parts: ChangeParts, edit: Edit): Promise<Changed | 'unknown' | 'unchanged'> {
  return changeKnown(parts, edit, async (message, tx) => {
    if (message.deletedAt) return undefined
    if (message.editedAt && message.editedAt > edit.editedAt) return undefined
    const { editedAt } = edit
    // The files of a command are not kept.
    const filesChanged = message.kind === 'chat' && (await replaceAttachments(tx, message.id, edit.attachments ?? []))
    const text = (await transcriptsOf(tx, message.id)).reduce(withTranscript, storable(edit.text))
    if (filesChanged || message.text !== text) return { text, editedAt, deletedAt: null, owed: message.owed }
    // Kept all the same: an older edit that comes later must not win.
    await tx.message.update({ where: { id: message.id }, data: { editedAt } })
    return undefined
  })
}

/** Empties a user's message, drops its attachments, and leaves a tombstone. It is answered no more. */
export async function deleteMessage(
  parts: ChangeParts,
  place: PlaceRef,
  platformMessageId: PlatformMessageId,
): Promise<Changed | 'unknown' | 'unchanged'> {
  const deletedAt = parts.clock.now()
  return changeKnown(parts, { place, platformMessageId }, async (message, tx) => {
    if (message.deletedAt) return undefined
    await deleteAttachments(tx, [message.id])
    return { text: '', editedAt: message.editedAt, deletedAt, owed: false }
  })
}

export interface Transcript {
  readonly attachmentId: AttachmentId
  readonly message: Pick<Message, 'id' | 'threadId'>
  readonly userId: UserId
  readonly text: string
  readonly lease: Lease
}

/**
 * Keeps what is said in a voice note and makes it part of its message's text, so that whatever reads the text has it. It is
 * no edit of the person, and is added to what they have made of the text meanwhile. `unchanged`: deleted, transcribed
 * already, or nothing is said in it.
 */
export async function addTranscript(
  parts: ChangeParts,
  { attachmentId, message, userId, text, lease }: Transcript,
): Promise<Changed | 'unchanged'> {
  const said = storable(text).trim()
  const changed = await change(parts, { id: message.id, threadId: message.threadId, userId, lease }, async (current, tx) => {
    if (current.deletedAt || !(await keepTranscript(tx, attachmentId, said)) || said === '') return undefined
    return { text: withTranscript(current.text, said), editedAt: current.editedAt, deletedAt: null, owed: current.owed }
  })
  return changed === 'gone' ? 'unchanged' : changed
}

/** What stands for a message without words, such as "[voice message]". */
const placeholder = /^\[[^[\]\n]+\]$/

/** The text with what is said in one more voice note. */
const withTranscript = (text: string, transcript: string): string =>
  placeholder.test(text) ? `${text} ${transcript}` : [text, `[voice message] ${transcript}`].filter(Boolean).join('\n')

export interface ChangedMessages {
  readonly threadId: ThreadId
  readonly messageIds: readonly MessageId[]
  readonly lease: Lease
}

/** Makes readers look at messages again whose attachments have come, as the next changes of their thread. What was made from their text stays good. */
export async function markChanged(parts: ChangeParts, { threadId, messageIds, lease }: ChangedMessages): Promise<void> {
  await parts.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, threadId))) return
    for (const id of messageIds)
      await tx.$executeRaw`
        WITH thread AS (UPDATE threads SET change_seq = change_seq + 1 WHERE id = ${threadId} RETURNING change_seq)
        UPDATE messages SET change_seq = thread.change_seq FROM thread WHERE id = ${id} AND thread_id = ${threadId}`
  })
}

async function find(store: Store, { place, platformMessageId }: PlatformKey): Promise<Found | undefined> {
  // Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_idx.
  const [found] = await store.db.$queryRaw<Found[]>`
    SELECT m.id, m.thread_id AS "threadId", c.user_id AS "userId"
    FROM places p
    JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address}`
  return found
}

interface Replacement {
  readonly text: string
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
  readonly owed: boolean
}

/** What becomes of a message as it reads under the lock. Undefined for nothing. */
type Decide = (message: Message, tx: Tx) => Promise<Replacement | undefined>

/** How often a message is looked for again that has come into another thread meanwhile. */
const mostTries = 5

/** Changes the message of a platform, in whatever thread it is by now. */
async function changeKnown(parts: ChangeParts, key: PlatformKey, decide: Decide): Promise<Changed | 'unknown' | 'unchanged'> {
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await find(parts.store, key)
    if (!found) return 'unknown'
    const changed = await change(parts, found, decide)
    if (changed !== 'gone') return changed
  }
  throw new Error('A message went from thread to thread while it was changed. Send the change again.')
}

/**
 * Applies a change under the thread's lock: the next change of the thread, and a new revision of it and of the day. `gone`: the
 * thread has become part of another meanwhile, or the message is no more.
 */
async function change(parts: ChangeParts, found: Found, decide: Decide): Promise<Changed | 'unchanged' | 'gone'> {
  return parts.store.transaction(async (tx) => {
    if (found.lease) await assertLease(tx, found.lease)
    const thread = await lockThread(tx, found.threadId)
    const [message] = await tx.$queryRaw<Message[]>`
      SELECT ${messageColumns} FROM messages m WHERE m.id = ${found.id} AND m.thread_id = ${found.threadId}`
    if (!thread || !message) return 'gone'
    const replacement = await decide(message, tx)
    if (!replacement) return 'unchanged'
    const changeSeq = await nextChange(tx, found.threadId)
    await tx.message.update({
      where: { id: message.id },
      data: { ...replacement, changeSeq, ...(!replacement.owed && { invocation: null }) },
    })
    await tx.daySegment.update({ where: { id: message.segmentId }, data: { revision: { increment: 1 } } })
    return { messageId: message.id, threadId: found.threadId, segmentId: message.segmentId, userId: found.userId }
  })
}

async function nextChange(tx: Tx, threadId: ThreadId): Promise<ChangeSeq> {
  const { changeSeq } = await tx.thread.update({
    where: { id: threadId },
    data: { changeSeq: { increment: 1 }, revision: { increment: 1 } },
    select: { changeSeq: true },
  })
  return changeSeq as ChangeSeq
}
