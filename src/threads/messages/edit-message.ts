import type { AttachmentId, MessageId, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { storable } from '../../core/domain/text.ts'
import type { InboundAttachment, PlaceRef } from '../../core/ports/platform.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { MessageDeps } from '../deps.ts'
import { assertLease, type Lease } from '../lease.ts'
import { advanceChangeSeq, advanceChangeSeqAndRevision, bumpDayRevisions, lockThread } from '../thread.ts'
import { deleteAttachments, loadTranscripts, replaceAttachments, storeTranscript } from './attachments.ts'
import { messageColumns } from './message-columns.ts'
import type { PlatformMessageKey } from './read-messages.ts'
import { deleteReferences } from './references.ts'

export interface MessageChange {
  readonly messageId: MessageId
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  /** Null if the message is in the log of a channel. */
  readonly userId: UserId | null
}

export interface MessageEdit {
  readonly place: PlaceRef
  readonly platformMessageId: PlatformMessageId
  readonly text: string
  /** All attachments after the edit. If absent, there are none. */
  readonly attachments?: readonly InboundAttachment[]
  readonly editedAt: Date
  /** Decides, under the thread's lock, whether the changed message becomes pending. If absent, it stays as it is. */
  readonly requestAnswer?: (tx: Tx, edited: EditedContent) => Promise<boolean>
}

/** What an edit changes in a message. */
export interface EditedContent {
  /** As it was before. */
  readonly message: Message
  readonly text: string
  readonly filesChanged: boolean
}

interface LocatedMessage {
  readonly id: MessageId
  readonly threadId: ThreadId
  readonly userId: UserId | null
  /** Set for a change under a lease. */
  readonly lease?: Lease
}

/**
 * Replaces the text and attachments of a message. Transcripts of remaining voice notes stay. Returns `unknown` if the message is
 * not stored, and `unchanged` if it was deleted, has a later edit, or is already equal.
 */
export async function editMessage(deps: MessageDeps, edit: MessageEdit): Promise<MessageChange | 'unknown' | 'unchanged'> {
  return changePlatformMessage(deps, edit, async (message, tx, { userId }) => {
    if (message.deletedAt) return undefined
    if (message.editedAt && message.editedAt > edit.editedAt) return undefined
    const { editedAt } = edit
    // Attachments of commands and in the log of a channel are not stored.
    const filesChanged = userId !== null && message.kind === 'chat' && (await replaceAttachments(tx, message.id, edit.attachments ?? []))
    const text = (await loadTranscripts(tx, message.id)).reduce(appendTranscript, storable(edit.text))
    if (filesChanged || message.text !== text) {
      const pending = message.pending || ((await edit.requestAnswer?.(tx, { message, text, filesChanged })) ?? false)
      return { text, editedAt, deletedAt: null, pending }
    }
    // The time of the edit is stored anyway, because an older edit that arrives later must not win.
    await tx.message.update({ where: { id: message.id }, data: { editedAt } })
    return undefined
  })
}

/** Replaces a message with a tombstone, which has no text and no attachments. The message is no longer answered. */
export async function deleteMessage(
  deps: MessageDeps,
  place: PlaceRef,
  platformMessageId: PlatformMessageId,
): Promise<MessageChange | 'unknown' | 'unchanged'> {
  const deletedAt = deps.clock.now()
  return changePlatformMessage(deps, { place, platformMessageId }, async (message, tx) => {
    if (message.deletedAt) return undefined
    await deleteAttachments(tx, [message.id])
    await deleteReferences(tx, [message.id])
    return { text: '', editedAt: message.editedAt, deletedAt, pending: false }
  })
}

export interface VoiceTranscript {
  readonly attachmentId: AttachmentId
  readonly message: Pick<Message, 'id' | 'threadId'>
  readonly userId: UserId
  readonly text: string
  readonly lease: Lease
}

/**
 * Stores the transcript of a voice note and appends it to the current text of its message, so that everything that reads the text sees it.
 * This does not count as an edit by the user. Returns `unchanged` if the message was deleted, the note was already transcribed, or the
 * transcript is empty.
 */
export async function addTranscript(
  deps: MessageDeps,
  { attachmentId, message, userId, text, lease }: VoiceTranscript,
): Promise<MessageChange | 'unchanged'> {
  const transcript = storable(text).trim()
  const outcome = await applyChange(deps, { id: message.id, threadId: message.threadId, userId, lease }, async (current, tx) => {
    if (current.deletedAt || !(await storeTranscript(tx, attachmentId, transcript)) || transcript === '') return undefined
    return { text: appendTranscript(current.text, transcript), editedAt: current.editedAt, deletedAt: null, pending: current.pending }
  })
  return outcome === 'gone' ? 'unchanged' : outcome
}

/** Matches the text of a message without words, such as "[voice message]". */
const placeholderPattern = /^\[[^[\]\n]+\]$/

/** Appends a transcript to a text. */
const appendTranscript = (text: string, transcript: string): string =>
  placeholderPattern.test(text) ? `${text} ${transcript}` : [text, `[voice message] ${transcript}`].filter(Boolean).join('\n')

export interface MessagesToMark {
  readonly threadId: ThreadId
  readonly messageIds: readonly MessageId[]
  readonly lease: Lease
}

/** Marks messages as changed after their attachments arrived, so that readers load them again. Anything based on their text stays valid. */
export async function markMessagesChanged(deps: MessageDeps, { threadId, messageIds, lease }: MessagesToMark): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, threadId))) return
    for (const id of messageIds)
      await tx.$executeRaw`
        WITH thread AS (${advanceChangeSeq(threadId, 1)})
        UPDATE messages SET change_seq = thread.change_seq FROM thread WHERE id = ${id} AND thread_id = ${threadId}`
  })
}

