/** Length of stored vectors. Shorter ones are padded with zeros, which changes no angle. */
export const vectorDimensions = 1_024

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** Some models distinguish queries from documents. */
  readonly kind: 'query' | 'document'
}

/** Turns texts into vectors whose directions are close if the texts mean the same. */
export interface Embedder {
  /** Stored with every vector. Vectors of another provider or model cannot be compared. */
  readonly provider: 'openai' | 'server' | 'builtin'
  readonly model: string
  /**
   * Returns one vector per text, in order, all of the same length, at most `vectorDimensions`. Texts are not empty. Makes one call.
   * Throws ModelError: `rejected` if a text is at fault and would be again, `cancelled` if `signal` was aborted; others may be temporary.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<number[][]>
  /** Releases resources, if any. */
  close?(): Promise<void>
}

/** The embedder in use. An owner may choose another model while the program runs. */
export interface Embeddings {
  /** At most a few seconds old. Undefined: search by words only. */
  embedder(): Promise<Embedder | undefined>
  /** Up to date, for writing. */
  latest(): Promise<Embedder | undefined>
}

/** Always the same embedder. */
export function fixedEmbeddings(embedder: Embedder | undefined): Embeddings {
  const always = async () => embedder
  return { embedder: always, latest: always }
}
