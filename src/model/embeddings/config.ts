/** How texts are turned into vectors; src/config.ts fills it from the environment. */
export interface EmbeddingConfig {
  /** `on`: the server below, else what was found at the first start: a local server, or the built-in model. */
  readonly use: 'on' | 'off' | 'builtin'
  /** The server that is configured. */
  readonly server?: EmbeddingServer
  /** Addresses of local model servers to look at when nothing is configured, first one first; empty for none. */
  readonly discover: readonly string[]
  /** The longest wait for an answer, in ms. */
  readonly requestTimeoutMs: number
  /** What keys that are given on the page are encrypted with; absent: none is taken there. SEAL_KEY_BYTES long. */
  readonly encryptionKey?: Uint8Array
}

export interface EmbeddingServer {
  /** With its version, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  /** Sent to `baseUrl` alone. */
  readonly apiKey?: string
  readonly model: string
}
