import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js'
import type { CallLimiter } from '../kit/call-limiter.ts'
import { limitRequests } from './limit-requests.ts'

export interface DiscordRestOptions {
  readonly token: string
  /** The REST root, without a version. */
  readonly apiBase: string
  /** Timeout of one attempt, including the body, in ms. 15 seconds if absent. */
  readonly timeoutMs?: number
  /** Requests are not limited if absent. */
  readonly limiter?: CallLimiter | undefined
}

/** discord.js's REST client with a token that persists. By itself, the client discards a rejected token and refuses further calls. */
export interface DiscordRest {
  readonly call: <T>(request: (rest: REST) => Promise<T>) => Promise<T>
}

/** Discord waits three seconds for the first response to an interaction. Half a second is left for everything else. */
const interactionTimeoutMs = 2500

/** Creates a client for sending. It never repeats or delays a call. Rate limits become errors. */
export function createSendingRest(options: DiscordRestOptions): DiscordRest {
  return withPersistentToken(new REST({ ...toRestOptions(options), retries: 0, offset: 0, rejectOnRateLimit: () => true }), options)
}

/** Creates a client for first responses to interactions, which are useless when late. */
export function createInteractionRest(options: DiscordRestOptions): DiscordRest {
  return createSendingRest({ ...options, timeoutMs: interactionTimeoutMs })
}

/** Creates a client for calls that may be repeated: history, commands. */
export function createReceivingRest(options: DiscordRestOptions): DiscordRest {
  return withPersistentToken(new REST(toRestOptions(options)), options)
}

/** Returns the options of discord.js's REST client, including the one it uses for the gateway. */
export function toRestOptions({ apiBase, timeoutMs = 15_000, limiter }: DiscordRestOptions): Partial<RESTOptions> {
  const makeRequest = createRequest(timeoutMs)
  return {
    api: apiBase.replace(/\/+$/, ''),
    timeout: timeoutMs,
    makeRequest: limiter ? limitRequests(makeRequest, limiter) : makeRequest,
  }
}

/** The library's own timeout covers only the headers, so a body that never ends would block everything queued behind the call. */
function createRequest(timeoutMs: number): RESTOptions['makeRequest'] {
  return async (url, init) => {
    const timeoutSignal = AbortSignal.timeout(timeoutMs)
    const form = init.body instanceof FormData ? await encodeForm(init.body) : undefined
    return DefaultRestOptions.makeRequest(url, {
      ...init,
      ...(form && { body: form.bytes, headers: Object.assign({}, init.headers, { 'content-type': form.contentType }) }),
      signal: init.signal ? AbortSignal.any([init.signal, timeoutSignal]) : timeoutSignal,
    })
  }
}

/**
 * Encodes a form as bytes. All undici versions in a process share the connections of the one that is loaded first. If that one is newer
 * than the library's version, it does not accept the library's forms.
 */
async function encodeForm(form: FormData): Promise<{ bytes: Uint8Array; contentType: string }> {
  const encoded = new Response(form)
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type') ?? '' }
}

function withPersistentToken(rest: REST, { token }: DiscordRestOptions): DiscordRest {
  return {
    // Sets the token before every call, because a call that is rejected at the same time discards it.
    call: (request) => request(rest.setToken(token)),
  }
}
