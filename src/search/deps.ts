import type { PlaceAddress, PlatformMessageId } from '../core/domain/ids.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Embedder, Embeddings } from '../core/ports/embedder.ts'
import type { Log } from '../core/ports/log.ts'
import type { Random } from '../core/ports/random.ts'
import type { EmbeddingConfig } from '../model/embeddings/config.ts'
import type { Store } from '../store/store.ts'

/** The dependencies of search, its index and its jobs. */
export interface SearchDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** If absent, search uses words only. */
  readonly embeddings?: Embeddings
  readonly permalink?: PermalinkBuilder
}

/** The dependencies of code that works with one embedding model. */
export interface EmbedderDeps extends SearchDeps {
  readonly embedder: Embedder
}

/** The dependencies of code that changes which embedding model is used. */
export interface EmbeddingChoiceDeps extends SearchDeps {
  readonly random: Random
  readonly embeddings: EmbeddingsHandle
}

/** Why embeddings are unavailable regardless of an owner's choice: they are switched off in the configuration, or pgvector is missing. */
export type EmbeddingsObstacle = 'off' | 'no-pgvector'

export interface EmbeddingsHandle extends Embeddings {
  readonly config: EmbeddingConfig
  readonly obstacle?: EmbeddingsObstacle
  close(): Promise<void>
}

/** Where a message was sent. Used to build a link to it. */
export interface MessageOrigin {
  readonly platform: string
  readonly tenant: string
  readonly address: PlaceAddress
}

/** Builds a link that opens a message on its platform. Returns undefined if the platform has no links. */
export type PermalinkBuilder = (place: MessageOrigin, platformMessageId: PlatformMessageId) => string | undefined
