import { createLruMap } from '../../src/core/lib/lru-map.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { orderFromTs } from './address.ts'

/**
 * What the receiving side has seen and the sending side can use. Small, and lost with the process: where it does not know,
 * replies go to the foot of the direct conversation, without a status, and channels are not streamed to.
 */
export interface SlackConversationState {
  /** A person wrote to the bot alone, perhaps in a thread of the agent view. */
  recordDirectMessage(userId: string, message: { readonly ts: string; readonly threadTs?: string }): void
  /** Where they wrote last, if that was within the hour: later, what the bot has to say is no longer part of that thread. */
  getLastDirectMessage(userId: string): { readonly ts: string; readonly threadTs?: string } | undefined
  /** A person spoke to the bot in a shared place. */
  recordAuthor(address: string, userId: string): void
  getLastAuthor(address: string): string | undefined
  /** The bot wrote in a thread, or was mentioned there: what is said there is said to it. */
  joinThread(channel: string, threadTs: string): void
  hasJoinedThread(channel: string, threadTs: string): boolean
  /** Where a message stands, for what tells only its time: a reaction. Undefined when unknown, null when in no thread. */
  recordThread(channel: string, ts: string, threadTs: string | undefined): void
  getThread(channel: string, ts: string): string | null | undefined
}

const hourMs = 3_600_000

export function createConversationState(clock: Clock): SlackConversationState {
  const direct = createLruMap<{ readonly ts: string; readonly threadTs?: string; readonly at: number }>(5_000)
  const authors = createLruMap<string>(2_000)
  const joined = createLruMap<true>(5_000)
  const threads = createLruMap<string | null>(5_000)
  return {
    recordDirectMessage(userId, message) {
      const last = direct.get(userId)
      // An edit, or an event that comes again, is not where they are now.
      if (last && orderFromTs(last.ts) > orderFromTs(message.ts)) return
      direct.set(userId, { ...message, at: clock.now().getTime() })
    },
    getLastDirectMessage(userId) {
      const last = direct.get(userId)
      return last && clock.now().getTime() - last.at < hourMs ? last : undefined
    },
    recordAuthor: (address, userId) => authors.set(address, userId),
    getLastAuthor: (address) => authors.get(address),
    joinThread: (channel, threadTs) => joined.set(`${channel}/${threadTs}`, true),
    hasJoinedThread: (channel, threadTs) => joined.get(`${channel}/${threadTs}`) ?? false,
    recordThread: (channel, ts, threadTs) => threads.set(`${channel}/${ts}`, threadTs ?? null),
    getThread: (channel, ts) => threads.get(`${channel}/${ts}`),
  }
}
