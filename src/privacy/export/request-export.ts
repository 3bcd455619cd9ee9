import type { ExportId, PlaceId, UserId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import type { DaySpan } from '../../core/ports/personal-data.ts'
import type { PlatformName, PlatformSender } from '../../core/ports/platform.ts'
import { lockUser } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { MessageDeps } from '../../threads/deps.ts'
import { isLeased } from '../../threads/lease.ts'
import { findLastDirectPlace, type Place } from '../../threads/places.ts'

interface ExportRequest {
  readonly userId: UserId
  /** A direct place of the user. */
  readonly placeId: PlaceId
  readonly span: DaySpan
  /** The channel whose log is exported, instead of what is held about the user. The user must manage it. */
  readonly channelId?: PlaceId
}

const maxExportsPerHour = 5
const hourMs = 3_600_000

/** Stores an export request. Enqueue `export` afterwards. Throws InputError if another export is pending or the rate limit is exceeded. */
export async function requestExport({ store, clock }: MessageDeps, { userId, placeId, span, channelId }: ExportRequest): Promise<ExportId> {
  const now = clock.now()
  return store.transaction(async (tx) => {
    // Concurrent requests wait here, so that the second one sees the first.
    await lockUser(tx, userId)
    const recent = await tx.export.findMany({
      where: { userId, requestedAt: { gt: new Date(now.getTime() - hourMs) } },
      select: { state: true },
    })
    if (recent.some(({ state }) => state === 'pending')) throw new LocalizedInputError('export.pending')
    if (recent.length >= maxExportsPerHour) throw new LocalizedInputError('export.tooMany', { count: maxExportsPerHour })
    const { id } = await tx.export.create({
      data: { userId, placeId, fromDay: span.from ?? null, toDay: span.to ?? null, channelId: channelId ?? null, requestedAt: now },
    })
    return id as ExportId
  })
}

/** Returns where to send the files: the place of the request if it is direct, otherwise the user's latest direct place on that platform. */
export async function resolveExportPlace(db: Db, userId: UserId, place: Place): Promise<PlaceId | undefined> {
  if (place.kind === 'direct') return place.id
  return (await findLastDirectPlace(db, userId, place))?.id
}

/** Fails exports that have been pending for too long, because the platform is unavailable or the place now belongs to another user. */
async function failExpiredExports(db: Db, now: Date): Promise<void> {
  await db.export.updateMany({
    where: { state: 'pending', requestedAt: { lt: new Date(now.getTime() - 2 * hourMs) } },
    data: { state: 'failed' },
  })
}

/** Returns the pending exports that no process is sending, for the platforms of this process. Relies on exports_pending_idx. */
export async function findPendingExports(db: Db, senders: ReadonlyMap<PlatformName, PlatformSender>, now: Date): Promise<ExportId[]> {
  await failExpiredExports(db, now)
  const rows = await db.$queryRaw<{ id: ExportId }[]>`
    SELECT e.id FROM exports e JOIN places p ON p.id = e.place_id
    WHERE e.state = 'pending' AND p.user_id = e.user_id AND p.platform = ANY(${[...senders.keys()]})
      AND NOT ${isLeased('export', Prisma.sql`e.id`, now)}
    ORDER BY e.id LIMIT 100`
  return rows.map(({ id }) => id)
}
