import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js'

export interface DiscordRestOptions {
  readonly token: string
  /** The REST root, without a version. */
  readonly apiBase: string
  /** Milliseconds after which a try without a whole answer is given up; 15 seconds where absent. */
  readonly timeoutMs?: number
}

/** discord.js's REST client, that keeps its token: by itself it forgets one that was refused, and refuses to ask again. */
export interface DiscordRest {
  readonly call: <T>(request: (rest: REST) => Promise<T>) => Promise<T>
}

/** Half a second is left of the three that Discord waits for the first answer to an interaction. */
const interactionTimeoutMs = 2500

/** For sending: no call is made twice and none waits; Discord's wish to wait becomes an error. */
export function createSendingRest(options: DiscordRestOptions): DiscordRest {
  return withPersistentToken(new REST({ ...toRestOptions(options), retries: 0, offset: 0, rejectOnRateLimit: () => true }), options)
}

/** For the first answer to an interaction, which is of use in time or not at all. */
export function createInteractionRest(options: DiscordRestOptions): DiscordRest {
  return createSendingRest({ ...options, timeoutMs: interactionTimeoutMs })
}

/** For what may be asked again: history, the commands. */
export function createReceivingRest(options: DiscordRestOptions): DiscordRest {
  return withPersistentToken(new REST(toRestOptions(options)), options)
}

/** What discord.js's own client connects to the gateway with. */
export function toRestOptions({ apiBase, timeoutMs = 15_000 }: DiscordRestOptions): Partial<RESTOptions> {
  return {
    api: apiBase.replace(/\/+$/, ''),
    timeout: timeoutMs,
    // The library's own limit ends with the headers: a body that never ends would hold up all that is sent there.
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
    // Each time, since a call may begin while another is being refused.
    call: (request) => request(rest.setToken(token)),
  }
}
