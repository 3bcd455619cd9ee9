import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, type Transformer } from 'grammy'
import { toWaitMs } from '../../src/core/ports/clock.ts'
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
/** Edits are counted separately, so that they never delay a message to the same chat. */
const editsInChat: Budget = { name: 'telegram-chat-edits', points: 5, perMs: 5_000 }
const editsInGroup: Budget = { name: 'telegram-group-edits', points: 20, perMs: 60_000 }
/** Edits of a reply that is still growing. A part of the edits, so that they never delay the one that completes the reply. */
const growingInChat: Budget = { name: 'telegram-chat-growing', points: 4, perMs: 5_000 }
const growingInGroup: Budget = { name: 'telegram-group-growing', points: 15, perMs: 60_000 }
/** Drafts, typing indicators and growing replies of all chats. Half of the calls, so that they never delay messages. */
const previewsInChat: Budget = { name: 'telegram-chat-previews', points: 10, perMs: 5_000 }
const previews: Budget = { name: 'telegram-previews', points: 15, perMs: 1_000 }
const otherCalls: Budget = { name: 'telegram-other', points: 30, perMs: 1_000 }

type LimitedKind = 'message' | 'edit' | 'preview'

const kindsByMethod: Readonly<Record<string, LimitedKind>> = {
  sendMessage: 'message',
  sendRichMessage: 'message',
  sendDocument: 'message',
  editMessageText: 'edit',
  sendMessageDraft: 'preview',
  sendChatAction: 'preview',
}

/** Returns the limits of each kind of call to a chat. The ids of groups are negative. */
function findChatLimits(chatId: number): Readonly<Record<LimitedKind, CallLimit>> {
  const key = String(chatId)
  return {
    message: { budget: chatId < 0 ? toGroup : toChat, key },
    edit: { budget: chatId < 0 ? editsInGroup : editsInChat, key },
    preview: { budget: previewsInChat, key },
  }
}

interface TelegramCallLimits {
  /** What the call counts toward. */
  readonly spent: readonly CallLimit[]
  /** What a wait that Telegram asks for delays: all calls to the chat, or this method if there is no chat. */
  readonly delayed: readonly CallLimit[]
  readonly isPreview: boolean
}

function findCallLimits(method: string, payload: object): TelegramCallLimits {
  const chatId = 'chat_id' in payload ? Number(payload.chat_id) : undefined
  const ofChat = chatId === undefined ? undefined : findChatLimits(chatId)
  const kind = kindsByMethod[method]
  if (!ofChat || !kind) {
    const ofMethod = { budget: otherCalls, key: `${method} ${chatId ?? ''}` }
    return { spent: [ofMethod], delayed: [ofMethod, ...Object.values(ofChat ?? {})], isPreview: false }
  }
  const isPreview = kind === 'preview'
  return { spent: [ofChat[kind], { budget: isPreview ? previews : overall, key: '' }], delayed: Object.values(ofChat), isPreview }
}

/** Keeps calls within Telegram's limits. A wait that Telegram asks for delays all calls that it applies to. */
function limitCalls(limiter: CallLimiter): Transformer {
  return async (call, method, payload, signal) => {
    const { spent, delayed, isPreview } = findCallLimits(method, payload ?? {})
    await (isPreview ? limiter.acquire(spent, 0) : limiter.acquire(spent))
    const response = await call(method, payload, signal)
    if (!response.ok && response.error_code === 429) await limiter.delay(delayed, toWaitMs(response.parameters?.retry_after))
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

/** Counts an edit that shows a growing reply, besides the limits of every edit. Does not wait, because the reply waits for its edits. */
export const acquireGrowingEdit = (limiter: CallLimiter, chatId: number): Promise<void> =>
  limiter.acquire(
    [
      { budget: chatId < 0 ? growingInGroup : growingInChat, key: String(chatId) },
      { budget: previews, key: '' },
    ],
    0,
  )

/** grammY's types expect the signals of a library that Node.js has made obsolete. grammY uses only what both kinds of signal have. */
export function toGrammySignal(signal: AbortSignal): Parameters<Api['getMe']>[0] {
  return signal as Parameters<Api['getMe']>[0]
}
