import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js'

export interface RestOptions {
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
const firstAnswerMs = 2500

/** For sending: no call is made twice and none waits; Discord's wish to wait becomes an error. */
export function createSendingRest(options: RestOptions): DiscordRest {
  return keepToken(new REST({ ...restOptions(options), retries: 0, offset: 0, rejectOnRateLimit: () => true }), options)
}

/** For the first answer to an interaction, which is of use in time or not at all. */
export function createAnsweringRest(options: RestOptions): DiscordRest {
  return createSendingRest({ ...options, timeoutMs: firstAnswerMs })
}

/** For what may be asked again: history, the commands. */
export function createReceivingRest(options: RestOptions): DiscordRest {
  return keepToken(new REST(restOptions(options)), options)
}

/** What discord.js's own client connects to the gateway with. */
export function restOptions({ apiBase, timeoutMs = 15_000 }: RestOptions): Partial<RESTOptions> {
  return {
    api: apiBase.replace(/\/+$/, ''),
    timeout: timeoutMs,
    // The library's own limit ends with the headers: a body that never ends would hold up all that is sent there.
    makeRequest(url, init) {
      const inTime = AbortSignal.timeout(timeoutMs)
      return DefaultRestOptions.makeRequest(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, inTime]) : inTime })
    },
  }
}

function keepToken(rest: REST, { token }: RestOptions): DiscordRest {
  return {
    // Each time, since a call may begin while another is being refused.
    call: (request) => request(rest.setToken(token)),
  }
}
