import type { PlaceRef } from '../../core/ports/platform.ts'
import type { AccountKey } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Channel, channelColumns } from '../channel.ts'

export interface LoggedChannel extends Channel {
  /** Whether nothing of the author is logged, because they opted out or are blocked. */
  readonly isAuthorExcluded: boolean
  /** Nothing said before is logged: while the channel was off, nobody was to be logged. Null if it was never off. */
  readonly historyFloor: Date | null
  /** The time during which the author had opted out. Null if they never had, or have not opted in since. */
  readonly absentFrom: Date | null
  readonly absentUntil: Date | null
}

/** SQL for whether nothing of an account is logged in a channel. The aliases of the channel, its place and the author are c, p and x. */
const isExcluded = (platformUserId: string) => Prisma.sql`(
  (x.opted_out_at IS NOT NULL AND x.opted_in_at IS NULL)
  OR EXISTS (SELECT 1 FROM accounts a JOIN users u ON u.id = a.user_id
    WHERE a.platform = p.platform AND a.tenant = p.tenant AND a.platform_user_id = ${platformUserId} AND u.blocked_at IS NOT NULL))`

/**
 * Returns the channel of a platform's place, if it is switched on. Relies on places_platform_tenant_address_key and
 * channel_authors_place_id_platform_user_id_key.
 */
export async function findLoggedChannel(db: Db, place: PlaceRef, authorId: string): Promise<LoggedChannel | undefined> {
  if (place.kind !== 'shared') return undefined
  const [channel] = await db.$queryRaw<LoggedChannel[]>`
    SELECT ${channelColumns}, c.history_floor AS "historyFloor", ${isExcluded(authorId)} AS "isAuthorExcluded",
      x.opted_out_at AS "absentFrom", x.opted_in_at AS "absentUntil"
    FROM places p JOIN channels c ON c.place_id = p.id LEFT JOIN channel_authors x ON x.place_id = c.place_id AND x.platform_user_id = ${authorId}
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address} AND c.is_on`
  return channel
}

/** Whether what an author said at a time may be logged: the channel was not off then, and they had not opted out. */
export function mayBeLogged({ isAuthorExcluded, historyFloor, absentFrom, absentUntil }: LoggedChannel, sentAt: Date): boolean {
  const wasOff = historyFloor !== null && sentAt < historyFloor
  const wasAbsent = absentFrom !== null && absentUntil !== null && sentAt >= absentFrom && sentAt < absentUntil
  return !isAuthorExcluded && !wasOff && !wasAbsent
}

/** Whether a platform's place is a channel that is switched on. */
export async function isLogged(db: Db, place: PlaceRef): Promise<boolean> {
  return (await findLoggedChannel(db, place, '')) !== undefined
}

/** Whether an account has written in a channel. Relies on channel_authors_place_id_platform_user_id_key. */
export async function isLoggedAuthor(db: Db, { platform, tenant, platformUserId }: AccountKey): Promise<boolean> {
  const author = await db.channelAuthor.findFirst({
    where: { platformUserId, channel: { place: { platform, tenant } } },
    select: { id: true },
  })
  return author !== null
}
