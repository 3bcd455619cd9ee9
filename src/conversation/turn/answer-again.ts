import type { DayLabel, MessageId, ThreadId, TurnId, UserId } from '../../core/domain/ids.ts'
import { enqueueTurn } from '../../jobs/job-list.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import type { EditedContent } from '../../threads/messages/edit-message.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import { requestNewReply } from '../../threads/messages/pending-messages.ts'
import { lockThread } from '../../threads/thread.ts'
import { isPlaceClosedSql } from '../deliver/outbox.ts'
import { isReply, isUnfinishedReplacement } from './replaced-reply.ts'

/** How long after a reply an edit of its message counts as a correction, in ms. */
const correctionMs = 10 * 60_000

const minuteMs = 60_000

/** SQL for turns, as t, with their replies, as r. Relies on turns_pkey and messages_pkey. */
const answeredTurns = Prisma.sql`turns t JOIN messages r ON r.id = t.reply_id AND r.thread_id = t.thread_id AND t.state <> 'running' AND ${isReply}`

/** SQL for whether no later message of the thread was answered. Its turn is t, and its alias m. Relies on messages_conversation_idx. */
const isNewestAnswered = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM messages n JOIN turns a ON a.id = n.turn_id JOIN messages b ON b.id = a.reply_id
  WHERE n.thread_id = m.thread_id AND n.kind = 'chat' AND n.role = 'user' AND n.deleted_at IS NULL AND n.turn_id <> t.id AND NOT n.pending
    AND a.state <> 'running' AND b.role = 'assistant' AND b.kind = 'chat' AND (n.sent_at, n.platform_order, n.id) > (m.sent_at, m.platform_order, m.id))`

/** An edit of a message by its user. */
export interface Correction {
  readonly userId: UserId
  readonly editedAt: Date
  readonly now: Date
  /** The maximum number of replies that are written for the user per minute. 0 means no limit. */
  readonly limit: number
}

/** `over limit`: the message would have been answered again, but the user has reached the limit. */
export type CorrectionOutcome = 'none' | 'requested' | 'over limit'

/**
 * Makes an edited message and the others of its turn pending again if the edit corrects them: they are the newest answered ones, and the
 * edit was made within ten minutes of the reply. Call it in the transaction that stores the edit, under the thread's lock.
 */
export async function requestCorrection(tx: Tx, edited: EditedContent, correction: Correction): Promise<CorrectionOutcome> {
  const { message, text, filesChanged } = edited
  if (!filesChanged && withoutMarks(text) === withoutMarks(message.text)) return 'none'
  const { userId, editedAt, now, limit } = correction
  // Relies on messages_conversation_idx.
  const [turn] = await tx.$queryRaw<{ id: TurnId; isOwn: boolean }[]>`
    SELECT t.id, c.user_id = ${userId} AS "isOwn"
    FROM messages m JOIN (${answeredTurns}) ON t.id = m.turn_id JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE m.id = ${message.id} AND m.kind = 'chat' AND NOT m.pending AND t.finished_at >= ${new Date(editedAt.getTime() - correctionMs)}
      AND NOT ${isPlaceClosedSql()} AND ${isNewestAnswered}`
  if (!turn?.isOwn) return 'none'
  if (limit > 0 && (await countTurns(tx, message.threadId, new Date(now.getTime() - minuteMs))) >= limit) return 'over limit'
  return (await requestNewReply(tx, turn.id)) ? 'requested' : 'none'
}

/** Removes the marks of emphasis and code, and the differences in white space. An edit that changes nothing else corrects nothing. */
function withoutMarks(text: string): string {
  const plain = text.replace(/(\*\*|__|~~|\|\||[*_`])(?=\S)([^\n]*?\S)\1/g, '$2')
  return plain === text ? plain.replace(/\s+/g, ' ').trim() : withoutMarks(plain)
}

/** Relies on turns_thread_id_started_at_idx. */
const countTurns = (tx: Tx, threadId: ThreadId, since: Date): Promise<number> =>
  tx.turn.count({ where: { threadId, startedAt: { gt: since } } })

