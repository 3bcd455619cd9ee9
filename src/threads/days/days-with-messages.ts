import type { DayLabel, MonthLabel, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { isDayMessage } from '../messages/read-messages.ts'

/** SQL for the days of a thread, with the alias s, that have messages. Looks up one message of each, in messages_segment_change_idx. */
const daysWithMessages = (threadId: ThreadId) => Prisma.sql`
  SELECT s.day_label AS "dayLabel" FROM day_segments s
  CROSS JOIN LATERAL (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${isDayMessage} LIMIT 1) any_message
  WHERE s.thread_id = ${threadId}`

/** Lists the days of a month that have messages, oldest first. Relies on day_segments_thread_id_day_label_key. */
export async function listDaysWithMessagesIn(db: Db, threadId: ThreadId, month: MonthLabel): Promise<DayLabel[]> {
  const rows = await db.$queryRaw<{ dayLabel: DayLabel }[]>`
    ${daysWithMessages(threadId)} AND s.day_label BETWEEN ${`${month}-01`} AND ${`${month}-31`} ORDER BY s.day_label`
  return rows.map(({ dayLabel }) => dayLabel)
}

/** Returns the first day of a thread that has messages. Relies on day_segments_thread_id_day_label_key. */
export async function findFirstDayWithMessages(db: Db, threadId: ThreadId): Promise<DayLabel | undefined> {
  const [row] = await db.$queryRaw<{ dayLabel: DayLabel }[]>`${daysWithMessages(threadId)} ORDER BY s.day_label LIMIT 1`
  return row?.dayLabel
}
