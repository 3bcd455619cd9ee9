import { type Logger, LogLevel, webApi } from '@slack/bolt'
import type { Budget } from '../../src/core/ports/rate-limits.ts'
import type { CallLimit, CallLimiter } from '../kit/call-limiter.ts'
import { getRetryAfterMs } from './errors.ts'

export type SlackClient = webApi.WebClient

/** Timeout of a call in ms. Slack answers within a few seconds or not at all. */
const callTimeoutMs = 20_000

/**
 * The libraries' logs contain tokens and message text at finer levels, and unreadable bodies at coarser ones. We log what matters
 * ourselves.
 */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
}

/**
 * The options of every call. By default, the client has no timeout and silently waits out rate limits. It retries ten times over half an
 * hour, even calls that may have succeeded.
 */
export const toClientOptions = (apiUrl: string): webApi.WebClientOptions => ({
  slackApiUrl: apiUrl,
  retryConfig: { retries: 0 },
  timeout: callTimeoutMs,
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
  logger: silentLogger,
})

/**
 * Calls per minute and workspace. Each method has its own limit, of one of four tiers or its own, stated in its reference.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
const callsPerMinute: Readonly<Record<string, number>> = {
  'assistant.threads.setStatus': 600,
  'assistant.threads.setSuggestedPrompts': 100,
  'chat.appendStream': 100,
  'chat.delete': 50,
  'chat.postEphemeral': 100,
  'chat.postMessage': 300,
  'chat.startStream': 20,
  'chat.stopStream': 20,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.members': 100,
  'conversations.open': 50,
  'conversations.replies': 50,
  'files.completeUploadExternal': 100,
  'files.getUploadURLExternal': 100,
  'users.conversations': 50,
  'users.info': 100,
  'users.list': 20,
  'views.open': 100,
}
const defaultCallsPerMinute = 20

/** A minute's calls are spread over parts of it, so that no call waits long. */
const partsOfMinute = 5

const createBudget = (name: string, perMinute: number): Budget => ({
  name: `slack-${name}`,
  points: perMinute / partsOfMinute,
  perMs: 60_000 / partsOfMinute,
})

/** One message per second, with short bursts. */
const messagesInChannel: Budget = { name: 'slack-channel', points: 5, perMs: 5_000 }

/** Edits that show a growing reply may use only a part of the edits, so that they never delay the whole reply. */
export const growingEdits: CallLimit = { budget: createBudget('growing-edits', 35), key: '' }

/** Methods that only show progress. They do not wait, because the reply waits for them. */
const progressMethods: ReadonlySet<string> = new Set(['assistant.threads.setStatus', 'chat.appendStream'])

/** A client that keeps its calls within Slack's limits. A wait that Slack asks for delays all further calls of the method. */
class LimitedClient extends webApi.WebClient {
  readonly #limiter: CallLimiter

  constructor(token: string, options: webApi.WebClientOptions, limiter: CallLimiter) {
    super(token, options)
    this.#limiter = limiter
  }

  // All methods of the client go through this one.
  override async apiCall(method: string, options: Record<string, unknown> = {}): Promise<webApi.WebAPICallResult> {
    const ofMethod = { budget: createBudget(method, callsPerMinute[method] ?? defaultCallsPerMinute), key: '' }
    const ofChannel = { budget: messagesInChannel, key: String(options['channel']) }
    const limits = method === 'chat.postMessage' ? [ofChannel, ofMethod] : [ofMethod]
    await (progressMethods.has(method) ? this.#limiter.acquire(limits, 0) : this.#limiter.acquire(limits))
    try {
      return await super.apiCall(method, options)
    } catch (error) {
      const waitMs = getRetryAfterMs(error)
      if (waitMs !== undefined) await this.#limiter.delay([ofMethod], waitMs)
      throw error
    }
  }
}

/** Creates a client. Without a limiter, its calls are not limited. */
export function createClient(token: string, apiUrl: string, limiter: CallLimiter | undefined): SlackClient {
  const options = toClientOptions(apiUrl)
  return limiter ? new LimitedClient(token, options, limiter) : new webApi.WebClient(token, options)
}
