import type { PlaceId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { Channel } from '../channel.ts'

export interface LogCounts {
  /** Those that were logged, without what was said to the bot. */
  readonly messages: number
  readonly summaries: number
  /** Null if raw messages are kept. */
  readonly keepDays: number | null
}

/** Counts what is kept of a channel. */
export async function countLog(db: Db, { placeId, threadId }: Channel): Promise<LogCounts> {
  const [messages, summaries, { keepDays }] = await Promise.all([
    db.message.count({ where: { threadId, kind: 'chat', deletedAt: null } }),
    db.channelSummary.count({ where: { placeId, isUsed: true } }),
    db.channel.findUniqueOrThrow({ where: { placeId }, select: { keepDays: true } }),
  ])
  return { messages, summaries, keepDays }
}

/** Whether an author has opted out of the log of a channel. */
export async function isOptedOut(db: Db, placeId: PlaceId, platformUserId: string): Promise<boolean> {
  const author = await db.channelAuthor.findFirst({
    where: { placeId, platformUserId, optedOutAt: { not: null }, optedInAt: null },
    select: { id: true },
  })
  return author !== null
}
