import type { Invocation, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Store } from '../../store/store.ts'
import type { AppendResult } from '../../threads/messages/append-message.ts'
import { skipMessage } from '../../threads/messages/pending-messages.ts'
import { lockThread } from '../../threads/thread.ts'
import type { ConversationDeps } from '../deps.ts'
import { isStopCommand } from './run-command.ts'

const minute = 60_000

/** `notified`: the message is over the limit, and the user is told so. `silent`: over the limit, and the user has been told. */
export type RateLimitOutcome = 'within' | 'notified' | 'silent'

/**
 * Applies the limit of messages per minute to a new message. A message over the limit stays stored, but is not answered, and
 * the first one of a burst is answered with a notice. Commands count too, but /stop always runs.
 */
export async function rateLimit(
  deps: ConversationDeps,
  appended: AppendResult,
  invocation: Invocation | undefined,
): Promise<RateLimitOutcome> {
  const { message, isNew } = appended
  const limit = deps.settings.messagesPerMinute
  const rate = isNew && limit > 0 ? await measureRate(deps.store, message, limit) : 'within'
  if (rate === 'within') return 'within'
  const { isSkipped, noticeId } = await skipOverLimit(deps, appended, {
    invocation,
    notice: rate === 'first over' ? describeLimit(limit) : undefined,
  })
  if (noticeId) {
    deps.log.info({ threadId: message.threadId, limit }, 'a user exceeded the message rate limit')
    await enqueue(deps, 'deliver-message', { messageId: noticeId })
  }
  if (!isSkipped) return 'within'
  return noticeId ? 'notified' : 'silent'
}

const describeLimit = (limit: number) =>
  `You sent more than ${limit} messages within a minute, which is the limit. From this message on, they are kept but not answered. Write again in a minute.`

type MessageRate = 'within' | 'first over' | 'over'

/**
 * Counts the user's earlier messages in all places by when they were sent, so that messages that arrive late after an outage
 * are not a burst. A burst lasts as long as any message of the last minute was over the limit.
 * Relies on messages_thread_id_sent_at_platform_order_id_idx.
 */
async function measureRate({ db }: Store, { id, threadId, sentAt }: Message, limit: number): Promise<MessageRate> {
  const rows = await db.$queryRaw<{ at: Date }[]>`
    SELECT m.sent_at AS at FROM messages m
    WHERE m.thread_id = ${threadId} AND m.role = 'user' AND m.id < ${id}
      AND m.sent_at > ${new Date(sentAt.getTime() - 2 * minute)} AND m.sent_at <= ${sentAt}
    ORDER BY m.sent_at DESC LIMIT ${2 * limit}`
  const times = [sentAt, ...rows.map(({ at }) => at)].map((at) => at.getTime())
  const isWithinAMinute = (earlier: number | undefined, later: number) => earlier !== undefined && earlier > later - minute
  const isOver = (index: number) => isWithinAMinute(times[index + limit], times[index] ?? 0)
  if (!isOver(0)) return 'within'
  return times.some((at, index) => index > 0 && isWithinAMinute(at, sentAt.getTime()) && isOver(index)) ? 'over' : 'first over'
}

interface SkipOptions {
  readonly invocation: Invocation | undefined
  readonly notice: string | undefined
}

/** `isSkipped` is false for /stop, and for a message that a turn has already claimed. */
function skipOverLimit(
  deps: ConversationDeps,
  { message, place }: AppendResult,
  { invocation, notice }: SkipOptions,
): Promise<{ isSkipped: boolean; noticeId?: MessageId }> {
  const { id, threadId, placeId } = message
  return deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const isSkipped = !isStopCommand(message.text) && (await skipMessage(tx, id))
    if (!notice) return { isSkipped }
    const { segmentId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { segmentId: true } })
    const noticeId = await deps.post(tx, {
      threadId,
      segmentId: segmentId as SegmentId,
      placeId,
      kind: 'notice',
      text: notice,
      after: message,
      ...(place.kind === 'shared' && { replyTo: id }),
      ...(isSkipped && invocation && { invocation }),
    })
    return { isSkipped, noticeId }
  })
}
