import { ChannelType, type REST, Routes } from 'discord.js'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import { isSnowflake, parseAddress } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import { toIdempotentCallError } from '../errors.ts'
import { calculatePermissions, type DiscordChannelRules, type DiscordServerRoles } from './permissions.ts'
import { type DiscordChannel, parseChannel, parseServer, parseServerMember } from './place-payloads.ts'

export interface PlaceLoader extends DiscordRest {
  readonly clock: Clock
}

/** A channel or thread of a server, with what decides on who can read it. */
export interface DiscordPlace {
  readonly channelId: string
  readonly server: DiscordServerRoles
  readonly rules: DiscordChannelRules
  /** Whether only its members and moderators can read it. */
  readonly isPrivateThread: boolean
}

export interface DiscordServerChannel {
  readonly guildId: string
  readonly channelId: string
}

/** Returns the channel of an address. Undefined for a private chat, in which a bot can read nothing but its own direct messages. */
export function findServerChannel(address: PlaceAddress): DiscordServerChannel | undefined {
  const place = parseAddress(address)
  if (place.kind === 'direct' || place.guildId === undefined) return undefined
  return { guildId: place.guildId, channelId: place.channelId }
}

/**
 * Makes a request that may be repeated. Returns undefined for what does not exist, or what the bot may not see. Throws PlatformError, never
 * 'unknown'.
 */
export async function requestVisible<T>(
  { call }: DiscordRest,
  request: (rest: REST) => Promise<unknown>,
  parse: (raw: unknown) => T,
): Promise<T | undefined> {
  try {
    return parse(await call(request))
  } catch (error) {
    const mapped = toIdempotentCallError(error)
    if (mapped.kind === 'unreachable') return undefined
    throw mapped
  }
}

/** Requests a channel of a server. Undefined if the bot cannot see it there. */
export async function loadChannel(rest: DiscordRest, { guildId, channelId }: DiscordServerChannel): Promise<DiscordChannel | undefined> {
  const channel = await requestVisible(rest, (client) => client.get(Routes.channel(channelId)), parseChannel)
  return channel?.guild_id === guildId ? channel : undefined
}

/** Requests a place and its rules. Undefined if the bot cannot see it. */
export async function loadPlace(rest: DiscordRest, address: PlaceAddress): Promise<DiscordPlace | undefined> {
  const location = findServerChannel(address)
  const channel = location && (await loadChannel(rest, location))
  if (!location || !channel) return undefined
  const { guildId, channelId } = location
  const ruling = isThread(channel) ? await loadParent(rest, guildId, channel) : channel
  const server = ruling && (await requestVisible(rest, (client) => client.get(Routes.guild(guildId)), parseServer))
  if (!ruling || !server) return undefined
  return {
    channelId,
    server: {
      id: server.id,
      ownerId: server.owner_id,
      permissionsByRole: new Map(server.roles.map(({ id, permissions }) => [id, permissions])),
    },
    rules: toRules(ruling),
    isPrivateThread: channel.type === ChannelType.PrivateThread,
  }
}

async function loadParent(rest: DiscordRest, guildId: string, thread: DiscordChannel): Promise<DiscordChannel | undefined> {
  return thread.parent_id ? loadChannel(rest, { guildId, channelId: thread.parent_id }) : undefined
}

const threadTypes: ReadonlySet<number> = new Set([ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread])
const voiceTypes: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice])

const isThread = ({ type }: DiscordChannel): boolean => threadTypes.has(type)

function toRules({ type, permission_overwrites: overwrites }: DiscordChannel): DiscordChannelRules {
  if (!overwrites) throw new PlatformError('rejected', 'Discord: the answer does not state the permissions of a channel.')
  return { overwrites: new Map(overwrites.map(({ id, ...overwrite }) => [id, overwrite])), isVoice: voiceTypes.has(type) }
}

/** Requests what an account may do in a place. 0 if it is not a member of the server. */
export async function loadPermissions(loader: PlaceLoader, { server, rules }: DiscordPlace, userId: string): Promise<bigint> {
  if (!isSnowflake(userId)) return 0n
  const member = await requestVisible(loader, (client) => client.get(Routes.guildMember(server.id, userId)), parseServerMember)
  if (!member) return 0n
  const timeoutEnd = member.communication_disabled_until?.getTime() ?? 0
  return calculatePermissions(server, rules, { userId, roleIds: member.roles, isTimedOut: timeoutEnd > loader.clock.now().getTime() })
}
