import OpenAI from 'openai'
import { joinEvents } from './join-events.ts'

export interface ModelServer {
  readonly baseUrl: string
  readonly apiKey?: string
}

/** In ms, the longest possible timer. The package's own timeout covers only the headers, and ours uses the clock port. */
const noTimeoutMs = 2 ** 31 - 1

/** Creates the package's client without retries and logs. */
export function createOpenAiClient({ baseUrl, apiKey }: ModelServer): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    // The package requires a key. Servers without keys ignore it.
    apiKey: apiKey ?? 'none',
    // Set so that the package does not look for one in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: noTimeoutMs,
    // A request contains users' text and must go to no other address.
    fetchOptions: { redirect: 'error' },
    fetch: async (input, init) => joinEvents(await fetch(input, init)),
    // Otherwise it logs the server's output, which is users' text.
    logLevel: 'off',
  })
}
