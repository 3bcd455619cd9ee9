import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { HistoryPage, HistoryRequest, PastMessage } from '../../../src/core/ports/shared-places.ts'
import { isSnowflake, snowflakeBefore } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import type { DiscordMessage } from '../payloads.ts'
import { historyPageSize, loadHistoryPage } from '../receive/catch-up.ts'
import { type DiscordInboundContext, toInboundEdit, toInboundMessage } from '../receive/inbound-events.ts'
import { type DiscordServerChannel, findServerChannel } from './load-place.ts'

/** Loads the next page of a channel's history, oldest first. Throws PlatformError, never 'unknown'. */
export async function loadPastMessages(
  rest: DiscordRest,
  context: DiscordInboundContext,
  { place, from = '0', since }: HistoryRequest & { readonly place: PlaceAddress },
): Promise<HistoryPage> {
  const { guildId, channelId } = requireServerChannel(place)
  if (!isSnowflake(from)) throw new PlatformError('rejected', `"${from}" is not a position in the history of a channel on Discord.`)
  const start = snowflakeBefore(since)
  const after = BigInt(from) > BigInt(start) ? from : start
  const { messages, ids, count } = await loadHistoryPage(rest, channelId, after)
  const sorted = messages.filter(({ id }) => BigInt(id) > BigInt(after)).sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  const newest = sorted.at(-1)
  return {
    messages: sorted.flatMap((message) => toPastMessage(context, guildId, message) ?? []),
    listed: new Set(ids as PlatformMessageId[]),
    ...(newest && count >= historyPageSize && { next: newest.id }),
  }
}

/** Messages in the history do not name the channel's server. */
function toPastMessage(context: DiscordInboundContext, guildId: string, message: DiscordMessage): PastMessage | undefined {
  const onServer = { ...message, guild_id: guildId }
  return toInboundEdit(context, onServer) ?? toInboundMessage(context, onServer)
}

function requireServerChannel(place: PlaceAddress): DiscordServerChannel {
  const location = findServerChannel(place)
  if (!location) throw new PlatformError('rejected', 'Discord shows bots the history of channels on servers only.')
  return location
}
