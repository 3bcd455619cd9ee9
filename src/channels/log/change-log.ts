import type { MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { InboundEdit, PlaceRef } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { forgetIndexedMessages } from '../../search/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { deleteMessage, type MessageChange } from '../../threads/messages/edit-message.ts'
import { deleteMessages } from '../../threads/privacy/tombstones.ts'
import { bumpDayRevisions, lockThread } from '../../threads/thread.ts'
import { forgetInChannels } from '../privacy/forget.ts'
import { countFiles, type LogDeps } from './log-message.ts'

/** Follows up an edit of a logged message, whose text is already stored. */
export async function onLoggedMessageEdited(deps: LogDeps, { messageId, threadId }: MessageChange, edit: InboundEdit): Promise<void> {
  await deps.store.db.channelMessage.updateMany({ where: { messageId }, data: countFiles(edit.attachments ?? []) })
  await enqueue(deps, 'index-thread', { threadId })
}

/** Takes a message out of the log, because it is stored elsewhere from now on: an edit has added a mention of the bot. */
export async function takeOutOfLog(deps: LogDeps, { messageId, threadId }: MessageChange): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    await deleteLoggedMessages(tx, threadId, [messageId])
  })
  await enqueue(deps, 'index-thread', { threadId })
}

/** Follows up the deletion of a logged message: what was made from it goes at once, and what remains is summarized again. */
export async function onLoggedMessageDeleted(deps: LogDeps, { messageId, threadId, segmentId }: MessageChange): Promise<void> {
  const deleted = { messageIds: [messageId], segmentIds: [segmentId] }
  await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    await forgetIndexedMessages(tx, deleted)
    await forgetInChannels(tx, deleted)
  })
  await enqueue(deps, 'index-thread', { threadId })
}

/** Deletes a message from a log. One that was said to the bot is not in the log, and stays. */
export async function deleteLoggedMessage(deps: LogDeps, place: PlaceRef, id: InboundEdit['id']): Promise<void> {
  const { platform, tenant, address } = place
  const where = { platformMessageId: id, logged: { isNot: null }, place: { platform, tenant, address } }
  if (!(await deps.store.db.message.findFirst({ where, select: { id: true } }))) return
  const deleted = await deleteMessage(deps, place, id)
  if (typeof deleted !== 'string' && deleted.userId === null) await onLoggedMessageDeleted(deps, deleted)
}

/**
 * Deletes messages of a log without a trace, with what search made of them. Their summaries stay until they are made again. The thread must
 * be locked.
 */
export async function deleteLoggedMessages(tx: Tx, threadId: ThreadId, messageIds: readonly MessageId[]): Promise<void> {
  const rows = await tx.message.findMany({
    where: { id: { in: [...messageIds] }, threadId },
    select: { segmentId: true },
    distinct: ['segmentId'],
    orderBy: { segmentId: 'asc' },
  })
  const segmentIds = rows.map(({ segmentId }) => segmentId as SegmentId)
  await forgetIndexedMessages(tx, { messageIds, segmentIds })
  await bumpDayRevisions(tx, segmentIds)
  await deleteMessages(tx, threadId, messageIds)
}
