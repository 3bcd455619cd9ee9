import { Routes } from 'discord.js'
import { PlatformError } from '../../src/core/domain/errors.ts'
import { createLruMap, type LruMap } from '../../src/core/lib/lru-map.ts'
import type { DiscordRest } from './client.ts'
import { toIdempotentCallError } from './errors.ts'
import { parseId, parseRecipients } from './payloads.ts'

/** Which channel is the direct chat with whom. Learned from what arrives, else asked for, and remembered. */
export interface DiscordDirectChannels {
  remember(userId: string, channelId: string): void
  /** The channel, where it is known already. */
  getKnownChannelId(userId: string): string | undefined
  /** Opens the chat where there is none. Throws PlatformError, never 'unknown'. */
  resolveChannelId(userId: string): Promise<string>
  /** The person at the other end. Throws PlatformError, never 'unknown'. */
  resolveUserId(channelId: string): Promise<string>
}

/** What is known of direct chats, for any number of clients: of those that were heard of last. */
export interface DiscordDirectChannelCache {
  /** Channel ids by the ids of people. */
  readonly channelIdByUser: LruMap<string>
  /** Ids of people by channel ids. */
  readonly userIdByChannel: LruMap<string>
}

/** So many are remembered; the others are asked for again. */
const maxCachedChannels = 10_000

export const createDirectChannelCache = (): DiscordDirectChannelCache => ({
  channelIdByUser: createLruMap(maxCachedChannels),
  userIdByChannel: createLruMap(maxCachedChannels),
})

export function createDirectChannels(
  { call }: DiscordRest,
  { channelIdByUser, userIdByChannel }: DiscordDirectChannelCache,
): DiscordDirectChannels {
  function remember(userId: string, channelId: string): void {
    channelIdByUser.set(userId, channelId)
    userIdByChannel.set(channelId, userId)
  }

  async function callIdempotent<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      throw toIdempotentCallError(error)
    }
  }

  return {
    remember,
    getKnownChannelId: (userId) => channelIdByUser.get(userId),
    async resolveChannelId(userId) {
      const known = channelIdByUser.get(userId)
      if (known !== undefined) return known
      const body = { recipient_id: userId }
      const channelId = await callIdempotent(async () => parseId(await call((rest) => rest.post(Routes.userChannels(), { body }))))
      remember(userId, channelId)
      return channelId
    },
    async resolveUserId(channelId) {
      const known = userIdByChannel.get(channelId)
      if (known !== undefined) return known
      const [user] = await callIdempotent(async () => parseRecipients(await call((rest) => rest.get(Routes.channel(channelId)))))
      if (!user) throw new PlatformError('rejected', 'Discord: this is not a direct chat.')
      remember(user.id, channelId)
      return user.id
    },
  }
}
