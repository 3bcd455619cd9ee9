import { Routes } from 'discord.js'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/ids.ts'
import { parseAddress } from './address.ts'
import type { DirectChannels } from './direct-channels.ts'
import { repeatableError } from './errors.ts'
import { type DiscordMessage, readHistory } from './payloads.ts'
import type { DiscordRest } from './rest.ts'

/** The last message that was stored of a place. */
export interface SeenPlace {
  readonly address: PlaceAddress
  readonly id: PlatformMessageId
}

/** A channel to be caught up from. */
export interface SeenChannel {
  readonly guildId?: string
  readonly lastId: string
}

export interface CatchUpParts {
  readonly rest: DiscordRest
  readonly directChannels: DirectChannels
}

const pageSize = 100
/** So many messages of one place are caught up with at most: the oldest of those that were missed. */
const maxPages = 5

/** What was written in a channel after the last message that is known of it, oldest first. Throws PlatformError, never 'unknown'. */
export async function missedMessages({ rest }: CatchUpParts, channelId: string, seen: SeenChannel): Promise<DiscordMessage[]> {
  const missed: DiscordMessage[] = []
  let after = seen.lastId
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ after, limit: String(pageSize) })
    const messages = await historyPage(rest, channelId, query)
    // Discord gives the page that follows, with its newest message first.
    messages.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    // History does not repeat to which server the channel belongs.
    missed.push(...messages.map((message) => ({ ...message, ...(seen.guildId !== undefined && { guild_id: seen.guildId }) })))
    after = messages.at(-1)?.id ?? after
    if (messages.length < pageSize) break
  }
  return missed
}

async function historyPage({ call }: DiscordRest, channelId: string, query: URLSearchParams): Promise<DiscordMessage[]> {
  try {
    return readHistory(await call((rest) => rest.get(Routes.channelMessages(channelId), { query })))
  } catch (error) {
    throw repeatableError(error)
  }
}

/** The channel of a place that was seen before this start. Throws PlatformError. */
export async function channelSeen({ directChannels }: CatchUpParts, { address, id }: SeenPlace): Promise<[string, SeenChannel]> {
  const place = parseAddress(address)
  // A command that was given there counts too: its id is of the same kind.
  const [lastId] = /\d{1,20}$/.exec(id) ?? []
  if (lastId === undefined) throw new PlatformError('rejected', `"${id}" is not the id of something on Discord.`)
  if (place.kind === 'direct') return [await directChannels.channelOf(place.userId), { lastId }]
  return [place.channelId, { lastId, ...(place.guildId !== undefined && { guildId: place.guildId }) }]
}
