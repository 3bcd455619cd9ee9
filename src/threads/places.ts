import type { PlaceAddress, PlaceId, PlatformMessageId, UserId } from '../core/domain/ids.ts'
import type { Audience, PlaceKind } from '../core/domain/messages.ts'
import { stripInvisible } from '../core/domain/text.ts'
import type { PlaceRef, PlatformName } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'

export interface Place {
  readonly id: PlaceId
  readonly platform: PlatformName
  readonly tenant: string
  readonly address: PlaceAddress
  readonly kind: PlaceKind
  readonly title: string
  readonly userId: UserId | null
  readonly audience: Audience
}

const placeFields = {
  id: true,
  platform: true,
  tenant: true,
  address: true,
  kind: true,
  title: true,
  userId: true,
  audience: true,
} as const
/** SQL for the columns of a place, without an alias. */
export const placeColumns = Prisma.sql`id, platform, tenant, address, kind, title, user_id AS "userId", audience`

/** The current writer of a place. `userId` is an SQL expression, NULL if there is none. */
interface PlaceWriter {
  readonly userId: Prisma.Sql
  readonly activeAt?: Date | undefined
}

/**
 * SQL that stores a place, or brings it up to date, once for the row that `from` has, and returns its columns. The current writer becomes
 * the owner of a direct place. A late message does not move last_active_at back. Relies on places_platform_tenant_address_key.
 */
export function upsertPlaceSql(ref: PlaceRef, { userId, activeAt }: PlaceWriter, from: Prisma.Sql): Prisma.Sql {
  const owner = ref.kind === 'direct' ? userId : Prisma.sql`NULL`
  const lastActive = ref.kind === 'direct' ? (activeAt ?? null) : null
  return Prisma.sql`
    INSERT INTO places (platform, tenant, address, kind, title, user_id, last_active_at)
    SELECT ${ref.platform}, ${ref.tenant}, ${ref.address}, ${ref.kind}, ${stripInvisible(ref.title ?? '').trim()}, ${owner}::int,
      ${lastActive}::timestamptz FROM ${from}
    ON CONFLICT (platform, tenant, address) DO UPDATE SET
      user_id = CASE places.kind WHEN EXCLUDED.kind THEN EXCLUDED.user_id ELSE places.user_id END,
      title = CASE WHEN EXCLUDED.title = '' THEN places.title ELSE EXCLUDED.title END,
      last_active_at = GREATEST(places.last_active_at, EXCLUDED.last_active_at)
    RETURNING ${placeColumns}`
}

/**
 * Returns the stored place of a platform's place, and creates it on first sight. `userId` is the current writer, if any, who becomes the
 * owner of a direct place. `activeAt` is when they wrote. It is absent if they did not write.
 */
export async function upsertPlace(db: Db, ref: PlaceRef, userId: UserId | null, activeAt?: Date): Promise<Place> {
  const [place] = await db.$queryRaw<Place[]>(upsertPlaceSql(ref, { userId: Prisma.sql`${userId}`, activeAt }, Prisma.sql`(SELECT 1) once`))
  if (!place) throw new Error('A place was neither inserted nor found.')
  return place
}

/** SQL for a place as JSON, in the form of `Place`. `id` is an SQL expression. */
export const placeJsonSql = (id: Prisma.Sql) => Prisma.sql`
  (SELECT to_jsonb(one) FROM (SELECT ${placeColumns} FROM places WHERE places.id = ${id}) one)`

/**
 * Returns the stored place of a message that another message in a shared place refers to. Nobody need have written there. A place that is
 * already stored is not locked, because all threads of a channel refer to it. Relies on places_platform_tenant_address_key.
 */
export async function ensureSourcePlace(tx: Tx, { platform, tenant }: Place, address: PlaceAddress): Promise<Place> {
  const place = await tx.place.findUnique({ where: { platform_tenant_address: { platform, tenant, address } }, select: placeFields })
  return (place as Place | null) ?? upsertPlace(tx, { platform, tenant, address, kind: 'shared' }, null)
}

/** Returns who may see what is said in a platform's place. Where nothing was said yet, the audience has no rows. */
export async function findAudience(db: Db, { platform, tenant, address, kind }: Omit<PlaceRef, 'title'>): Promise<Audience> {
  if (kind === 'direct') return 'private'
  const place = await db.place.findUnique({ where: { platform_tenant_address: { platform, tenant, address } }, select: { audience: true } })
  return (place?.audience ?? 'place:0') as Audience
}

export async function findPlaceById(db: Db, id: PlaceId): Promise<Place | undefined> {
  const place = await db.place.findUnique({ where: { id }, select: placeFields })
  return (place as Place | null) ?? undefined
}

/** SQL for whether a message, with the alias m, is from a platform where this process can answer, and from a user who is not blocked. */
export const isServed = (senders: ReadonlyMap<PlatformName, unknown>) => Prisma.sql`(
  EXISTS (SELECT 1 FROM places served WHERE served.id = m.place_id AND served.platform = ANY(${[...senders.keys()]}))
  AND NOT EXISTS (
    SELECT 1 FROM continuous_threads b JOIN users u ON u.id = b.user_id WHERE b.thread_id = m.thread_id AND u.blocked_at IS NOT NULL))`

