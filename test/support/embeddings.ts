import type { Embedder } from '../../src/core/ports/embedder.ts'
import type { EmbeddingConfig } from '../../src/model/embeddings/config.ts'
import type { EmbeddingsHandle } from '../../src/search/deps.ts'
import { fixedEmbeddings } from '../../src/search/vectors/semantic-scores.ts'

/** What a configuration comes to that leaves all to chance, and finds nothing. */
export const embeddingConfig = (settings: Partial<EmbeddingConfig> = {}): EmbeddingConfig => ({
  use: 'on',
  discover: [],
  requestTimeoutMs: 5_000,
  ...settings,
})

/** One embedder for ever, or none as if they were off. */
export const openedEmbeddings = (embedder?: Embedder): EmbeddingsHandle => ({
  ...fixedEmbeddings(embedder),
  config: embeddingConfig(embedder ? {} : { use: 'off' }),
  ...(!embedder && { obstacle: 'off' }),
  close: async () => {},
})