/** SQL for whether a message has been answered, in a place that is open. The alias is m. */
const isAnswered = Prisma.sql`m.role = 'user' AND m.kind = 'chat' AND m.deleted_at IS NULL AND NOT m.pending AND NOT ${isPlaceClosedSql()}`

/**
 * SQL for whether a message calls for being answered again: it was edited after its reply, or an attempt to answer it again failed. Its turn is t, and
 * its alias m.
 */
const mayBeAnsweredAgain = Prisma.sql`${isAnswered} AND (m.edited_at > t.finished_at OR ${isUnfinishedReplacement})`

/** SQL for whether a turn's reply was stopped or reached its maximum length. The alias is t. */
const isPartialReply = Prisma.sql`(t.state = 'stopped' OR t.cut_off IS TRUE)`

/** SQL for why a message is only part of a reply, by the turn that wrote it. Null if it is whole. The alias is m. Relies on turns_reply_id_idx. */
export const partialReplySql = Prisma.sql`CASE WHEN m.role = 'assistant' AND m.kind = 'chat' THEN
  (SELECT CASE WHEN t.state = 'stopped' THEN 'stopped' WHEN t.cut_off THEN 'cut-off' END FROM turns t WHERE t.reply_id = m.id ORDER BY t.id LIMIT 1) END`

/** SQL for whether a message of the user waits for its answer, or is being answered. The alias is m. Relies on turns_pkey. */
export const isAwaitingAnswer = Prisma.sql`(
  m.pending OR m.role = 'user' AND EXISTS (SELECT 1 FROM turns t WHERE t.id = m.turn_id AND t.state = 'running'))`

/** SQL for whether a message can be answered again. The alias is m. */
export const isAnswerableAgain = Prisma.sql`EXISTS (SELECT 1 FROM ${answeredTurns} WHERE t.id = m.turn_id AND ${mayBeAnsweredAgain})`

/** A message that was edited after it was answered. */
export interface EditedMessage {
  readonly id: MessageId
  readonly text: string
  readonly day: DayLabel
}

/** The maximum number of messages listed, and of days since they were sent. */
const maxListed = 5
const listedDays = 30

/** Lists the latest messages of a thread that can be answered again, newest first. Relies on messages_conversation_idx. */
export function listEditedMessages(
  db: Db,
  { threadId, now }: { readonly threadId: ThreadId; readonly now: Date },
): Promise<EditedMessage[]> {
  return db.$queryRaw<EditedMessage[]>`
    SELECT m.id, m.text, s.day_label AS day
    FROM messages m JOIN (${answeredTurns}) ON t.id = m.turn_id JOIN day_segments s ON s.id = m.segment_id
    WHERE m.thread_id = ${threadId} AND m.sent_at > ${new Date(now.getTime() - listedDays * 86_400_000)} AND ${mayBeAnsweredAgain}
    ORDER BY ${newestFirst} LIMIT ${maxListed}`
}

/**
 * Answers a message again, together with the others of its turn: the newest answered one, one that was edited after its reply, or one whose
 * reply is only a part. The new reply takes the place of the old one. Returns false if there is no such message in the thread. Repeating the
 * call changes nothing while the reply is being written.
 */
export async function answerAgain(
  deps: ThreadDeps,
  { threadId, messageId }: { readonly threadId: ThreadId; readonly messageId: MessageId },
): Promise<boolean> {
  const isRequested = await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const [turn] = await tx.$queryRaw<{ id: TurnId }[]>`
      SELECT t.id FROM messages m JOIN (${answeredTurns}) ON t.id = m.turn_id WHERE m.id = ${messageId} AND m.thread_id = ${threadId}
        AND ((${mayBeAnsweredAgain}) OR (${isAnswered} AND (${isNewestAnswered} OR ${isPartialReply})))`
    return turn !== undefined && requestNewReply(tx, turn.id)
  })
  if (isRequested) await enqueueTurn(deps, threadId)
  return isRequested
}
