import type { ReadableChannel } from '../../../src/channels/access/readers.ts'
import { findLastMessageAt } from '../../../src/channels/log/read-log.ts'
import type { DayLabel, PlaceId } from '../../../src/core/domain/ids.ts'
import { platformInWords } from '../../../src/core/domain/text.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import type { User } from '../../../src/people/users.ts'
import type { WebDeps } from '../options.ts'

/** What the pages of a channel say about it. */
export interface ShownChannel {
  readonly id: PlaceId
  /** Its title, or else its platform. */
  readonly title: string
  readonly platform: string
  readonly isOn: boolean
  /** IANA name. */
  readonly timezone: string
  /** In the timezone of the channel. */
  readonly today: DayLabel
}

/** A channel in the list of channels. */
export interface ListedChannel extends ShownChannel {
  readonly lastMessageAt: Date | null
}

export interface ChannelListView {
  readonly channels: readonly ListedChannel[]
  readonly now: Date
}

/** Loads the channels that a user can read. */
export async function loadChannelList(deps: WebDeps, user: User): Promise<ChannelListView> {
  const channels = await deps.readers().listChannels(user.id)
  const load = async (channel: ReadableChannel): Promise<ListedChannel> => ({
    ...describeChannel(deps, channel),
    lastMessageAt: await findLastMessageAt(deps.store.db, channel),
  })
  return { channels: await Promise.all(channels.map(load)), now: deps.clock.now() }
}

/** Returns what the pages of a channel say about it. */
export function describeChannel({ clock }: WebDeps, { place, isOn, timezone }: ReadableChannel): ShownChannel {
  const platform = platformInWords(place.platform)
  return { id: place.id, title: place.title || platform, platform, isOn, timezone, today: dayLabelOf(clock.now(), timezone) }
}
