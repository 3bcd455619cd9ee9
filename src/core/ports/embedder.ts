/** How long the vectors are that are kept: shorter ones are filled up with zeros, which changes no angle. */
export const vectorDimensions = 1_024

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** What the texts are: some models want a question told from what may answer it. */
  readonly kind: 'query' | 'document'
}

/** Turns texts into vectors that point the same way as far as the texts mean the same. */
export interface Embedder {
  /** Kept with every vector: those of another provider or model are no use to this one. */
  readonly provider: 'openai' | 'server' | 'builtin'
  readonly model: string
  /**
   * One vector for each text, in their order, all equally long and at most VECTOR_DIMENSIONS. Texts are not empty. Calls once. Throws
   * ModelError: `rejected` when one of the texts is to blame and will be again, `cancelled` when `signal` was aborted; any other may pass.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<number[][]>
  /** Lets go of what it holds, if anything. */
  close?(): Promise<void>
}

/** Whose vectors are used: an owner may choose another model while the program runs. */
export interface Embeddings {
  /** As it was some seconds ago at the most; undefined: by words alone. */
  embedder(): Promise<Embedder | undefined>
  /** As it is now: for what is written. */
  latest(): Promise<Embedder | undefined>
}

/** The same one for ever. */
export function fixedEmbeddings(embedder: Embedder | undefined): Embeddings {
  const always = async () => embedder
  return { embedder: always, latest: always }
}
