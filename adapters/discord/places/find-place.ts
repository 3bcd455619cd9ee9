import { ChannelType, Routes } from 'discord.js'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import { formatAddress } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import { type DiscordServerChannel, findServerChannel, loadChannel, requestVisible } from './load-place.ts'
import { type DiscordListedChannel, parseChannelList, parseThreadList } from './place-payloads.ts'

/** Types that hold no messages: their threads or channels do. */
const containerTypes: ReadonlySet<number> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
])

/**
 * Finds the channel or active thread of the same server that a text names: "#roses" or "<#123>". Undefined if there is none that the bot
 * can see, or if several have this name and none of them is beside the given place.
 */
export async function findPlaceNamed(rest: DiscordRest, place: PlaceAddress, name: string): Promise<PlaceAddress | undefined> {
  const here = findServerChannel(place)
  if (!here) return undefined
  const [, linkedId] = /^<#(\d{1,20})>$/.exec(name.trim()) ?? []
  const channelId = linkedId ?? (await findChannelId(rest, here, name.trim().replace(/^#/, '')))
  const channel = channelId === undefined ? undefined : await loadChannel(rest, { ...here, channelId })
  if (!channel || containerTypes.has(channel.type)) return undefined
  return formatAddress({ kind: 'shared', guildId: here.guildId, channelId: channel.id })
}

async function findChannelId(rest: DiscordRest, here: DiscordServerChannel, name: string): Promise<string | undefined> {
  if (name === '') return undefined
  const { guildId } = here
  const channels = (await requestVisible(rest, (client) => client.get(Routes.guildChannels(guildId)), parseChannelList)) ?? []
  const found = chooseNamed(channels, here, name)
  if (found.length > 0) return onlyId(found)
  const threads = (await requestVisible(rest, (client) => client.get(Routes.guildActiveThreads(guildId)), parseThreadList)) ?? []
  return onlyId(chooseNamed([...threads, ...channels], here, name))
}

const onlyId = (found: readonly DiscordListedChannel[]): string | undefined => (found.length === 1 ? found[0]?.id : undefined)

/** Returns the channels with a name. If there are several, only those under the same parent as the given place, if any. */
function chooseNamed(channels: readonly DiscordListedChannel[], here: DiscordServerChannel, name: string): DiscordListedChannel[] {
  const parentId = channels.find(({ id }) => id === here.channelId)?.parent_id
  const named = channels.filter((channel) => !containerTypes.has(channel.type) && toComparable(channel.name) === toComparable(name))
  const beside = named.filter((channel) => channel.parent_id === parentId)
  return named.length > 1 && beside.length > 0 ? beside : named
}

/** Names of text channels are in lower case, with hyphens for spaces, which people do not always type. */
const toComparable = (name: string): string => name.normalize().toLowerCase().replace(/\s+/g, '-')
