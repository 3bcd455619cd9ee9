import { messageOf } from '../../core/domain/errors.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbeddingConfig } from '../../model/embeddings/config.ts'
import { detectEmbedder, isEmbedderConfigured } from '../../model/embeddings/resolve-embedder.ts'
import type { EmbeddingsHandle, SearchDeps } from '../deps.ts'
import { addVectorColumns, hasOtherModels } from './embedding-table.ts'
import { loadModelChoice, resolveEmbedder } from './model-choice.ts'
import { fixedEmbeddings } from './semantic-scores.ts'

/** A choice made in another process takes effect here within this many ms. */
const choiceCacheMs = 5_000

/**
 * Opens the embeddings for this database. Without an embedder, search uses words only, and the log says so. An owner's choice takes
 * precedence, then the configuration, then the model detected at the first start. Throws SetupError.
 */
export async function openEmbeddings(deps: SearchDeps, config: EmbeddingConfig): Promise<EmbeddingsHandle> {
  const { store, log } = deps
  if (config.use === 'off') return { ...noEmbeddings, config, obstacle: 'off' }
  if (!(await addVectorColumns(store.db))) {
    // An operator who configured a model expects it to be used, so this deserves a warning.
    log[isEmbedderConfigured(config) ? 'warn' : 'info'](
      {},
      'pgvector 0.8 or newer is not available in the database, so search uses words only. Install it, or set EMBEDDINGS=off',
    )
    return { ...noEmbeddings, config, obstacle: 'no-pgvector' }
  }
  if (!isEmbedderConfigured(config)) await discoverModel(deps, config)
  const embeddings = followChoice(deps, config)
  const embedder = await embeddings.latest()
  if (embedder) await warnAboutOtherModels(deps, embedder)
  else log.info({}, 'there is no embedding model, so search uses words only')
  return embeddings
}

const noEmbeddings = { ...fixedEmbeddings(undefined), close: async () => {} }

/** Follows the choice stored in the database. */
function followChoice(deps: SearchDeps, config: EmbeddingConfig): EmbeddingsHandle {
  const { store, clock, log } = deps
  const pendingCloses: unknown[] = []
  let active: { readonly name: string; readonly embedder: Embedder | undefined } | undefined
  let lastReadAtMs = Number.NEGATIVE_INFINITY

  async function latest(): Promise<Embedder | undefined> {
    lastReadAtMs = clock.now().getTime()
    const choice = await loadModelChoice(store.db)
    const name = JSON.stringify(choice ?? null)
    if (active?.name === name) return active.embedder
    const previous = active?.embedder
    active = { name, embedder: resolveEmbedder(deps, config, choice) }
    // Closes the previous embedder without waiting, because a search may be using it.
    pendingCloses.push(
      previous?.close?.().catch((error) => log.warn({ error: messageOf(error) }, 'an embedding model could not be closed')),
    )
    return active.embedder
  }

  return {
    config,
    latest,
    embedder: async () => (clock.now().getTime() < lastReadAtMs + choiceCacheMs ? active?.embedder : latest()),
    async close() {
      await Promise.all([...pendingCloses, active?.embedder?.close?.()])
    },
  }
}

/** Detects a model on this machine, but only once. A server that starts later does not replace it. */
async function discoverModel(deps: SearchDeps, config: EmbeddingConfig): Promise<void> {
  const { store, clock, log } = deps
  if (await loadModelChoice(store.db)) return
  const discovered = await detectEmbedder(deps, config)
  if (!discovered) return
  // Another process may detect a model at the same time, in which case the first one wins.
  await store.db.embeddingChoice.createMany({ data: [{ ...discovered, chosenAt: clock.now() }], skipDuplicates: true })
  log.info(discovered, 'an embedding model was detected and is used from now on')
}

async function warnAboutOtherModels({ store, log }: SearchDeps, { provider, model }: Embedder): Promise<void> {
  if (await hasOtherModels(store.db, { provider, model }))
    log.warn(
      { provider, model },
      'some embeddings were made by another model, and search does not use them: run `npx throughline embeddings rebuild`',
    )
}
