import type { InboundDeparture } from '../../../src/core/ports/platform.ts'
import { formatAddress } from '../address.ts'
import type { DiscordDispatch } from '../payloads.ts'
import type { DiscordCatchUpPoint } from './catch-up.ts'
import type { DiscordGuildChannels } from './guild-channels.ts'
import { toPlaceRef } from './inbound-events.ts'
import type { DiscordNameLookup } from './names.ts'

export interface DepartureOptions {
  readonly names: DiscordNameLookup
  readonly guildChannels: DiscordGuildChannels
  readonly loadStored: () => Promise<readonly DiscordCatchUpPoint[]>
}

/** A departure, with the channel whose events it is to be stored in order with. */
export interface DiscordDeparture {
  readonly channelId: string
  readonly event: InboundDeparture
}

type DiscordEnd = Extract<DiscordDispatch, { t: 'GUILD_DELETE' | 'CHANNEL_DELETE' | 'THREAD_DELETE' }>

/**
 * Lists the places that the bot left with a server, or that were deleted. Empty for a server that is only out of order. Discord does not
 * name the places of a server, so these are the ones seen in events or stored. It does not tell whether the server itself was deleted.
 */
export async function listDepartures(options: DepartureOptions, dispatch: DiscordEnd): Promise<DiscordDeparture[]> {
  const { guildChannels } = options
  if (dispatch.t === 'GUILD_DELETE') {
    const { id: guildId, unavailable } = dispatch.d
    if (unavailable) return []
    const seen = guildChannels.listOfGuild(guildId)
    const stored = listStoredChannels(await options.loadStored(), guildId)
    return [...new Set([...seen, ...stored])].map((channelId) => toDeparture(options, { guildId, channelId, isDeleted: false }))
  }
  const { id, guild_id: guildId } = dispatch.d
  if (guildId === undefined) return []
  // The threads of a deleted channel are deleted with it.
  return [...guildChannels.listThreads(id), id].map((channelId) => toDeparture(options, { guildId, channelId, isDeleted: true }))
}

function listStoredChannels(stored: readonly DiscordCatchUpPoint[], guildId: string): string[] {
  const prefix = formatAddress({ kind: 'shared', guildId, channelId: '' })
  return stored.flatMap(({ address }) => (address.startsWith(prefix) ? [address.slice(prefix.length)] : []))
}

interface LeftChannel {
  readonly guildId: string
  readonly channelId: string
  readonly isDeleted: boolean
}

function toDeparture({ names, guildChannels }: DepartureOptions, { guildId, channelId, isDeleted }: LeftChannel): DiscordDeparture {
  guildChannels.forget(channelId)
  return { channelId, event: { type: 'departure', place: toPlaceRef(names, { kind: 'shared', guildId, channelId }), isDeleted } }
}
