import { hasBuiltInEmbedder } from '../../model/embed-builtin.ts'
import type { Store } from '../../store/store.ts'
import { choiceOf } from './choice.ts'
import type { Obstacle, OpenedEmbeddings } from './in-use.ts'
import { outageOf } from './outages.ts'
import type { Wish } from './settings.ts'
import { type Counts, embeddingCounts, type ModelName } from './table.ts'

/** How things stand with embeddings, for those who may know and change it. Holds no key. */
export interface EmbeddingState {
  readonly obstacle?: Obstacle
  /** What was wished for last. */
  readonly use: Wish['use']
  /** Of the server that was wished for. */
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  readonly hasKey: boolean
  /** Whether a key can be encrypted here. */
  readonly takesKeys: boolean
  readonly hasBuiltIn: boolean
  /** Whose vectors are made and searched; undefined: none. */
  readonly inUse: ModelName | undefined
  /** Why it gives none just now, as far as this process knows. */
  readonly problem: string | undefined
  readonly counts: Counts
}

export async function embeddingState({
  store,
  embeddings,
}: {
  readonly store: Store
  readonly embeddings: OpenedEmbeddings
}): Promise<EmbeddingState> {
  const { config, obstacle } = embeddings
  const [choice, embedder, counts] = await Promise.all([choiceOf(store.db), embeddings.latest(), embeddingCounts(store.db)])
  const owners = choice?.origin === 'owner' ? choice : undefined
  return {
    ...(obstacle && { obstacle }),
    use: useOf(owners),
    baseUrl: owners?.baseUrl ?? undefined,
    model: owners?.baseUrl ? (owners.model ?? undefined) : undefined,
    hasKey: typeof owners?.sealedKey === 'string',
    takesKeys: config.encryptionKey !== undefined,
    hasBuiltIn: hasBuiltInEmbedder(),
    inUse: embedder && { provider: embedder.provider, model: embedder.model },
    problem: embedder && outageOf(embedder)?.problem,
    counts,
  }
}

function useOf(choice: { readonly provider: string | null; readonly baseUrl: string | null } | undefined): Wish['use'] {
  if (!choice) return 'configured'
  if (choice.provider === null) return 'off'
  return choice.baseUrl === null ? 'builtin' : 'server'
}
