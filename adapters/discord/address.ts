import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'

/** A user's direct chat with the bot, or a channel or thread that other users can read too. Discord treats a thread as a channel. */
export type DiscordAddress =
  | { readonly kind: 'direct'; readonly userId: string }
  /** Without a server, this is a group chat, or the direct chat of two users, one of whom invoked the bot. */
  | { readonly kind: 'shared'; readonly guildId?: string; readonly channelId: string }

/** Formats "@<user>", "<server>/<channel>" or "@me/<channel>". Persisted, so this form must stay readable. */
export function formatAddress(address: DiscordAddress): PlaceAddress {
  if (address.kind === 'direct') return `@${address.userId}` as PlaceAddress
  return `${address.guildId ?? '@me'}/${address.channelId}` as PlaceAddress
}

/** Throws PlatformError('rejected') for an address that this adapter did not create. */
export function parseAddress(address: PlaceAddress): DiscordAddress {
  const [, userId, guild, channelId] = /^(?:@(\d{1,20})|(@me|\d{1,20})\/(\d{1,20}))$/.exec(address) ?? []
  if (userId !== undefined) return { kind: 'direct', userId }
  if (guild === undefined || channelId === undefined)
    throw new PlatformError('rejected', `"${address}" is not the address of a place on Discord.`)
  return { kind: 'shared', channelId, ...(guild !== '@me' && { guildId: guild }) }
}

/** https://discord.com/developers/docs/reference#snowflakes */
export function isSnowflake(id: string): boolean {
  return /^\d{1,20}$/.test(id)
}

const snowflakeEpochMs = 1_420_070_400_000

/** Returns when Discord created this id. */
export function dateFromSnowflake(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + snowflakeEpochMs)
}

/** Returns the last id that precedes all ids created at a time or later. */
export function snowflakeBefore(time: Date): string {
  const sinceEpochMs = Math.max(0, time.getTime() - snowflakeEpochMs)
  return String(sinceEpochMs === 0 ? 0n : (BigInt(sinceEpochMs) << 22n) - 1n)
}

interface DiscordMessageLocation {
  readonly guildId?: string
  readonly channelId: string
}

/** Returns a link that works for users who can read the channel. */
export function buildMessageLink({ guildId, channelId }: DiscordMessageLocation, id: PlatformMessageId): string | undefined {
  return isSnowflake(id) ? `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${id}` : undefined
}
