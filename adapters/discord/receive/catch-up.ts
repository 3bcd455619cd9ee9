import { Routes } from 'discord.js'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { dateFromSnowflake, parseAddress } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import type { DiscordDirectChannels } from '../direct-channels.ts'
import { toIdempotentCallError } from '../errors.ts'
import { type DiscordHistoryPage, type DiscordMessage, parseHistoryPage } from '../payloads.ts'

/** The last stored message of a place. */
export interface DiscordCatchUpPoint {
  readonly address: PlaceAddress
  readonly id: PlatformMessageId
}

/** A position in a channel to catch up from. */
export interface DiscordChannelPosition {
  readonly guildId?: string
  readonly lastId: string
}

export interface CatchUpOptions {
  readonly rest: DiscordRest
  readonly directChannels: DiscordDirectChannels
  readonly log: Log
}

export const historyPageSize = 100
/** The maximum number of pages to load per channel, starting with the oldest missed messages. */
const maxHistoryPages = 50

/**
 * Creates a function that loads the messages sent in a channel after the last known one, oldest first. If it fails, the next call
 * continues where it stopped. Throws PlatformError, never 'unknown'.
 */
export function createMissedMessageLoader(
  { rest, log }: CatchUpOptions,
  channelId: string,
  from: DiscordChannelPosition,
): () => Promise<DiscordMessage[]> {
  const missed: DiscordMessage[] = []
  let after = from.lastId
  let pages = 0
  return async () => {
    while (pages < maxHistoryPages) {
      const { messages, count } = await loadHistoryPage(rest, channelId, after)
      pages += 1
      // Each page lists its newest message first.
      messages.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      // Messages in the history do not name the channel's server.
      missed.push(...messages.map((message) => ({ ...message, ...(from.guildId !== undefined && { guild_id: from.guildId }) })))
      const newest = messages.at(-1)
      if (!newest || count < historyPageSize) return missed
      after = newest.id
    }
    const last = missed.at(-1)
    const until = last && dateFromSnowflake(last.id)
    log.warn({ channelId, messages: missed.length, until }, 'Too many messages were missed on Discord; skipped those after this time')
    return missed
  }
}

/** Loads the oldest messages after an id, in any order. Throws PlatformError, never 'unknown'. */
export async function loadHistoryPage({ call }: DiscordRest, channelId: string, after: string): Promise<DiscordHistoryPage> {
  const query = new URLSearchParams({ after, limit: String(historyPageSize) })
  try {
    return parseHistoryPage(await call((rest) => rest.get(Routes.channelMessages(channelId), { query })))
  } catch (error) {
    throw toIdempotentCallError(error)
  }
}

/** Returns the channel of a place with stored messages. Throws PlatformError. */
export async function resolveChannelId({ directChannels }: CatchUpOptions, { address }: DiscordCatchUpPoint): Promise<string> {
  const place = parseAddress(address)
  return place.kind === 'direct' ? directChannels.resolveChannelId(place.userId) : place.channelId
}

/** Returns the position from which to catch up. Throws PlatformError. */
export function toChannelPosition({ address, id: lastId }: DiscordCatchUpPoint): DiscordChannelPosition {
  const place = parseAddress(address)
  // The last stored id may be that of an interaction, which is not a message id.
  if (!/^\d{1,20}$/.test(lastId)) throw new PlatformError('rejected', `"${lastId}" is not the id of a message on Discord.`)
  return { lastId, ...(place.kind === 'shared' && place.guildId !== undefined && { guildId: place.guildId }) }
}
