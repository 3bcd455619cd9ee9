/** How texts are embedded. src/config.ts reads it from the environment. */
export interface EmbeddingConfig {
  /** `on`: the configured server, or else the model that was detected at the first start: of a local server, or the built-in one. */
  readonly use: 'on' | 'off' | 'builtin'
  /** The configured server. */
  readonly server?: EmbeddingServer
  /** The local model servers to probe, in order, if none is configured. May be empty. */
  readonly discover: readonly string[]
  /** In ms. The longest wait for an answer. */
  readonly requestTimeoutMs: number
  /** The key, `sealKeyBytes` long, that encrypts API keys entered on the page. If absent, none are accepted. */
  readonly encryptionKey?: Uint8Array
}

export interface EmbeddingServer {
  /** Includes the version, as in http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  /** Sent only to `baseUrl`. */
  readonly apiKey?: string
  readonly model: string
}
