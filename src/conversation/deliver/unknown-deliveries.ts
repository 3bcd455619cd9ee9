import type { MessageId, PlaceId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import type { Button } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { lockThread } from '../../threads/thread.ts'
import { isPlaceClosedSql } from './outbox.ts'

/** A message of the bot of which a part may not have arrived. */
export interface UnknownDelivery {
  readonly messageId: MessageId
  /** The message that it replies to, or its own text if it replies to none. */
  readonly about: string
  readonly isReply: boolean
}

/** The maximum number of messages listed at once, newest first. */
const maxListed = 5
const maxAboutCharacters = 60

interface UnknownDeliveryFilter {
  readonly threadId: ThreadId
  /** Only of this place, and only those that the user was not told of. */
  readonly unwarnedIn?: PlaceId
}

/** Lists the messages of a thread with parts that may not have arrived, in places that still belong to the user. Newest first. */
export function listUnknownDeliveries(db: Db, { threadId, unwarnedIn }: UnknownDeliveryFilter): Promise<UnknownDelivery[]> {
  const unwarned = unwarnedIn === undefined ? Prisma.sql`TRUE` : Prisma.sql`m.place_id = ${unwarnedIn} AND bool_or(d.warned_at IS NULL)`
  return db.$queryRaw<UnknownDelivery[]>`
    SELECT m.id AS "messageId", COALESCE(q.text, m.text) AS about, q.id IS NOT NULL AS "isReply"
    FROM deliveries d JOIN messages m ON m.id = d.message_id LEFT JOIN messages q ON q.id = m.reply_to_id AND q.deleted_at IS NULL
    WHERE d.state = 'unknown' AND m.thread_id = ${threadId} AND m.deleted_at IS NULL AND ${isNoWarning} AND NOT ${isPlaceClosedSql(Prisma.sql`m.id`)}
    GROUP BY m.id, q.id HAVING ${unwarned}
    ORDER BY m.id DESC LIMIT ${maxListed}` // Relies on deliveries_unknown_idx.
}

/** SQL that leaves out notices of this kind, which have buttons that resend something. */
const isNoWarning = Prisma.sql`COALESCE(d.buttons->0->>'action', '') NOT LIKE '/retry %'`

/** Describes the messages, with buttons that send each again or state that it has arrived. */
export function describeUnknownDeliveries(unknown: readonly UnknownDelivery[]): { readonly text: string; readonly buttons: Button[] } {
  const number = (index: number) => (unknown.length > 1 ? ` ${index + 1}` : '')
  return {
    text: unknown
      .map(({ about, isReply }, index) => {
        const quote = clip(about.replace(/\s+/g, ' ').trim(), maxAboutCharacters)
        return `${unknown.length > 1 ? `${index + 1}. ` : ''}My ${isReply ? 'reply to' : 'message'} “${quote}” may not have been delivered.`
      })
      .join('\n'),
    buttons: unknown.flatMap(({ messageId }, index) => [
      { label: `Send again${number(index)}`, action: `/retry ${messageId}` },
      { label: `It arrived${number(index)}`, action: `/retry ${messageId} arrived` },
    ]),
  }
}

/**
 * Posts a notice about messages in a place that may not have arrived, once for each. Call it before the next message is sent there.
 * Returns whether a notice was posted.
 */
export async function warnOfUnknownDeliveries(
  deps: ThreadDeps,
  { threadId, placeId, segmentId }: { readonly threadId: ThreadId; readonly placeId: PlaceId; readonly segmentId: SegmentId },
): Promise<boolean> {
  const filter = { threadId, unwarnedIn: placeId }
  if ((await listUnknownDeliveries(deps.store.db, filter)).length === 0) return false
  return deps.store.transaction(async (tx) => {
    if (!(await lockThread(tx, threadId))) return false
    const unknown = await listUnknownDeliveries(tx, filter)
    if (unknown.length === 0) return false
    const messageIds = unknown.map(({ messageId }) => messageId)
    await tx.delivery.updateMany({ where: { messageId: { in: messageIds }, state: 'unknown' }, data: { warnedAt: deps.clock.now() } })
    await deps.post(tx, { threadId, segmentId, placeId, kind: 'notice', ...describeUnknownDeliveries(unknown) })
    return true
  })
}

/** Records that a message has arrived. Returns false if that was not unknown. */
export async function confirmArrival(
  { store, clock }: ThreadDeps,
  { threadId, messageId }: { threadId: ThreadId; messageId: MessageId },
): Promise<boolean> {
  const { count } = await store.db.delivery.updateMany({
    where: { messageId, state: 'unknown', message: { threadId } },
    data: { state: 'sent', error: null, warnedAt: clock.now() },
  })
  return count > 0
}
