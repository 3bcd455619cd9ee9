import { LRUCache } from 'lru-cache'
import type { Log } from '../../../src/core/ports/log.ts'
import type { SlackAddress } from '../address.ts'
import type { SlackClient } from '../client.ts'
import type { SlackConversationState } from '../conversation-state.ts'
import { describeError, toPlatformError } from '../errors.ts'

/** The status below a thread that the bot is answering in. https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
export interface SlackStatus {
  /** Shows that the bot is thinking, or a line that says what it is doing. Does nothing outside threads, which have no status. */
  show(address: SlackAddress, channel: string, line?: string): Promise<void>
  /** Clears the status after a reply. Slack clears it only for messages in the thread that shows it. */
  clear(channel: string): Promise<void>
}

interface SlackStatusOptions {
  readonly client: SlackClient
  readonly conversationState: SlackConversationState
  readonly log: Log
}

export function createStatus({ client, conversationState, log }: SlackStatusOptions): SlackStatus {
  /** The thread that shows a status, by channel. */
  const shownStatuses = new LRUCache<string, string>({ max: 2_000 })
  return {
    async show(address, channel, line) {
      const threadTs = findStatusThread(conversationState, address)
      if (threadTs === undefined) return
      shownStatuses.set(channel, threadTs)
      const status = line === undefined ? { status: 'is thinking…' } : { status: line, loading_messages: [line] }
      try {
        await client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, ...status })
      } catch (error) {
        throw toPlatformError(error, 'assistant.threads.setStatus')
      }
    },

    async clear(channel) {
      const threadTs = shownStatuses.get(channel)
      if (threadTs === undefined) return
      shownStatuses.delete(channel)
      try {
        await client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, status: '' })
      } catch (error) {
        // The status disappears by itself after two minutes.
        log.debug({ error: describeError(error) }, 'a status on Slack was not cleared')
      }
    },
  }
}

/** Returns the thread that shows the status. Undefined outside threads. */
export function findStatusThread(conversationState: SlackConversationState, address: SlackAddress): string | undefined {
  if (address.kind === 'shared') return address.threadTs
  const last = conversationState.getLastDirectMessage(address.userId)
  return last?.threadTs ?? last?.ts
}
