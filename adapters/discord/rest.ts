import { REST } from 'discord.js'
import { isWrongToken } from './errors.ts'

export interface RestOptions {
  readonly token: string
  /** The REST root, without a version. */
  readonly apiBase: string
}

/** discord.js's REST client, that keeps its token: by itself it forgets one that was refused, and refuses to ask again. */
export interface DiscordRest {
  readonly rest: REST
  readonly call: <T>(request: (rest: REST) => Promise<T>) => Promise<T>
}

/** Milliseconds after which a call without an answer is given up. */
const timeoutMs = 15_000

/** For sending: no call is made twice and none waits; Discord's wish to wait becomes an error. */
export function createSendingRest(options: RestOptions): DiscordRest {
  return keepToken(new REST({ ...restOptions(options), retries: 0, offset: 0, rejectOnRateLimit: () => true }), options)
}

/** For what may be asked again: history, the commands, the first answer to an interaction. */
export function createReceivingRest(options: RestOptions): DiscordRest {
  return keepToken(new REST(restOptions(options)), options)
}

/** What discord.js's own client connects to the gateway with. */
export function restOptions({ apiBase }: RestOptions) {
  return { api: apiBase.replace(/\/+$/, ''), timeout: timeoutMs }
}

function keepToken(rest: REST, { token }: RestOptions): DiscordRest {
  rest.setToken(token)
  return {
    rest,
    async call(request) {
      try {
        return await request(rest)
      } catch (error) {
        if (isWrongToken(error)) rest.setToken(token)
        throw error
      }
    },
  }
}
