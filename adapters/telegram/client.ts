import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api } from 'grammy'

export interface TelegramClientOptions {
  readonly token: string
  /** The root of the Bot API server, without a trailing slash. */
  readonly apiRoot: string
  /** Timeout of a call in seconds. */
  readonly timeoutSeconds: number
}

/** Idle connections are closed on our side after this time, in ms. */
const idleTimeoutMs = 10_000

/**
 * Creates grammY's client with its own connections, which are closed before Telegram would close them. A call on a connection that is
 * being closed fails with an error that does not tell whether the call was received.
 */
export function createClient({ token, apiRoot, timeoutSeconds }: TelegramClientOptions): Api {
  const Agent = apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent
  return new Api(token, {
    apiRoot,
    timeoutSeconds,
    baseFetchConfig: { compress: true, agent: new Agent({ keepAlive: true, timeout: idleTimeoutMs }) },
  })
}

/** grammY's types expect the signals of a library that Node.js has made obsolete. grammY uses only what both kinds of signal have. */
export function toGrammySignal(signal: AbortSignal): Parameters<Api['getMe']>[0] {
  return signal as Parameters<Api['getMe']>[0]
}
