import type { MessageId, PlaceId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { requestNewReply, requeueMessages } from '../../threads/messages/pending-messages.ts'
import { lockThread } from '../../threads/thread.ts'
import { isPlaceClosedSql } from '../deliver/outbox.ts'
import { isUnfinishedReplacement } from './replaced-reply.ts'

export interface RetryRequest {
  readonly threadId: ThreadId
  /** Where the user asked for the retry. */
  readonly placeId: PlaceId
  /** The bot's message to retry, in any place. By default the last failure in `placeId`. */
  readonly messageId?: MessageId
}

/**
 * Retries the last failure. Resends parts that failed or whose outcome is unknown, unless their place belongs to another user now. If there
 * are none, reruns a turn that failed, was stopped, or lacked a file. Ignores parts from before the last turn, because they are outdated.
 */
export async function retryReply(deps: ThreadDeps, retry: RetryRequest): Promise<{ retried: 'turn' | 'delivery' | 'nothing' }> {
  const messageId = await resendReply(deps, retry)
  if (messageId) {
    await enqueue(deps, 'deliver-message', { messageId })
    return { retried: 'delivery' }
  }
  if (!(await restartTurn(deps, retry))) return { retried: 'nothing' }
  await enqueueTurn(deps, retry.threadId)
  return { retried: 'turn' }
}

/** Makes the undelivered parts of one message pending again. Relies on deliveries_message_id_part_key. */
async function resendReply({ store, clock }: ThreadDeps, { threadId, placeId, messageId }: RetryRequest): Promise<MessageId | undefined> {
  const chosen = messageId
    ? Prisma.sql`m.id = ${messageId}`
    : Prisma.sql`m.place_id = ${placeId} AND m.id >= COALESCE((
        SELECT min(u.id) FROM messages u WHERE u.role = 'user' AND u.turn_id =
          (SELECT t.id FROM turns t WHERE t.thread_id = ${threadId} AND t.place_id = ${placeId} ORDER BY t.started_at DESC, t.id DESC LIMIT 1)), 0)`
  const [sent] = await store.db.$queryRaw<{ messageId: MessageId }[]>`
    UPDATE deliveries SET state = 'pending', attempts = 0, not_before = NULL, send_started_at = NULL, warned_at = NULL, error = NULL, updated_at = ${clock.now()}
    WHERE state IN ('unknown', 'failed') AND message_id = (
      SELECT m.id FROM messages m JOIN deliveries d ON d.message_id = m.id
      WHERE m.thread_id = ${threadId} AND ${chosen} AND m.kind <> 'draft' AND d.state IN ('unknown', 'failed')
        AND NOT ${isPlaceClosedSql()}
      ORDER BY m.id DESC LIMIT 1)
    RETURNING message_id AS "messageId"`
  return sent?.messageId
}

/**
 * Makes the messages of an unsuccessful turn pending again. The turn is the one that produced `messageId`, or the last one in the place.
 */
async function restartTurn({ store }: ThreadDeps, { threadId, placeId, messageId }: RetryRequest): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    // Relies on turns_reply_id_idx and turns_thread_id_started_at_idx.
    const where = messageId ? { threadId, replyId: messageId } : { threadId, placeId }
    const last = await tx.turn.findFirst({ where, orderBy: [{ startedAt: 'desc' }, { id: 'desc' }] })
    if (!last || (last.state === 'done' && !(await hasMissingFiles(tx, last.id))) || last.state === 'running') return false
    if (await isTurnPlaceClosed(tx, last.id)) return false
    return (await isReplacing(tx, last.id)) ? requestNewReply(tx, last.id as TurnId) : requeueMessages(tx, last.id as TurnId)
  })
}

/** Whether a turn was to replace an earlier reply, which is then what is tried again. */
async function isReplacing(tx: Tx, turnId: number): Promise<boolean> {
  return (
    (await tx.$queryRaw<unknown[]>`SELECT 1 AS replacing FROM turns t WHERE t.id = ${turnId} AND ${isUnfinishedReplacement}`).length > 0
  )
}

async function isTurnPlaceClosed(tx: Tx, turnId: number): Promise<boolean> {
  const closed = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 AS closed FROM messages m WHERE m.turn_id = ${turnId} AND ${isPlaceClosedSql()} LIMIT 1`
  return closed.length > 0
}

/** Returns whether a turn was answered without files that could not be fetched at the time. */
async function hasMissingFiles(tx: Tx, turnId: number): Promise<boolean> {
  return (await tx.attachment.count({ where: { state: 'pending', message: { turnId, deletedAt: null } } })) > 0
}
