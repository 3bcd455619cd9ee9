import type { DayLabel, MessageId, SegmentId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeqAndRevision, bumpDayRevisions, lockThread } from '../thread.ts'

/**
 * Reassigns the messages of a thread to days when its user sets a timezone for the first time. Later changes of the timezone do not
 * reassign messages. Moved messages take the next change numbers, so that they do not count as summarized.
 */
export async function reassignDays(tx: Tx, threadId: ThreadId, { timezone, now }: { timezone: string; now: Date }): Promise<void> {
  if (!(await lockThread(tx, threadId))) return
  const moves = await findDayMoves(tx, threadId, timezone)
  const segments = await ensureSegments(tx, {
    threadId,
    timezone,
    labels: [...new Set(moves.map((move) => move.label))],
    now,
  })
  await tx.daySegment.updateMany({ where: { threadId }, data: { timezone } })
  if (moves.length === 0) return
  const rows = moves.map((move, index) => ({ id: move.id, segment: segments.get(move.label), position: index + 1 }))
  const sourceSegmentIds = [...new Set(moves.map((move) => move.from))]
  await tx.$executeRaw`
      WITH thread AS (${advanceChangeSeqAndRevision(threadId, rows.length)})
      UPDATE messages m SET segment_id = g.segment, change_seq = thread.change_seq - ${rows.length} + g.position
      FROM thread, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(id int, segment int, position int) WHERE m.id = g.id`
  // The summaries of these days are stale, because they still contain the moved messages.
  await bumpDayRevisions(tx, sourceSegmentIds)
  await tx.$executeRaw`
      DELETE FROM day_segments s WHERE s.thread_id = ${threadId} AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id)`
  // Once the empty days are gone, past days become final and today stays open.
  await tx.$executeRaw`
      UPDATE day_segments SET finalized_at = CASE
        WHEN day_label < (SELECT max(day_label) FROM day_segments WHERE thread_id = ${threadId}) THEN COALESCE(finalized_at, ${now}::timestamptz)
        WHEN day_label < ${dayLabelOf(now, timezone)} THEN finalized_at END
      WHERE thread_id = ${threadId}`
}

interface DayMove {
  readonly id: MessageId
  readonly from: SegmentId
  readonly label: DayLabel
}

/** Returns the messages that now belong to another day. Replies and tool outputs belong to the day of their question. */
async function findDayMoves(tx: Tx, threadId: ThreadId, timezone: string): Promise<DayMove[]> {
  const rows = await tx.$queryRaw<
    { id: MessageId; from: SegmentId; label: DayLabel; role: string; sentAt: Date; turnId: TurnId | null; replyToId: MessageId | null }[]
  >`SELECT m.id, m.segment_id AS "from", s.day_label AS label, m.role, m.sent_at AS "sentAt", m.turn_id AS "turnId", m.reply_to_id AS "replyToId"
    FROM messages m JOIN day_segments s ON s.id = m.segment_id
    WHERE m.thread_id = ${threadId} ORDER BY m.sent_at, m.platform_order, m.id`
  const labelByTurn = new Map<TurnId, DayLabel>()
  let latest: DayLabel | undefined
  return rows.flatMap((row) => {
    const ownLabel = dayLabelOf(row.sentAt, timezone)
    const label = row.role === 'user' ? ownLabel : ((row.turnId && labelByTurn.get(row.turnId)) ?? latest ?? ownLabel)
    if (row.role === 'user') {
      latest = ownLabel
      if (row.turnId) labelByTurn.set(row.turnId, ownLabel)
    }
    return label === row.label ? [] : [{ id: row.id, from: row.from, label }]
  })
}

interface SegmentsRequest {
  readonly threadId: ThreadId
  readonly timezone: string
  readonly labels: readonly DayLabel[]
  readonly now: Date
}

/** Returns the segments of the given days, and creates missing ones. Whether they are final is decided after all messages have moved. */
async function ensureSegments(tx: Tx, { threadId, timezone, labels, now }: SegmentsRequest): Promise<Map<DayLabel, SegmentId>> {
  await tx.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at)
    SELECT ${threadId}, label, ${timezone}, ${now} FROM jsonb_array_elements_text(${JSON.stringify(labels)}::jsonb) AS label
    ON CONFLICT (thread_id, day_label) DO NOTHING`
  const segments = await tx.daySegment.findMany({ where: { threadId }, select: { id: true, dayLabel: true } })
  return new Map(segments.map((segment) => [segment.dayLabel as DayLabel, segment.id as SegmentId]))
}
