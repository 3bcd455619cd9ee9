import { LRUCache } from 'lru-cache'
import type { Clock } from '../../src/core/ports/clock.ts'
import { orderFromTs } from './address.ts'

/**
 * What the receiving side has seen and the sending side can use. It is small, and is lost when the process ends. Without it, replies go to
 * the end of the direct conversation, show no status, and are not streamed to channels.
 */
export interface SlackConversationState {
  /** Records that a user wrote in their direct conversation, perhaps in a thread of the agent view. */
  recordDirectMessage(userId: string, message: { readonly ts: string; readonly threadTs?: string }): void
  /** Returns where the user last wrote, if within the past hour. Later replies no longer belong to that thread. */
  getLastDirectMessage(userId: string): { readonly ts: string; readonly threadTs?: string } | undefined
  /** Records that a user wrote to the bot in a shared place. */
  recordAuthor(address: string, userId: string): void
  getLastAuthor(address: string): string | undefined
  /** Records that the bot wrote or was mentioned in a thread, so messages there are addressed to it. */
  joinThread(channel: string, threadTs: string): void
  hasJoinedThread(channel: string, threadTs: string): boolean
  /**
   * Records the thread of a message, for events that name only the message's timestamp, such as reactions. `getThread` returns undefined
   * if the thread is unknown, and null if the message is in none.
   */
  recordThread(channel: string, ts: string, threadTs: string | undefined): void
  getThread(channel: string, ts: string): string | null | undefined
}

const hourMs = 3_600_000

export function createConversationState(clock: Clock): SlackConversationState {
  const direct = new LRUCache<string, { readonly ts: string; readonly threadTs?: string; readonly at: number }>({ max: 5_000 })
  const authors = new LRUCache<string, string>({ max: 2_000 })
  const joined = new LRUCache<string, true>({ max: 5_000 })
  const threads = new LRUCache<string, { readonly ts: string | null }>({ max: 5_000 })
  return {
    recordDirectMessage(userId, message) {
      const last = direct.get(userId)
      // An edit or a repeated event does not show where the user is now.
      if (last && orderFromTs(last.ts) > orderFromTs(message.ts)) return
      direct.set(userId, { ...message, at: clock.now().getTime() })
    },
    getLastDirectMessage(userId) {
      const last = direct.get(userId)
      return last && clock.now().getTime() - last.at < hourMs ? last : undefined
    },
    recordAuthor: (address, userId) => void authors.set(address, userId),
    getLastAuthor: (address) => authors.get(address),
    joinThread: (channel, threadTs) => void joined.set(`${channel}/${threadTs}`, true),
    hasJoinedThread: (channel, threadTs) => joined.get(`${channel}/${threadTs}`) ?? false,
    recordThread: (channel, ts, threadTs) => void threads.set(`${channel}/${ts}`, { ts: threadTs ?? null }),
    getThread: (channel, ts) => threads.get(`${channel}/${ts}`)?.ts,
  }
}
