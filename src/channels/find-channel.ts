import type { PlaceId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { type Channel, channelColumns } from './channel.ts'

/** SQL for the channel of a place, whether it is on or off. */
export const channelOfSql = (placeId: PlaceId): Prisma.Sql => Prisma.sql`
  SELECT ${channelColumns} FROM channels c JOIN places p ON p.id = c.place_id WHERE c.place_id = ${placeId}`

/** Returns the channel of a place, whether it is on or off. Undefined if it was never switched on. */
export async function findChannelOf(db: Db, placeId: PlaceId): Promise<Channel | undefined> {
  const [channel] = await db.$queryRaw<Channel[]>(channelOfSql(placeId))
  return channel
}
