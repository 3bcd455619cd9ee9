import type { MessageId, PlaceId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import type { Translate } from '../../core/messages/messages.ts'
import type { Button } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { loadTranslator, lockThread } from '../../threads/thread.ts'
import { findNextPart, isWarningSql } from './next-part.ts'
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

interface UnknownDeliveryList {
  /** The newest ones, newest first. */
  readonly listed: readonly UnknownDelivery[]
  /** How many there are, listed or not. */
  readonly total: number
}

/** Lists the messages of a thread with parts that may not have arrived, in places that still belong to the user. */
export async function listUnknownDeliveries(db: Db, { threadId, unwarnedIn }: UnknownDeliveryFilter): Promise<UnknownDeliveryList> {
  const unwarned = unwarnedIn === undefined ? Prisma.sql`TRUE` : Prisma.sql`m.place_id = ${unwarnedIn} AND bool_or(d.warned_at IS NULL)`
  const rows = await db.$queryRaw<(UnknownDelivery & { total: number })[]>`
    SELECT m.id AS "messageId", COALESCE(q.text, m.text) AS about, q.id IS NOT NULL AS "isReply", (count(*) OVER ())::int AS total
    FROM deliveries d JOIN messages m ON m.id = d.message_id LEFT JOIN messages q ON q.id = m.reply_to_id AND q.deleted_at IS NULL
    WHERE d.state = 'unknown' AND m.thread_id = ${threadId} AND m.deleted_at IS NULL AND NOT ${isWarningSql('d')} AND NOT ${isPlaceClosedSql()}
    GROUP BY m.id, q.id HAVING ${unwarned}
    ORDER BY m.id DESC LIMIT ${maxListed}` // Relies on deliveries_unknown_idx.
  return { listed: rows.map(({ total: _, ...unknown }) => unknown), total: rows[0]?.total ?? 0 }
}

/** Describes the messages, with buttons that send each again or state that it has arrived. */
export function describeUnknownDeliveries(
  { listed: unknown, total }: UnknownDeliveryList,
  translate: Translate,
): {
  readonly text: string
  readonly buttons: Button[]
} {
  const number = (index: number) => (unknown.length > 1 ? ` ${index + 1}` : '')
  const more = total - unknown.length
  return {
    text: unknown
      .map(({ about, isReply }, index) => {
        const quote = clip(about.replace(/\s+/g, ' ').trim(), maxAboutCharacters)
        const line = translate('delivery.unknown', { kind: isReply ? 'reply' : 'message', quote })
        return `${unknown.length > 1 ? `${index + 1}. ` : ''}${line}`
      })
      .concat(more > 0 ? [translate('delivery.more', { count: more })] : [])
      .join('\n'),
    buttons: unknown.flatMap(({ messageId }, index) => [
      { label: translate('delivery.sendAgain', { number: number(index) }), action: `/retry ${messageId}` },
      { label: translate('delivery.arrived', { number: number(index) }), action: `/retry ${messageId} arrived` },
    ]),
  }
}

/** Where to warn, and before which message. */
interface UnknownDeliveryWarning {
  readonly threadId: ThreadId
  readonly placeId: PlaceId
  readonly segmentId: SegmentId
  /** When the next message was written. By default the first one that waits in the place, if any. */
  readonly before?: Date
}

/**
 * Posts one notice about all messages in a place that may not have arrived. Call it before the next message is sent there. Returns whether
 * a notice was posted.
 *
 * Each of them is marked in the transaction that stores the notice, so two processes never warn twice, and a process that ends between
 * marking and sending loses nothing: the notice waits in the outbox. If the notice itself is lost on its way, it is not repeated, because
 * that could go on forever. /retry and the page still show what it was about.
 */
export async function warnOfUnknownDeliveries(
  deps: ThreadDeps,
  { threadId, placeId, segmentId, before }: UnknownDeliveryWarning,
): Promise<boolean> {
  const filter = { threadId, unwarnedIn: placeId }
  if ((await listUnknownDeliveries(deps.store.db, filter)).total === 0) return false
  return deps.store.transaction(async (tx) => {
    if (!(await lockThread(tx, threadId))) return false
    const unknown = await listUnknownDeliveries(tx, filter)
    if (unknown.total === 0) return false
    await markWarned(tx, { threadId, placeId, now: deps.clock.now() })
    const next = before ?? (await findNextPart(tx, placeId))?.writtenAt
    const described = describeUnknownDeliveries(unknown, await loadTranslator(tx, threadId))
    await deps.post(tx, { threadId, segmentId, placeId, kind: 'notice', ...described, ...(next && { before: next }) })
    return true
  })
}

/** Marks all unknown deliveries of a thread as known to the user, in one place or everywhere. */
export async function markWarned(
  db: Db,
  { threadId, placeId, now }: { readonly threadId: ThreadId; readonly placeId?: PlaceId; readonly now: Date },
): Promise<void> {
  const message = { threadId, ...(placeId && { placeId }) }
  await db.delivery.updateMany({ where: { message, state: 'unknown', warnedAt: null }, data: { warnedAt: now } })
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
