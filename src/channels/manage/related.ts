import type { PlaceId } from '../../core/domain/ids.ts'
import { clip, platformInWords } from '../../core/domain/text.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import type { SharedPlaces } from '../../core/ports/shared-places.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { findPlaceById, type Place, placeColumns } from '../../threads/places.ts'
import type { Channel } from '../channel.ts'
import { type ActingPerson, askPlatform, assertManager, type SharedPlaceDeps } from './managers.ts'

export interface Relation {
  readonly channel: Channel
  readonly place: Place
  /** How people write the name of the other channel, such as "#other". */
  readonly name: string
}

/**
 * Relates a channel to another logged one of the same server, whose latest summaries it is shown from then on. Everyone who can read the
 * one must be able to read the other. Idempotent. Throws InputError.
 */
export async function relateChannel(deps: SharedPlaceDeps, person: ActingPerson, { channel, place, name }: Relation): Promise<void> {
  const { db } = deps.store
  const shown = clip(name, 60)
  const platform = deps.sharedPlaces.get(place.platform)
  const other = platform && (await findOther(db, platform, { place, name }))
  if (!other || other.id === place.id) throw new LocalizedInputError('channel.relatedUnknown', { name: shown })
  await assertManager(deps, person, other).catch((error: unknown) => {
    if (error instanceof LocalizedInputError && error.key === 'channel.managersOnly')
      throw new LocalizedInputError('channel.relatedNotManager', { name: shown })
    throw error
  })
  if ((await askPlatform(platform.canAllRead(place.address, other.address))) !== true)
    throw new LocalizedInputError('channel.relatedUnreadable', { name: shown, platform: platformInWords(place.platform) })
  const relation = { placeId: channel.placeId, relatedPlaceId: other.id }
  await db.relatedChannel.upsert({ where: { placeId_relatedPlaceId: relation }, create: relation, update: {} })
}

/** SQL for the places of the channels that a channel is related to, by title. Those that are off are left out. */
export const relatedPlacesSql = (placeId: PlaceId): Prisma.Sql => Prisma.sql`
  SELECT other.* FROM related_channels r JOIN channels c ON c.place_id = r.related_place_id AND c.is_on
  CROSS JOIN LATERAL (SELECT ${placeColumns} FROM places WHERE places.id = c.place_id) other
  WHERE r.place_id = ${placeId} ORDER BY other.title`

/** Relates a channel to no other one. */
export async function unrelateChannels(db: Db, placeId: PlaceId): Promise<void> {
  await db.relatedChannel.deleteMany({ where: { placeId } })
}

async function findOther(db: Db, platform: SharedPlaces, { place, name }: Omit<Relation, 'channel'>): Promise<Place | undefined> {
  const address = await askPlatform(platform.findPlaceNamed?.(place.address, name))
  if (address === undefined || address === 'unknown') return undefined
  const channel = await db.channel.findFirst({
    where: { isOn: true, place: { platform: place.platform, tenant: place.tenant, address } },
    select: { placeId: true },
  })
  return channel ? findPlaceById(db, channel.placeId as PlaceId) : undefined
}
