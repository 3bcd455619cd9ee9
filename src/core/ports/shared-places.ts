import type { PlaceAddress, PlatformMessageId } from '../domain/ids.ts'
import type { MessageKey } from '../messages/messages.ts'
import type { InboundEdit, InboundMessage } from './platform.ts'

/** What keeps a platform from delivering all messages of a shared place to the bot. */
export type LogObstacle =
  /** The bot receives only what is addressed to it, until its settings on the platform are changed. */
  | 'not-delivered'
  /** The bot is not a member of the place, or must not read it. */
  | 'no-access'

/** A message of a platform's history, as it reads now. */
export type PastMessage = InboundMessage | InboundEdit

export interface HistoryPage {
  /** Oldest first, and later than those of the page before. Without this bot's own messages. Can be empty although there is a next page. */
  readonly messages: readonly PastMessage[]
  /** The ids of all messages that the platform listed, also of those that are left out or cannot be read. */
  readonly listed: ReadonlySet<PlatformMessageId>
  /** Where the next page begins. Absent if there is none. */
  readonly next?: string
}

export interface HistoryRequest {
  /** Where to go on, as `HistoryPage.next` says. */
  readonly from?: string
  /** Messages before this time are left out. */
  readonly since: Date
}

/**
 * What a platform tells about its shared places. Every method asks the platform and caches nothing. All throw PlatformError. A place that
 * does not exist, or that the bot cannot see, has no managers and no readers.
 */
export interface SharedPlaces {
  /** One sentence on how the bot comes to receive all messages of a place. */
  readonly deliveryHint?: MessageKey
  /** One sentence on how to get what was said before into the log, if `loadHistory` is absent. */
  readonly historyHint?: MessageKey
  /** Whether an account may manage a place. */
  isManager(place: PlaceAddress, platformUserId: string): Promise<boolean>
  /** Whether an account can read a place now. */
  isReader(place: PlaceAddress, platformUserId: string): Promise<boolean>
  /** Whether everyone who can read one place can also read another one. False if the platform does not tell. */
  canAllRead(place: PlaceAddress, other: PlaceAddress): Promise<boolean>
  /** Returns what keeps the bot from seeing all messages of a place. Undefined if nothing does. */
  findLogObstacle(place: PlaceAddress): Promise<LogObstacle | undefined>
  /** Returns the address of the place of the same server or workspace that a text names: "#other", or the platform's own form of a link to it. */
  findPlaceNamed?(place: PlaceAddress, name: string): Promise<PlaceAddress | undefined>
  /** Returns the next page of what was said in a place. Absent if the platform gives bots no history. */
  loadHistory?(place: PlaceAddress, request: HistoryRequest): Promise<HistoryPage>
}
