import type { Clock } from '../core/ports/clock.ts'
import type { Embedder, Embeddings } from '../core/ports/embedder.ts'
import type { Log } from '../core/ports/log.ts'
import type { Random } from '../core/ports/random.ts'
import type { Store } from '../store/store.ts'
import type { PermalinkBuilder } from './search-results.ts'
import type { EmbeddingsHandle } from './vectors/open-embeddings.ts'

/** The dependencies of search, of the index and of its jobs. */
export interface SearchDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Absent: search uses words only. */
  readonly embeddings?: Embeddings
  readonly permalink?: PermalinkBuilder
}

/** The dependencies of work with one embedding model. */
export interface EmbedderDeps extends SearchDeps {
  readonly embedder: Embedder
}

/** The dependencies of choosing the embedding model. */
export interface EmbeddingChoiceDeps extends SearchDeps {
  readonly random: Random
  readonly embeddings: EmbeddingsHandle
}
