import type { Clock } from '../core/clock.ts'
import type { ChangeSeq, MessageId, PlatformMessageId, SegmentId, ThreadId, UserId } from '../core/ids.ts'
import type { Message } from '../core/messages.ts'
import type { PlaceRef } from '../core/platform.ts'
import { storable } from '../core/text.ts'
import type { Store, Tx } from '../store/store.ts'
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
  readonly editedAt: Date
}

interface Found {
  readonly id: MessageId
  readonly threadId: ThreadId
  readonly userId: UserId
}

/** Replaces the text of a user's message. `unknown`: it is not stored. `unchanged`: deleted, or edited later than this already. */
export async function editMessage(parts: ChangeParts, edit: Edit): Promise<Changed | 'unknown' | 'unchanged'> {
  const found = await find(parts.store, edit.place, edit.platformMessageId)
  if (!found) return 'unknown'
  return change(parts, found, (message) => {
    if (message.deletedAt || message.text === edit.text) return undefined
    if (message.editedAt && message.editedAt > edit.editedAt) return undefined
    return { text: storable(edit.text), editedAt: edit.editedAt, deletedAt: null, owed: message.owed }
  })
}

/** Empties a user's message and leaves a tombstone. It is answered no more. */
export async function deleteMessage(
  parts: ChangeParts,
  place: PlaceRef,
  platformMessageId: PlatformMessageId,
): Promise<Changed | 'unknown' | 'unchanged'> {
  const found = await find(parts.store, place, platformMessageId)
  if (!found) return 'unknown'
  const deletedAt = parts.clock.now()
  return change(parts, found, (message) =>
    message.deletedAt ? undefined : { text: '', editedAt: message.editedAt, deletedAt, owed: false },
  )
}

async function find(store: Store, place: PlaceRef, platformMessageId: PlatformMessageId): Promise<Found | undefined> {
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

/** Applies a change under the thread's lock: the next change of the thread, and a new revision of it and of the day. */
async function change(
  parts: ChangeParts,
  found: Found,
  decide: (message: Message) => Replacement | undefined,
): Promise<Changed | 'unchanged'> {
  return parts.store.transaction(async (tx) => {
    const thread = await lockThread(tx, found.threadId)
    const [message] = await tx.$queryRaw<Message[]>`SELECT ${messageColumns} FROM messages m WHERE m.id = ${found.id}`
    const replacement = thread && message && decide(message)
    if (!replacement) return 'unchanged'
    const changeSeq = await nextChange(tx, found.threadId)
    await tx.message.update({ where: { id: message.id }, data: { ...replacement, changeSeq } })
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
