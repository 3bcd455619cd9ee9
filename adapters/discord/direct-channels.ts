import { Routes } from 'discord.js'
import { PlatformError } from '../../src/core/errors.ts'
import { type RecentMap, recentMap } from '../../src/core/recent-map.ts'
import { repeatableError } from './errors.ts'
import { readId, readRecipients } from './payloads.ts'
import type { DiscordRest } from './rest.ts'

/** Which channel is the direct chat with whom. Learned from what arrives, else asked for, and remembered. */
export interface DirectChannels {
  note(userId: string, channelId: string): void
  /** The channel, where it is known already. */
  known(userId: string): string | undefined
  /** Opens the chat where there is none. Throws PlatformError, never 'unknown'. */
  channelOf(userId: string): Promise<string>
  /** The person at the other end. Throws PlatformError, never 'unknown'. */
  userOf(channelId: string): Promise<string>
}

/** What is known of direct chats, for any number of clients: of those that were heard of last. */
export interface DirectMemory {
  /** Channel ids by the ids of people. */
  readonly channels: RecentMap<string>
  /** Ids of people by channel ids. */
  readonly users: RecentMap<string>
}

/** So many are remembered; the others are asked for again. */
const maxRemembered = 10_000

export const createDirectMemory = (): DirectMemory => ({ channels: recentMap(maxRemembered), users: recentMap(maxRemembered) })

export function createDirectChannels({ call }: DiscordRest, { channels, users }: DirectMemory): DirectChannels {
  function note(userId: string, channelId: string): void {
    channels.set(userId, channelId)
    users.set(channelId, userId)
  }

  async function asked<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      throw repeatableError(error)
    }
  }

  return {
    note,
    known: (userId) => channels.get(userId),
    async channelOf(userId) {
      const known = channels.get(userId)
      if (known !== undefined) return known
      const body = { recipient_id: userId }
      const channelId = await asked(async () => readId(await call((rest) => rest.post(Routes.userChannels(), { body }))))
      note(userId, channelId)
      return channelId
    },
    async userOf(channelId) {
      const known = users.get(channelId)
      if (known !== undefined) return known
      const [user] = await asked(async () => readRecipients(await call((rest) => rest.get(Routes.channel(channelId)))))
      if (!user) throw new PlatformError('rejected', 'Discord: this is not a direct chat.')
      note(user.id, channelId)
      return user.id
    },
  }
}
