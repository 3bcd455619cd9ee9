import { Routes } from 'discord.js'
import { PlatformError } from '../../src/core/errors.ts'
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

/** What is known of direct chats, for any number of clients. */
export interface DirectMemory {
  /** Channel ids by the ids of people. */
  readonly channels: Map<string, string>
  /** Ids of people by channel ids. */
  readonly users: Map<string, string>
}

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
      const channelId = readId(await asked(() => call((rest) => rest.post(Routes.userChannels(), { body: { recipient_id: userId } }))))
      note(userId, channelId)
      return channelId
    },
    async userOf(channelId) {
      const known = users.get(channelId)
      if (known !== undefined) return known
      const [user] = readRecipients(await asked(() => call((rest) => rest.get(Routes.channel(channelId)))))
      if (!user) throw new PlatformError('rejected', 'Discord: this is not a direct chat.')
      note(user.id, channelId)
      return user.id
    },
  }
}
