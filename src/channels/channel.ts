import type { PlaceId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'

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
