import type { MessageId, PlaceId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { completeDraft } from '../../threads/messages/drafts.ts'
import { requestNewReply, requeueMessages } from '../../threads/messages/pending-messages.ts'
import { loadTranslator } from '../../threads/thread.ts'
import { addDeliveries } from '../deliver/outbox.ts'

/**
 * Moves the turns of `from` to `into`. A running turn continues in the thread of `into`. If a turn is already running there, the moved
 * turn is stopped, as by `stopRunningTurn`. Deliveries stay with their messages.
 */
export async function mergeTurns(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  if (from.threadId === undefined) return
  await stopSecondRunningTurn(tx, { from: from.threadId, into: into.threadId, now })
  await tx.turn.updateMany({ where: { threadId: from.threadId }, data: { threadId: into.threadId } })
}

/**
 * Stops the running turn of `from` if one is also running in `into`. Relies on turns_running_key: each thread has at most one running
 * turn.
 */
async function stopSecondRunningTurn(tx: Tx, { from, into, now }: { from: ThreadId; into: ThreadId; now: Date }): Promise<void> {
  if ((await tx.turn.count({ where: { threadId: into, state: 'running' } })) > 0)
    await stopRunningTurn(tx, { threadId: from, error: 'Its conversation was merged into another.', now })
}

/** Stops the running turn of a thread, whose lease is revoked. Its messages become pending again, unless it was to stop anyway. */
export async function stopRunningTurn(
  tx: Tx,
  { threadId, error, now }: { readonly threadId: ThreadId; readonly error: string; readonly now: Date },
): Promise<void> {
  const running = await tx.turn.findFirst({ where: { threadId, state: 'running' }, include: { reply: { select: { kind: true } } } })
  if (!running) return
  if (running.replyId !== null && running.reply?.kind === 'draft') {
    // A draft that was shown cannot be taken back, so it becomes a notice.
    const text = (await loadTranslator(tx, threadId))(running.stopRequested ? 'turn.stopped' : 'turn.restarted')
    const draftId = running.replyId as MessageId
    await completeDraft(tx, { draftId, role: 'system', kind: 'notice', text, sentAt: now })
    await addDeliveries(tx, new Map(), { messageId: draftId, placeId: running.placeId as PlaceId, text, at: now })
  }
  // The messages of a reply that is being replaced stay with it.
  if (!running.stopRequested) await (running.reply?.kind === 'chat' ? requestNewReply : requeueMessages)(tx, running.id as TurnId)
  await tx.turn.update({
    where: { id: running.id },
    data: { state: 'stopped', error, finishedAt: now },
  })
}
