import type { PlaceId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'

/** A shared place whose whole conversation is kept for its members. */
export interface Channel {
  readonly placeId: PlaceId
  /** Holds what is said there without addressing the bot. */
  readonly threadId: ThreadId
  readonly audience: Audience
  /** Whether what is said there is kept. */
  readonly isOn: boolean
  /** IANA name. */
  readonly timezone: string
  /** Of its summaries. */
  readonly language: LanguageCode
  /** Who switched it on. Their budget pays for its summaries. */
  readonly managerId: UserId | null
}

/** SQL for the columns of a channel. The aliases of the channel and of its place are c and p. */
export const channelColumns = Prisma.sql`c.place_id AS "placeId", c.thread_id AS "threadId", p.audience, c.is_on AS "isOn", c.timezone, c.language,
  c.manager_id AS "managerId"`

/** Returns the channel of a place, whether it is on or off. Undefined if it was never switched on, or was erased. */
export async function findChannel(db: Db, placeId: PlaceId): Promise<Channel | undefined> {
  const [channel] = await db.$queryRaw<Channel[]>`
    SELECT ${channelColumns} FROM channels c JOIN places p ON p.id = c.place_id WHERE c.place_id = ${placeId}`
  return channel
}
