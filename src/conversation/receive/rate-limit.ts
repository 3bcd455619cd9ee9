import type { Invocation, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Store } from '../../store/store.ts'
import type { AppendResult } from '../../threads/messages/append-message.ts'
import { lockThread } from '../../threads/thread.ts'
import type { ConversationDeps } from '../deps.ts'
import { dismiss } from './dismiss.ts'
import { isStopLine } from './run-command.ts'

const minute = 60_000

interface RateLimitRequest {
  readonly appended: AppendResult
  /** Of a command: how its platform shows the answer. */
  readonly invocation?: Invocation | undefined
}

/**
 * A new message that is over the limit of messages a minute stays stored and is not pending an answer; the first one of such
 * a burst is told so. Commands count and are held back too, all but /stop.
 */
export async function rateLimit(deps: ConversationDeps, { appended, invocation }: RateLimitRequest): Promise<AppendResult> {
  const { message, place, isNew } = appended
  const limit = deps.settings.messagesPerMinute
  const pace = isNew && limit > 0 ? await measureRate(deps.store, message, limit) : 'within'
  if (pace === 'within') return appended
  const { held, noticeId } = await markRateLimited(deps, { appended, invocation, ...(pace === 'first over' && { told: sentence(limit) }) })
  if (noticeId) {
    deps.log.info({ threadId: message.threadId, limit }, 'a person writes more messages a minute than are answered')
    await enqueue(deps, 'deliver-message', { messageId: noticeId })
  }
  if (!held) return appended
  if (!noticeId) await dismiss(deps, { place, ...(invocation && { invocation }) })
  return { ...appended, message: { ...message, pending: false } }
}

const sentence = (limit: number) =>
  `You sent more than ${limit} messages within a minute, which is the limit: from this one on they are kept but not answered, so write again in a minute.`

type MessageRate = 'within' | 'first over' | 'over'

/**
 * By when the person's messages before this one were sent, in all places and before it was stored: what comes late, from
 * when the bot was away, is no burst. A burst goes on for as long as a message of the last minute was over the limit.
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

interface RateLimitOutcome {
  /** False for /stop, and for what a turn has taken up already. */
  readonly held: boolean
  readonly noticeId?: MessageId
}

function markRateLimited(
  deps: ConversationDeps,
  { appended, invocation, told }: RateLimitRequest & { readonly told?: string },
): Promise<RateLimitOutcome> {
  const { message, place } = appended
  const { id, threadId, placeId } = message
  return deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const updated = await tx.$executeRaw`
      UPDATE messages m SET pending = FALSE, invocation = NULL WHERE m.id = ${id} AND m.turn_id IS NULL AND NOT ${isStopLine}`
    const held = updated === 1
    if (!told) return { held }
    const { segmentId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { segmentId: true } })
    const noticeId = await deps.post(tx, {
      threadId,
      segmentId: segmentId as SegmentId,
      placeId,
      kind: 'notice',
      text: told,
      after: message,
      ...(place.kind === 'shared' && { replyTo: id }),
      ...(held && invocation && { invocation }),
    })
    return { held, noticeId }
  })
}
