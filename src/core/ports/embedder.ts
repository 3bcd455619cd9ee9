/** The length of stored vectors. Shorter vectors are padded with zeros, which changes no angle. */
export const vectorDimensions = 1_024

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** Some models distinguish queries from documents. */
  readonly kind: 'query' | 'document'
}

/** Turns texts into vectors. Texts with similar meanings get vectors with similar directions. */
export interface Embedder {
  /** Stored with every vector. Vectors of different providers or models cannot be compared. */
  readonly provider: 'openai' | 'server' | 'builtin'
  readonly model: string
  /**
   * Makes one call and returns one vector per text, in order. All have the same length, at most `vectorDimensions`. Texts must not be
   * empty. Throws ModelError: `rejected` if one of the texts causes the failure and a retry is pointless, `cancelled` if `signal` was
   * aborted. Other errors may be temporary.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<number[][]>
  /** Releases resources, if any. */
  close?(): Promise<void>
}

/** The embedder in use. An owner may choose another model while the program runs. */
export interface Embeddings {
  /** May be a few seconds out of date. Undefined: search uses words only. */
  embedder(): Promise<Embedder | undefined>
  /** Never out of date. Use it before storing vectors. */
  latest(): Promise<Embedder | undefined>
}
