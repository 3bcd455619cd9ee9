/** How to reach the language model. src/config.ts reads it from the environment. */
export interface ModelConfig {
  /** Sent only to `baseUrl`, never to a detected server. */
  readonly apiKey?: string
  /** A server with OpenAI's chat completions API, such as http://127.0.0.1:8000/v1. OpenAI if absent. */
  readonly baseUrl?: string
  readonly chatModel?: string
  /** The chat model if absent. */
  readonly summaryModel?: string
  /** Transcribes voice notes. They stay untranscribed if absent. */
  readonly transcriptionModel?: string
  /** Whether the chat model accepts images, which servers do not report. */
  readonly seesImages?: boolean
  /** In tokens. If absent, the known window of the model, otherwise a cautious guess. */
  readonly contextWindow?: number
  /** The longest pause within an answer, in ms. */
  readonly idleTimeoutMs: number
  /** The longest wait for an answer to begin, in ms. */
  readonly requestTimeoutMs: number
  /** Local model servers to probe if no model is configured, in order. Empty for none. */
  readonly discover: readonly string[]
}

/** The default addresses of Ollama and llama.cpp. */
export const localModelServers: readonly string[] = ['http://127.0.0.1:11434', 'http://127.0.0.1:8080']
