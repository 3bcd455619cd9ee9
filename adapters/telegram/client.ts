import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, type Transformer } from 'grammy'
import type { Budget } from '../../src/core/ports/rate-limits.ts'
import type { CallLimit, CallLimiter } from '../kit/call-limiter.ts'
import { createForeignResponseError } from './errors.ts'

export interface TelegramClientOptions {
  readonly token: string
  /** The root of the Bot API server, without a trailing slash. */
  readonly apiRoot: string
  /** Timeout of a call in seconds. */
  readonly timeoutSeconds: number
  /** Calls are not limited if absent. */
  readonly limiter?: CallLimiter | undefined
}

/** Idle connections are closed on our side after this time, in ms. */
const idleTimeoutMs = 10_000

/**
 * Creates grammY's client with its own connections, which are closed before Telegram would close them. A call on a connection that is
 * being closed fails with an error that does not tell whether the call was received.
 */
export function createClient({ token, apiRoot, timeoutSeconds, limiter }: TelegramClientOptions): Api {
  const Agent = apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent
  const api = new Api(token, {
    apiRoot,
    timeoutSeconds,
    baseFetchConfig: { compress: true, agent: new Agent({ keepAlive: true, timeout: idleTimeoutMs }) },
  })
  api.config.use(rejectForeignResponses)
  if (limiter) api.config.use(limitCalls(limiter))
  return api
}

// About one message per second to a chat with short bursts, 20 per minute to a group, and 30 per second overall.
// https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
const toChat: Budget = { name: 'telegram-chat', points: 5, perMs: 5_000 }
const toGroup: Budget = { name: 'telegram-group', points: 20, perMs: 60_000 }
const overall: Budget = { name: 'telegram', points: 30, perMs: 1_000 }
/** Edits show a growing reply. They are counted separately, so that they never delay a message. */
const editsInChat: Budget = { name: 'telegram-chat-edits', points: 5, perMs: 5_000 }
const editsInGroup: Budget = { name: 'telegram-group-edits', points: 20, perMs: 60_000 }

const budgetsByMethod: Readonly<Record<string, { readonly chat: Budget; readonly group: Budget }>> = {
  sendMessage: { chat: toChat, group: toGroup },
  sendRichMessage: { chat: toChat, group: toGroup },
  sendDocument: { chat: toChat, group: toGroup },
  editMessageText: { chat: editsInChat, group: editsInGroup },
}

/** Returns what a call counts toward. The ids of groups are negative. */
function findLimits(method: string, payload: object): CallLimit[] {
  const chatId = 'chat_id' in payload ? Number(payload.chat_id) : undefined
  const budgets = budgetsByMethod[method]
  return [
    ...(budgets && chatId !== undefined ? [{ budget: chatId < 0 ? budgets.group : budgets.chat, key: String(chatId) }] : []),
    { budget: overall, key: '' },
  ]
}

/** Keeps calls within Telegram's limits. A wait that Telegram asks for delays all calls that it applies to. */
function limitCalls(limiter: CallLimiter): Transformer {
  return async (call, method, payload, signal) => {
    const limits = findLimits(method, payload ?? {})
    await limiter.acquire(limits)
    const response = await call(method, payload, signal)
    const waitSeconds = response.ok ? undefined : response.parameters?.retry_after
    // The wait is for the chat if there is one, or else for all calls.
    if (waitSeconds !== undefined) await limiter.delay(limits.slice(0, 1), waitSeconds * 1_000)
    return response
  }
}

/**
 * Rejects JSON that is not the Bot API's, such as that of a proxy which cannot reach it. grammY would report it as a rejection by Telegram.
 */
const rejectForeignResponses: Transformer = async (call, method, payload, signal) => {
  const response = await call(method, payload, signal)
  if (!isApiResponse(response)) throw createForeignResponseError(method)
  return response
}

/** https://core.telegram.org/bots/api#making-requests */
function isApiResponse(response: unknown): boolean {
  if (typeof response !== 'object' || response === null || !('ok' in response)) return false
  if (response.ok === true) return 'result' in response
  return response.ok === false && 'error_code' in response && 'description' in response && typeof response.description === 'string'
}

/** grammY's types expect the signals of a library that Node.js has made obsolete. grammY uses only what both kinds of signal have. */
export function toGrammySignal(signal: AbortSignal): Parameters<Api['getMe']>[0] {
  return signal as Parameters<Api['getMe']>[0]
}
