import { Routes } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { DiscordRest } from './client.ts'
import { toIdempotentCallError } from './errors.ts'
import { parseId, parseRecipients } from './payloads.ts'

/** Maps users to the channels of their direct chats, and channels to users. Entries are learned from events or requested, and cached. */
export interface DiscordDirectChannels {
  remember(userId: string, channelId: string): void
  /** Returns the channel if it is already known. */
  getKnownChannelId(userId: string): string | undefined
  /** Returns the channel of a user's direct chat. Opens the chat if there is none. Throws PlatformError, never 'unknown'. */
  resolveChannelId(userId: string): Promise<string>
  /** Returns the user of a direct chat. Throws PlatformError, never 'unknown'. */
  resolveUserId(channelId: string): Promise<string>
}

/** The most recently used direct chats, shared by any number of clients. */
export interface DiscordDirectChannelCache {
  /** Channel ids by user id. */
  readonly channelIdByUser: LRUCache<string, string>
  /** User ids by channel id. */
  readonly userIdByChannel: LRUCache<string, string>
}

/** The maximum number of cached entries. Evicted ones are requested again. */
const maxCachedChannels = 10_000

export const createDirectChannelCache = (): DiscordDirectChannelCache => ({
  channelIdByUser: new LRUCache({ max: maxCachedChannels }),
  userIdByChannel: new LRUCache({ max: maxCachedChannels }),
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
