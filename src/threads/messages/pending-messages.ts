import type { MessageId, SegmentId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { UnlinkedPlaces } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'

// A message is pending until a turn claims it. A command is pending until it is answered. `turn_id` says which turn claimed a message.

export async function claimMessages(tx: Tx, messages: readonly { readonly id: MessageId }[], turnId: TurnId): Promise<void> {
  await tx.message.updateMany({ where: { id: { in: messages.map(({ id }) => id) } }, data: { turnId, pending: false } })
}

/** SQL that gives the messages that meet a condition, alias m, to the turn in the CTE `turn`, and returns them. */
export const claimMessagesSql = (condition: Prisma.Sql) => Prisma.sql`
  UPDATE messages m SET turn_id = turn.id, pending = FALSE FROM turn WHERE ${condition} RETURNING m.*`

/** Makes the messages of a turn pending again, for a new reply. Returns false if none is left. */
export async function requeueMessages(tx: Tx, turnId: TurnId): Promise<boolean> {
  const { count } = await tx.message.updateMany({ where: answerable(turnId), data: { pending: true, turnId: null } })
  return count > 0
}

/**
 * Makes the messages of a turn pending again without releasing them, so that the next turn replaces the reply. Returns false if none is
 * left.
 */
export async function requestNewReply(tx: Tx, turnId: TurnId): Promise<boolean> {
  const { count } = await tx.message.updateMany({ where: answerable(turnId), data: { pending: true } })
  return count > 0
}

const answerable = (turnId: TurnId) => ({ turnId, role: 'user', kind: 'chat', deletedAt: null })

/** Moves all messages of a turn, with its reply and its tool outputs, to the turn that replaces the reply. */
export async function moveToTurn(tx: Tx, { from, to }: { readonly from: TurnId; readonly to: TurnId }): Promise<void> {
  await tx.message.updateMany({ where: { turnId: from }, data: { turnId: to, pending: false } })
}

/** Leaves a message unanswered. Returns false if a turn has already claimed it. */
export async function skipMessage(tx: Tx, messageId: MessageId): Promise<boolean> {
  const { count } = await tx.message.updateMany({ where: { id: messageId, turnId: null }, data: { pending: false, invocation: null } })
  return count > 0
}

/** Leaves all pending messages of a thread unanswered. */
export async function skipPendingMessages(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.message.updateMany({ where: { threadId, pending: true }, data: { pending: false, invocation: null } })
}

/** Leaves the pending messages of a thread in these places unanswered. */
export async function skipPendingMessagesIn(tx: Tx, { threadId, placeIds }: UnlinkedPlaces): Promise<void> {
  await tx.message.updateMany({
    where: { threadId, placeId: { in: [...placeIds] }, pending: true },
    data: { pending: false, invocation: null },
  })
}

interface AnsweredCommand {
  readonly id: MessageId
  readonly text: string
  /** The text without any code. Replaces `text`, unless the command was edited. */
  readonly redactedText: string
}

/** Marks a command as answered. Returns the command's current day segment, or undefined if the command is no longer pending. */
export async function markCommandAnswered(tx: Tx, { id, text, redactedText }: AnsweredCommand): Promise<SegmentId | undefined> {
  const [row] = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
    UPDATE messages SET pending = FALSE, invocation = NULL, text = CASE text WHEN ${text} THEN ${redactedText} ELSE text END
    WHERE id = ${id} AND pending RETURNING segment_id AS "segmentId"`
  return row?.segmentId
}

/** Discards the invocations of pending commands sent before an instant, because the platform no longer accepts them. */
export async function discardInvocations(db: Db, sentBefore: Date): Promise<void> {
  await db.message.updateMany({
    where: { pending: true, invocation: { not: null }, sentAt: { lt: sentBefore } },
    data: { invocation: null },
  })
}
