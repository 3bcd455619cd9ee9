/** How to reach the language model. src/config.ts reads it from the environment. */
export interface ModelConfig {
  /** Sent only to `baseUrl`, never to a detected server. */
  readonly apiKey?: string
  /** A server with OpenAI's chat completions API, such as http://127.0.0.1:8000/v1. If absent, OpenAI. */
  readonly baseUrl?: string
  readonly chatModel?: string
  /** If absent, the chat model. */
  readonly summaryModel?: string
  /** Transcribes voice notes. If absent, they are not transcribed. */
  readonly transcriptionModel?: string
  /** Whether the chat model accepts images. Servers do not report it. */
  readonly seesImages?: boolean
  /** In tokens. If absent, the known window of the model, or else a cautious guess. */
  readonly contextWindow?: number
  /** In ms. The longest allowed pause within an answer. */
  readonly idleTimeoutMs: number
  /** In ms. The longest wait for an answer to begin. */
  readonly requestTimeoutMs: number
  /** The local model servers to probe, in order, if no model is configured. May be empty. */
  readonly discover: readonly string[]
}

/** The default addresses of Ollama and llama.cpp. */
export const localModelServers: readonly string[] = ['http://127.0.0.1:11434', 'http://127.0.0.1:8080']