/** A platform, and the team or workspace of it. */
type PlatformTenant = Pick<Place, 'platform' | 'tenant'>

/** Returns the direct place that a user last wrote in, of one platform if it is given. Relies on places_user_id_idx. */
export async function findLastDirectPlace(db: Db, userId: UserId, on?: PlatformTenant): Promise<Place | undefined> {
  return (await listDirectPlaces(db, userId, on))[0]
}

/**
 * Lists the direct places of a user, of one platform if it is given, the one they last wrote in first. Relies on
 * places_user_id_idx.
 */
export async function listDirectPlaces(db: Db, userId: UserId, on?: PlatformTenant): Promise<Place[]> {
  const inPlatform = on && { platform: on.platform, tenant: on.tenant }
  const places = await db.place.findMany({
    where: { userId, kind: 'direct', lastActiveAt: { not: null }, ...inPlatform },
    orderBy: { lastActiveAt: 'desc' },
    select: placeFields,
  })
  return places as Place[]
}

/** Returns the direct place where a user last wrote from an account with owner rights. */
export async function findLastOwnerPlace(db: Db, userId: UserId): Promise<Place | undefined> {
  const [place] = await db.$queryRaw<Place[]>`
    SELECT ${placeColumns} FROM places
    WHERE user_id = ${userId} AND kind = 'direct' AND last_active_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM messages m JOIN accounts a ON a.id = m.author_account_id WHERE m.place_id = places.id AND a.is_owner)
    ORDER BY last_active_at DESC LIMIT 1`
  return place
}

/** A place with its last stored user message. */
export interface LastPlaceMessage {
  readonly address: PlaceAddress
  readonly id: PlatformMessageId
}

/**
 * Lists at most `limit` places of a platform that were active since an instant, latest first. Commands do not count, because their ids may
 * not be message ids. Relies on messages_last_received_idx.
 */
export function listLastPlaceMessages(
  db: Db,
  platform: PlatformName,
  { since, limit }: { since: Date; limit: number },
): Promise<LastPlaceMessage[]> {
  return db.$queryRaw<LastPlaceMessage[]>`
    SELECT p.address, last.id
    FROM places p CROSS JOIN LATERAL (
      SELECT m.platform_message_id AS id, m.sent_at FROM messages m
      WHERE m.place_id = p.id AND m.kind = 'chat' AND m.role = 'user' AND m.platform_message_id IS NOT NULL
      ORDER BY m.platform_order DESC LIMIT 1) last
    WHERE p.platform = ${platform} AND last.sent_at >= ${since}
    ORDER BY last.sent_at DESC LIMIT ${limit}`
}

/**
 * SQL for a recursive query, named `members`, that finds the threads of all who wrote in a shared place, one after the other. It ends with
 * NULL. Relies on messages_audience_thread_idx, of which it reads one entry per thread.
 */
export function membersSql(audience: Audience): Prisma.Sql {
  const nextSql = (after: Prisma.Sql) => Prisma.sql`
    SELECT min(m.thread_id) AS thread_id FROM messages m WHERE m.audience = ${audience} AND m.audience <> 'private' AND m.thread_id > ${after}`
  return Prisma.sql`
    members AS (${nextSql(Prisma.sql`0`)} UNION ALL SELECT (${nextSql(Prisma.sql`members.thread_id`)}) FROM members WHERE thread_id IS NOT NULL)`
}

/** Returns the prefix for the platform's ids of messages from before a place moved away from an address. */
export const movedIdPrefix = (address: PlaceAddress): string => `${address}:`

/**
 * Moves a place to a new address. The platform may count messages from 1 again there, so the ids of stored messages, and of what they
 * refer to, get a prefix. Otherwise a new message would be mistaken for an old one. Returns the id of the place, or undefined if there is no
 * such place or the new address already has a place.
 */
export async function changePlaceAddress(tx: Tx, { platform, tenant, address }: PlaceRef, to: PlaceAddress): Promise<PlaceId | undefined> {
  const [moved] = await tx.$queryRaw<{ id: PlaceId }[]>`
    UPDATE places SET address = ${to} WHERE platform = ${platform} AND tenant = ${tenant} AND address = ${address}
      AND NOT EXISTS (SELECT 1 FROM places p WHERE p.platform = ${platform} AND p.tenant = ${tenant} AND p.address = ${to})
    RETURNING id`
  if (!moved) return undefined
  await tx.$executeRaw`
    UPDATE messages SET platform_message_id = ${movedIdPrefix(address)} || platform_message_id
    WHERE place_id = ${moved.id} AND platform_message_id IS NOT NULL`
  await tx.$executeRaw`
    UPDATE message_references SET source_id = ${movedIdPrefix(address)} || source_id WHERE place_id = ${moved.id} AND source_id IS NOT NULL`
  return moved.id
}

/** Deletes all places, so that an export can be restored into an instance without messages. */
export async function deleteAllPlaces(tx: Tx): Promise<void> {
  await tx.place.deleteMany()
}
