import type { MessageId, ThreadId, TurnId, UserId } from '../../core/domain/ids.ts'
import type { Audience } from '../../core/domain/messages.ts'
import { archiveLearned } from '../../memory/notified-changes.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { moveToTurn } from '../../threads/messages/pending-messages.ts'
import type { ConversationDeps } from '../deps.ts'

/*
 * Answered messages that are pending again stay in their turn. The next turn takes them over with their reply, which stays as it is until
 * the new one is committed. Until then, both turns name the reply, which is how an unfinished replacement is recognized.
 */

/** What a turn that answers messages again replaces. */
export interface ReplacedRows {
  readonly replyId: MessageId
  /** The reply and the outputs of the tools that it was written with. The model is not shown them. */
  readonly ids: readonly MessageId[]
}

/** SQL for whether a message is a reply that can be replaced. The alias is r. */
export const isReply = Prisma.sql`(r.role = 'assistant' AND r.kind = 'chat' AND r.deleted_at IS NULL)`

/** SQL for whether a turn was to replace the reply of an earlier one and did not. The alias is t. Relies on turns_reply_id_idx. */
export const isUnfinishedReplacement = Prisma.sql`EXISTS (SELECT 1 FROM turns e WHERE e.reply_id = t.reply_id AND e.id < t.id)`

interface AnsweredTurn {
  readonly replyId: MessageId
  readonly threadId: ThreadId
  readonly userId: UserId
  readonly audience: Audience
  readonly answeredMessageId: MessageId
  readonly startedAt: Date
  readonly finishedAt: Date | null
}

/**
 * Moves the messages and the reply of a finished turn to the turn that answers them again, and archives what was learned from their old
 * text. Returns the reply, or null if it is gone, in which case nothing moves.
 */
export async function takeOverReply(
  deps: ConversationDeps,
  tx: Tx,
  { from, to }: { readonly from: TurnId; readonly to: TurnId },
): Promise<MessageId | null> {
  // Relies on turns_pkey and messages_turn_id_idx.
  const [answered] = await tx.$queryRaw<AnsweredTurn[]>`
    SELECT t.reply_id AS "replyId", t.thread_id AS "threadId", c.user_id AS "userId", r.audience, t.started_at AS "startedAt",
      t.finished_at AS "finishedAt", (SELECT max(m.id) FROM messages m WHERE m.turn_id = t.id AND m.pending) AS "answeredMessageId"
    FROM turns t JOIN continuous_threads c ON c.thread_id = t.thread_id JOIN messages r ON r.id = t.reply_id AND r.thread_id = t.thread_id
    WHERE t.id = ${from} AND ${isReply}`
  if (!answered) return null
  const { replyId, threadId, userId, audience, answeredMessageId, startedAt, finishedAt } = answered
  await archiveLearned(tx, deps, {
    scope: { userId, threadId, audience },
    answeredMessageId,
    from: startedAt,
    until: finishedAt ?? deps.clock.now(),
  })
  await moveToTurn(tx, { from, to })
  await tx.turn.update({ where: { id: to }, data: { replyId } })
  return replyId
}

/** Loads what a turn replaces. */
export async function loadReplacedRows(tx: Tx, turnId: TurnId, replyId: MessageId): Promise<ReplacedRows> {
  const tools = await tx.message.findMany({ where: { turnId, role: 'tool', deletedAt: null }, select: { id: true } })
  return { replyId, ids: [replyId, ...tools.map(({ id }) => id as MessageId)] }
}
