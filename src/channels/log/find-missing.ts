import type { PlatformMessageId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { Channel } from '../channel.ts'

/** A part of a platform's history. */
export interface HistoryPart {
  /** When its first and its last message were sent. */
  readonly from: Date
  readonly to: Date
  readonly ids: ReadonlySet<PlatformMessageId>
}

/**
 * Returns the logged messages that a part of the platform's history does not have, because they were deleted there. Those of its first and
 * last instant may be on another page.
 */
export async function findMissingMessages(
  db: Db,
  { placeId, threadId }: Channel,
  { from, to, ids }: HistoryPart,
): Promise<readonly PlatformMessageId[]> {
  const logged = await db.message.findMany({
    where: { threadId, placeId, deletedAt: null, role: 'user', sentAt: { gt: from, lt: to }, platformMessageId: { not: null } },
    select: { platformMessageId: true },
  })
  return logged.flatMap(({ platformMessageId: id }) => (id === null || ids.has(id as PlatformMessageId) ? [] : [id as PlatformMessageId]))
}
