import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js'

export interface DiscordRestOptions {
  readonly token: string
  /** The REST root, without a version. */
  readonly apiBase: string
  /** Timeout of an attempt including the body, in ms. 15 seconds if absent. */
  readonly timeoutMs?: number
}

/** discord.js's REST client, which keeps its token. On its own it forgets a rejected token and refuses further calls. */
export interface DiscordRest {
  readonly call: <T>(request: (rest: REST) => Promise<T>) => Promise<T>
}

/** Discord waits three seconds for the first response to an interaction. Half a second is left for everything else. */
const interactionTimeoutMs = 2500

/** Creates a client for sending: never repeats or delays a call. Rate limits become errors. */
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

/** Returns the options with which discord.js connects to the gateway. */
export function toRestOptions({ apiBase, timeoutMs = 15_000 }: DiscordRestOptions): Partial<RESTOptions> {
  return {
    api: apiBase.replace(/\/+$/, ''),
    timeout: timeoutMs,
    // The library's own timeout ends with the headers: an endless body would block everything sent there.
    makeRequest(url, init) {
      const timeoutSignal = AbortSignal.timeout(timeoutMs)
      return DefaultRestOptions.makeRequest(url, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, timeoutSignal]) : timeoutSignal,
      })
    },
  }
}

function withPersistentToken(rest: REST, { token }: DiscordRestOptions): DiscordRest {
  return {
    // Set each time, because a call may start while another is being rejected.
    call: (request) => request(rest.setToken(token)),
  }
}
