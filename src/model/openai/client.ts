import OpenAI from 'openai'

export interface ModelServer {
  readonly baseUrl: string
  readonly apiKey?: string
}

/** A timer's longest wait, in ms: the package's own timeout covers only the headers and is left to ours, which goes by the clock. */
const noTimeoutMs = 2 ** 31 - 1

/** The package's client, which calls once, never retries, and writes no log. */
export function createOpenAiClient({ baseUrl, apiKey }: ModelServer): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    // A server without keys ignores it, and the package wants one.
    apiKey: apiKey ?? 'none',
    // Given here, so that the package looks for none of them in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: noTimeoutMs,
    // A request holds what people said: it goes to no address but this one.
    fetchOptions: { redirect: 'error' },
    // It would write what the server sent, which is people's text.
    logLevel: 'off',
  })
}
