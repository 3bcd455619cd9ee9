import type { SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { UserMerge } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { absorbChanges, bumpDayRevisions } from '../thread.ts'

interface ThreadPair {
  readonly from: ThreadId
  readonly into: ThreadId
}

/**
 * SQL for the days that both threads have, as the `from_id` and `into_id` of their segments. Relies on
 * day_segments_thread_id_day_label_key.
 */
export const selectSharedDays = (from: ThreadId, into: ThreadId) => Prisma.sql`
  SELECT f.id AS from_id, i.id AS into_id FROM day_segments f JOIN day_segments i ON i.thread_id = ${into} AND i.day_label = f.day_label
  WHERE f.thread_id = ${from}`

/** Waits for other work on the days of a thread, and blocks new work. The thread must be locked. */
export async function lockDays(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.$queryRaw`SELECT id FROM day_segments WHERE thread_id = ${threadId} ORDER BY id FOR UPDATE`
}

/**
 * Merges a thread into another. Its messages get change numbers after those of the other thread, in the same order. A day that only one
 * thread has is moved as it is, so its summary stays current. On a day that both threads have, the summary does not include the new
 * messages.
 */
export async function mergeThreads(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  await tx.place.updateMany({ where: { userId: from.userId, kind: 'direct' }, data: { userId: into.userId } })
  if (from.threadId === undefined) return
  const threads = { from: from.threadId, into: into.threadId }
  await dropDuplicates(tx, threads)
  const affectedDays = await tx.$queryRaw<{ id: SegmentId }[]>`
    SELECT both_have.into_id AS id FROM (${selectSharedDays(threads.from, threads.into)}) both_have
    WHERE EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = both_have.from_id)`
  await moveDays(tx, threads)
  await bumpDayRevisions(
    tx,
    affectedDays.map(({ id }) => id),
  )
  await tx.$executeRaw`
    UPDATE day_segments SET finalized_at = ${now} WHERE thread_id = ${threads.into} AND finalized_at IS NULL
      AND day_label < (SELECT max(day_label) FROM day_segments WHERE thread_id = ${threads.into})`
  await deleteEmptyThread(tx, threads.from)
}

/**
 * Keeps one copy of each message that both threads have. This happens if the account moved between the threads and the platform sent the
 * message again.
 */
async function dropDuplicates(tx: Tx, { from, into }: ThreadPair): Promise<void> {
  // Relies on messages_place_id_platform_message_id_thread_id_key.
  const duplicates = Prisma.sql`
    SELECT f.id AS gone, i.id AS kept FROM messages f
    JOIN messages i ON i.thread_id = ${into} AND i.place_id = f.place_id AND i.platform_message_id = f.platform_message_id
    WHERE f.thread_id = ${from} AND f.platform_message_id IS NOT NULL`
  await tx.$executeRaw`UPDATE messages m SET reply_to_id = doubles.kept FROM (${duplicates}) doubles WHERE m.thread_id = ${from} AND m.reply_to_id = doubles.gone`
  await tx.$executeRaw`DELETE FROM messages m USING (${duplicates}) doubles WHERE m.id = doubles.gone`
}

/**
 * Moves days and messages in one statement, because at the end of each statement a message and its day must belong to the same thread.
 * Chunks follow their day (ON UPDATE CASCADE). Changes both threads.
 */
async function moveDays(tx: Tx, { from, into }: ThreadPair): Promise<void> {
  await tx.$executeRaw`
    WITH thread AS (
      ${absorbChanges({ from, into })}
    ), days AS (
      SELECT f.id, COALESCE(i.id, f.id) AS becomes FROM day_segments f
      LEFT JOIN day_segments i ON i.thread_id = ${into} AND i.day_label = f.day_label WHERE f.thread_id = ${from}
    ), moved AS (
      UPDATE day_segments s SET thread_id = ${into}, covered_seq = CASE s.covered_seq WHEN 0 THEN 0 ELSE thread.shift + s.covered_seq END
      FROM days, thread WHERE s.id = days.id AND days.becomes = days.id
    )
    UPDATE messages m SET thread_id = ${into}, segment_id = days.becomes, change_seq = thread.shift + m.change_seq
    FROM days, thread WHERE m.thread_id = ${from} AND m.segment_id = days.id`
}

async function deleteEmptyThread(tx: Tx, threadId: ThreadId): Promise<void> {
  const remaining = await tx.message.count({ where: { threadId } })
  // The messages would be deleted with the thread.
  if (remaining > 0) throw new Error(`Thread ${threadId} still has ${remaining} messages, so it was not merged.`)
  await tx.thread.delete({ where: { id: threadId } })
}
