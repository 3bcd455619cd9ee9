import type { Embeddings } from '../../core/ports/embedder.ts'
import { hasBuiltInEmbedder } from '../../model/embeddings/builtin-embedder.ts'
import type { Store } from '../../store/store.ts'
import type { EmbeddingsHandle, EmbeddingsObstacle } from '../deps.ts'
import type { ModelSelection } from './change-model.ts'
import { countEmbeddings, type EmbeddingCounts, type EmbeddingModelName } from './embedding-table.ts'
import { type EmbeddingModelChoice, loadModelChoice } from './model-choice.ts'

/** The status of embeddings, for owners. Contains no key. */
export interface EmbeddingStatus {
  readonly obstacle?: EmbeddingsObstacle
  /** What the owner last selected. */
  readonly use: ModelSelection['use']
  /** The server that the owner last selected. */
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  /** Whether a key is stored for that server. */
  readonly hasKey: boolean
  /** Whether API keys can be stored, which requires an encryption key. */
  readonly canStoreKeys: boolean
  readonly hasBuiltIn: boolean
  /** The current model and its progress. Undefined if there is none. */
  readonly inUse: ActiveEmbeddingModel | undefined
}

export interface ActiveEmbeddingModel extends EmbeddingModelName {
  readonly counts: EmbeddingCounts
}

export async function loadEmbeddingStatus(store: Store, embeddings: EmbeddingsHandle): Promise<EmbeddingStatus> {
  const { config, obstacle } = embeddings
  const choice = await loadModelChoice(store.db)
  const ownerChoice = choice?.origin === 'owner' ? choice : undefined
  return {
    ...(obstacle && { obstacle }),
    use: toSelectedUse(ownerChoice),
    baseUrl: ownerChoice?.baseUrl ?? undefined,
    model: ownerChoice?.baseUrl ? (ownerChoice.model ?? undefined) : undefined,
    hasKey: typeof ownerChoice?.encryptedKey === 'string',
    canStoreKeys: config.encryptionKey !== undefined,
    hasBuiltIn: hasBuiltInEmbedder(),
    inUse: await loadActiveModel(store, embeddings),
  }
}

export async function loadActiveModel(store: Store, embeddings: Embeddings): Promise<ActiveEmbeddingModel | undefined> {
  const embedder = await embeddings.latest()
  if (!embedder) return undefined
  const { provider, model } = embedder
  return { provider, model, counts: await countEmbeddings(store.db, { provider, model }) }
}

function toSelectedUse(choice: EmbeddingModelChoice | undefined): ModelSelection['use'] {
  if (!choice) return 'configured'
  if (choice.isOff) return 'off'
  return choice.baseUrl === null ? 'builtin' : 'server'
}
