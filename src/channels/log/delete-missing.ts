import type { PlatformMessageId } from '../../core/domain/ids.ts'
import type { PlaceRef } from '../../core/ports/platform.ts'
import { findPlaceById } from '../../threads/places.ts'
import type { Channel } from '../channel.ts'
import { deleteLoggedMessage } from './change-log.ts'
import type { LogDeps } from './log-message.ts'

/** A part of a platform's history. */
export interface HistoryPart {
  /** When its first and its last message were sent. */
  readonly from: Date
  readonly to: Date
  readonly ids: ReadonlySet<PlatformMessageId>
}

/**
 * Deletes logged messages that a part of the platform's history does not have, because they were deleted there. Those of its first and last
 * instant may be on another page.
 */
export async function deleteMissingMessages(deps: LogDeps, { placeId, threadId }: Channel, { from, to, ids }: HistoryPart): Promise<void> {
  const place: PlaceRef | undefined = await findPlaceById(deps.store.db, placeId)
  const logged = await deps.store.db.message.findMany({
    where: { threadId, placeId, deletedAt: null, role: 'user', sentAt: { gt: from, lt: to }, platformMessageId: { not: null } },
    select: { platformMessageId: true },
  })
  for (const { platformMessageId } of logged) {
    const id = platformMessageId as PlatformMessageId
    if (place && !ids.has(id)) await deleteLoggedMessage(deps, place, id)
  }
}
