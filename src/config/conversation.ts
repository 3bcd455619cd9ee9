import type { ConversationSettings } from '../conversation/deps.ts'
import { type VariableValues, wholeNumber } from './kinds.ts'

// Settings of turns: delays, limits on input and output, and limits per user.

export const conversationVariables = {
  DEBOUNCE_MS: wholeNumber(0, 60_000, 'milliseconds').default(300),
  TURN_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(300_000),
  CONTEXT_TOKENS: wholeNumber(2_000, 1_000_000, 'tokens').default(16_000),
  REPLY_TOKENS: wholeNumber(64, 100_000, 'tokens').default(1_024),
  ATTACHMENT_MAX_MB: wholeNumber(1, 25, 'megabytes').default(20),
  MESSAGES_PER_MINUTE: wholeNumber(0, 1_000, 'messages').default(30),
  MEGABYTES_PER_DAY: wholeNumber(0, 100_000, 'megabytes').default(50),
  TOKENS_PER_DAY: wholeNumber(0, 999_999_999, 'tokens').default(5_000_000),
  REPLIES_AT_ONCE: wholeNumber(1, 10_000, 'replies').default(512),
  TOOL_ROUNDS: wholeNumber(1, 32, 'rounds').default(8),
}

export function parseConversation(values: VariableValues<typeof conversationVariables>): ConversationSettings {
  return {
    debounceMs: values.DEBOUNCE_MS,
    turnTimeoutMs: values.TURN_TIMEOUT_MS,
    contextTokens: values.CONTEXT_TOKENS,
    replyTokens: values.REPLY_TOKENS,
    attachmentMaxBytes: values.ATTACHMENT_MAX_MB * 2 ** 20,
    messagesPerMinute: values.MESSAGES_PER_MINUTE,
    bytesPerDay: values.MEGABYTES_PER_DAY * 2 ** 20,
    tokensPerDay: values.TOKENS_PER_DAY,
    repliesAtOnce: values.REPLIES_AT_ONCE,
    toolRounds: values.TOOL_ROUNDS,
  }
}
