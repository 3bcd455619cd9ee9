/** How texts are embedded. src/config.ts reads it from the environment. */
export interface EmbeddingConfig {
  /** `on`: the configured server, otherwise what was detected at the first start: a local server, or the built-in model. */
  readonly use: 'on' | 'off' | 'builtin'
  /** The configured server. */
  readonly server?: EmbeddingServer
  /** Local model servers to probe if none is configured, in order. Empty for none. */
  readonly discover: readonly string[]
  /** The longest wait for an answer, in ms. */
  readonly requestTimeoutMs: number
  /** Encrypts API keys entered on the page. None are accepted if absent. `sealKeyBytes` long. */
  readonly encryptionKey?: Uint8Array
}

export interface EmbeddingServer {
  /** With its version, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  /** Sent only to `baseUrl`. */
  readonly apiKey?: string
  readonly model: string
}
