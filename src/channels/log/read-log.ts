import type { MessageId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import { isChannelMessage, type LogEntry, readLines } from '../cascade/channel-lines.ts'
import type { Channel } from '../channel.ts'

export interface LogPageRequest {
  /** Where the page lies. The newest messages if absent. */
  readonly at?: { readonly side: 'before' | 'after' | 'around'; readonly id: MessageId }
  readonly limit: number
}

export interface LogPage {
  /** Oldest first. */
  readonly entries: readonly LogEntry[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** How the messages of a page relate to the message that the request names. */
const relations = {
  before: { earlier: Prisma.sql`<`, later: undefined },
  after: { earlier: undefined, later: Prisma.sql`>` },
  around: { earlier: Prisma.sql`<=`, later: Prisma.sql`>` },
} as const

/**
 * Loads a page of a channel's log: what its members and the bot said there, in whichever thread it is. Undefined if the message that the
 * request names is not of the channel, or is gone. Relies on messages_audience_idx.
 */
export async function loadLogPage(db: Db, channel: Channel, { at, limit }: LogPageRequest): Promise<LogPage | undefined> {
  if (!at) {
    const newest = await readLines(db, channel, { where: Prisma.sql`TRUE`, order: newestFirst, limit: limit + 1 })
    return { entries: newest.slice(0, limit).reverse(), hasEarlier: newest.length > limit, hasLater: false }
  }
  const position = await db.message.findFirst({
    where: { id: at.id, audience: channel.audience },
    select: { sentAt: true, platformOrder: true },
  })
  if (!position) return undefined
  const where = (relation: Prisma.Sql) =>
    Prisma.sql`(m.sent_at, m.platform_order, m.id) ${relation} (${position.sentAt}::timestamptz, ${position.platformOrder}::bigint, ${at.id}::int)`
  const { earlier, later } = relations[at.side]
  const most = earlier && later ? Math.ceil(limit / 2) : limit
  const [before, after] = await Promise.all([
    earlier ? readLines(db, channel, { where: where(earlier), order: newestFirst, limit: most + 1 }) : [],
    later ? readLines(db, channel, { where: where(later), limit: most + 1 }) : [],
  ])
  return {
    entries: [...before.slice(0, most).reverse(), ...after.slice(0, most)],
    hasEarlier: !earlier || before.length > most,
    hasLater: !later || after.length > most,
  }
}

/** Returns when the last message of a channel was sent. Null if there is none. */
export async function findLastMessageAt(db: Db, channel: Pick<Channel, 'audience'>): Promise<Date | null> {
  const [last] = await db.$queryRaw<{ sentAt: Date }[]>`
    SELECT m.sent_at AS "sentAt" FROM messages m WHERE ${isChannelMessage(channel)} ORDER BY ${newestFirst} LIMIT 1`
  return last?.sentAt ?? null
}
