import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api } from 'grammy'

export interface TelegramClientOptions {
  readonly token: string
  /** Without a slash at its end. */
  readonly apiRoot: string
  /** Seconds after which a call without an answer is given up. */
  readonly timeoutSeconds: number
}

/** Milliseconds after which an idle connection is closed on our side. */
const idleTimeoutMs = 10_000

/**
 * grammY's client, with its own connections. They are closed before Telegram would close them: a call that goes out
 * on a connection just being closed ends in an error that cannot tell whether it was taken.
 */
export function createClient({ token, apiRoot, timeoutSeconds }: TelegramClientOptions): Api {
  const Agent = apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent
  return new Api(token, {
    apiRoot,
    timeoutSeconds,
    baseFetchConfig: { compress: true, agent: new Agent({ keepAlive: true, timeout: idleTimeoutMs }) },
  })
}

/** grammY's types know the signals of a library that Node's own have replaced; it asks only for what both have. */
export function toGrammySignal(signal: AbortSignal): Parameters<Api['getMe']>[0] {
  return signal as Parameters<Api['getMe']>[0]
}
