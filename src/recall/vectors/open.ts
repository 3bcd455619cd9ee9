import type { Clock } from '../../core/clock.ts'
import type { Embedder } from '../../core/embedder.ts'
import type { Log } from '../../core/log.ts'
import type { EmbeddingConfig } from '../../model/embed-config.ts'
import { chosenEmbedder, configuredEmbedder, type EmbedderChoice, findEmbedder } from '../../model/embed-find.ts'
import type { Store } from '../../store/store.ts'
import { addVectors, hasOtherModels } from './table.ts'

export interface OpenEmbedderParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/**
 * The embedder that the vectors of this database are made with; undefined where search goes by words alone, which the
 * log then says. What is configured comes first; else what was found at the first start, which is kept in the database.
 * Throws SetupError.
 */
export async function openEmbedder(parts: OpenEmbedderParts, config: EmbeddingConfig): Promise<Embedder | undefined> {
  const { store, log } = parts
  if (config.use === 'off') return undefined
  const configured = configuredEmbedder(parts, config)
  if (!(await addVectors(store.db))) {
    // Whoever named a model expects it to be used.
    const level = configured || config.use === 'builtin' ? 'warn' : 'info'
    log[level](
      {},
      'the database has no pgvector 0.8 or newer that may be used, so search goes by words alone. Install it, or set EMBEDDINGS=off',
    )
    return undefined
  }
  const embedder = configured ?? (await found(parts, config))
  if (embedder) await warnOfOtherModels(parts, embedder)
  else log.info({}, 'there is no model for embeddings: search goes by words alone')
  return embedder
}

async function found(parts: OpenEmbedderParts, config: EmbeddingConfig): Promise<Embedder | undefined> {
  const { db } = parts.store
  if ((await db.embeddingChoice.count()) === 0) {
    const choice = await findEmbedder(parts, config)
    if (!choice) return undefined
    // Another process may have begun to choose at the same time: the first one stands.
    await db.embeddingChoice.createMany({ data: [{ ...choice, chosenAt: parts.clock.now() }], skipDuplicates: true })
    parts.log.info(choice, 'a model for embeddings was found, and is used from now on')
  }
  const { provider, model, baseUrl } = await db.embeddingChoice.findFirstOrThrow()
  return chosenEmbedder(parts, { provider: provider as EmbedderChoice['provider'], model, baseUrl }, config)
}

async function warnOfOtherModels({ store, log }: OpenEmbedderParts, { provider, model }: Embedder): Promise<void> {
  if (await hasOtherModels(store.db, { provider, model }))
    log.warn({ provider, model }, 'some embeddings are of another model, and search does not use them: run `npm run embeddings -- rebuild`')
}
