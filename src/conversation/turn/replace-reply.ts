import type { MessageId, SegmentId, TurnId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { replaceReply } from '../../threads/messages/drafts.ts'
import { tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import { addDeliveries, removeSurplusDeliveries } from '../deliver/outbox.ts'
import type { ConversationDeps } from '../deps.ts'
import { lastOf, replyToOf, type Turn } from './claim-turn.ts'
import type { ReplacedRows } from './replaced-reply.ts'
import type { TurnEnding } from './turn-endings.ts'

export interface ReplacementToCommit {
  readonly turn: Turn
  readonly replaced: ReplacedRows
  readonly finish: TurnEnding
  readonly segmentId: SegmentId
  /** Stores a tool output of the turn. */
  readonly storeTools: (sentAt: Date) => Promise<void>
}

/**
 * Commits a turn that answers messages again. A new reply takes the place of the old one, with its parts, its position in the thread and
 * its tool outputs. If there is none, the old reply stays, and a notice says why. Returns the reply, or undefined if the old one was
 * deleted meanwhile, in which case nothing is stored.
 */
export async function commitReplacement(
  deps: ConversationDeps,
  tx: Tx,
  { turn, replaced, finish, segmentId, storeTools }: ReplacementToCommit,
): Promise<MessageId | undefined> {
  const { replyId, ids } = replaced
  const reply = await tx.message.findFirst({ where: { id: replyId, deletedAt: null }, select: { sentAt: true } })
  if (!reply) return undefined
  if (finish.state !== 'done') {
    await postFailure(deps, tx, { turn, finish, segmentId })
    return replyId
  }
  const now = deps.clock.now()
  await tombstoneMessages(tx, { threadId: turn.threadId, messageIds: ids.filter((id) => id !== replyId), now, dropNames: false })
  const toolsAt = new Date(Math.max(reply.sentAt.getTime() - 1, lastOf(turn).sentAt.getTime()))
  await storeTools(toolsAt)
  // A reply never sorts before the outputs it was written from, which have higher ids.
  const sentAt = new Date(Math.max(reply.sentAt.getTime(), toolsAt.getTime() + (finish.tools.length > 0 ? 1 : 0)))
  await replaceReply(tx, { threadId: turn.threadId, replyId, turnId: turn.id, text: finish.text, sentAt, editedAt: now })
  const parts = await addDeliveries(tx, deps.senders, {
    messageId: replyId,
    placeId: turn.place.id,
    text: finish.text,
    at: now,
    isReplacement: true,
    ...replyToOf(turn),
    ...(finish.buttons && { buttons: finish.buttons }),
  })
  await removeSurplusDeliveries(tx, { messageId: replyId, parts, at: now })
  await releaseEarlierTurns(tx, replyId, turn.id)
  return replyId
}

/** Tells the user why the old reply stays, if there is something to tell. */
async function postFailure(
  deps: ConversationDeps,
  tx: Tx,
  { turn, finish, segmentId }: Pick<ReplacementToCommit, 'turn' | 'finish' | 'segmentId'>,
): Promise<void> {
  if (finish.kind !== 'notice' || finish.text === '') return
  const { threadId, place } = turn
  await deps.post(tx, {
    threadId,
    segmentId,
    placeId: place.id,
    kind: 'notice',
    text: finish.text,
    ...(finish.buttons && { buttons: finish.buttons }),
    ...(place.kind === 'shared' && { replyTo: lastOf(turn).id }),
  })
}

/** The reply no longer is that of earlier turns. Keeps what counts toward the limits. */
async function releaseEarlierTurns(tx: Tx, replyId: MessageId, turnId: TurnId): Promise<void> {
  await tx.$executeRaw`
    UPDATE turns SET reply_id = NULL, context = json_build_object('total', context -> 'total') WHERE reply_id = ${replyId} AND id <> ${turnId}`
}
