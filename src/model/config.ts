/** How the language model is reached; src/config.ts fills it from the environment. */
export interface ModelConfig {
  /** Sent to `baseUrl` alone, never to a server that was found by itself. */
  readonly apiKey?: string
  /** An address that speaks OpenAI's chat completions, such as http://127.0.0.1:8000/v1; OpenAI's own where absent. */
  readonly baseUrl?: string
  readonly chatModel?: string
  /** The chat model where absent. */
  readonly summaryModel?: string
  /** Turns voice notes into text; they are not listened to where absent. */
  readonly transcriptionModel?: string
  /** Whether the chat model can be shown images, which no server says. */
  readonly seesImages?: boolean
  /** Tokens; where absent, what is known of the model, else a cautious guess. */
  readonly contextWindow?: number
  /** The longest pause inside an answer, in ms. */
  readonly idleTimeoutMs: number
  /** The longest wait for an answer to begin, in ms. */
  readonly requestTimeoutMs: number
  /** Addresses of local model servers to look at when no model is configured, first one first; empty for none. */
  readonly discover: readonly string[]
}

/** Where Ollama and llama.cpp listen by default. */
export const localModelServers: readonly string[] = ['http://127.0.0.1:11434', 'http://127.0.0.1:8080']