async function locateMessage(store: Store, { place, platformMessageId }: PlatformMessageKey): Promise<LocatedMessage | undefined> {
  // Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_thread_id_key.
  const [located] = await store.db.$queryRaw<LocatedMessage[]>`
    SELECT m.id, m.thread_id AS "threadId", c.user_id AS "userId"
    FROM places p
    JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    LEFT JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address}`
  return located
}

interface MessageReplacement {
  readonly text: string
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
  readonly pending: boolean
}

/** Decides under the lock what replaces a message. Returns undefined if nothing changes. */
type DecideReplacement = (message: Message, tx: Tx, located: LocatedMessage) => Promise<MessageReplacement | undefined>

/** The maximum number of attempts if the message keeps moving to another thread. */
const maxAttempts = 5

/** Changes a message that came from a platform, in its current thread. */
async function changePlatformMessage(
  deps: MessageDeps,
  key: PlatformMessageKey,
  decide: DecideReplacement,
): Promise<MessageChange | 'unknown' | 'unchanged'> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const located = await locateMessage(deps.store, key)
    if (!located) return 'unknown'
    const outcome = await applyChange(deps, located, decide)
    if (outcome !== 'gone') return outcome
  }
  throw new Error('A message moved to another thread while it was being changed. Send the change again.')
}

/**
 * Applies a change under the thread's lock, with the next change number and new revisions of the thread and the day. Returns `gone` if the
 * thread was merged or the message was deleted meanwhile.
 */
async function applyChange(
  deps: MessageDeps,
  located: LocatedMessage,
  decide: DecideReplacement,
): Promise<MessageChange | 'unchanged' | 'gone'> {
  return deps.store.transaction(async (tx) => {
    if (located.lease) await assertLease(tx, located.lease)
    const thread = await lockThread(tx, located.threadId)
    const [message] = await tx.$queryRaw<Message[]>`
      SELECT ${messageColumns} FROM messages m WHERE m.id = ${located.id} AND m.thread_id = ${located.threadId}`
    if (!thread || !message) return 'gone'
    const replacement = await decide(message, tx, located)
    if (!replacement) return 'unchanged'
    const { text, editedAt, deletedAt, pending } = replacement
    await tx.$executeRaw`
      WITH thread AS (${advanceChangeSeqAndRevision(located.threadId, 1)})
      UPDATE messages SET text = ${text}, edited_at = ${editedAt}, deleted_at = ${deletedAt}, pending = ${pending},
        invocation = CASE WHEN ${pending} THEN invocation END, change_seq = thread.change_seq
      FROM thread WHERE id = ${message.id}`
    await bumpDayRevisions(tx, [message.segmentId])
    return { messageId: message.id, threadId: located.threadId, segmentId: message.segmentId, userId: located.userId }
  })
}
