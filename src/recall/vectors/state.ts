import { hasBuiltInEmbedder } from '../../model/embed-builtin.ts'
import type { Store } from '../../store/store.ts'
import { type Choice, choiceOf } from './choice.ts'
import type { Obstacle, OpenedEmbeddings } from './in-use.ts'
import type { Wish } from './settings.ts'
import { type Counts, embeddingCounts, type ModelName } from './table.ts'

/** How things stand with embeddings, for those who may know and change it. Holds no key. */
export interface EmbeddingState {
  readonly obstacle?: Obstacle
  /** What was wished for last. */
  readonly use: Wish['use']
  /** Of the server that was wished for last. */
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  /** Whether a key is kept for it. */
  readonly hasKey: boolean
  /** Whether a key can be encrypted here. */
  readonly takesKeys: boolean
  readonly hasBuiltIn: boolean
  /** Whose vectors are made and searched, and how far they are; undefined: nobody's. */
  readonly inUse: InUse | undefined
}

export interface InUse extends ModelName {
  readonly counts: Counts
}

interface StateParts {
  readonly store: Store
  readonly embeddings: OpenedEmbeddings
}

export async function embeddingState(parts: StateParts): Promise<EmbeddingState> {
  const { config, obstacle } = parts.embeddings
  const choice = await choiceOf(parts.store.db)
  const owners = choice?.origin === 'owner' ? choice : undefined
  return {
    ...(obstacle && { obstacle }),
    use: useOf(owners),
    baseUrl: owners?.baseUrl ?? undefined,
    model: owners?.baseUrl ? (owners.model ?? undefined) : undefined,
    hasKey: typeof owners?.sealedKey === 'string',
    takesKeys: config.encryptionKey !== undefined,
    hasBuiltIn: hasBuiltInEmbedder(),
    inUse: await embeddingsInUse(parts),
  }
}

export async function embeddingsInUse({ store, embeddings }: StateParts): Promise<InUse | undefined> {
  const embedder = await embeddings.latest()
  if (!embedder) return undefined
  const { provider, model } = embedder
  return { provider, model, counts: await embeddingCounts(store.db, { provider, model }) }
}

function useOf(choice: Choice | undefined): Wish['use'] {
  if (!choice) return 'configured'
  if (choice.isOff) return 'off'
  return choice.baseUrl === null ? 'builtin' : 'server'
}
