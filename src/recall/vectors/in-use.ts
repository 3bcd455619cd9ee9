import type { Clock } from '../../core/clock.ts'
import { type Embedder, type Embeddings, fixedEmbeddings } from '../../core/embedder.ts'
import { messageOf } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { EmbeddingConfig } from '../../model/embed-config.ts'
import { findEmbedder, isConfigured } from '../../model/embed-find.ts'
import type { Store } from '../../store/store.ts'
import { choiceOf, embedderOf } from './choice.ts'
import { addVectors, hasOtherModels } from './table.ts'

export interface OpenEmbeddingsParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** Why there are no embeddings, whatever anybody chooses, and what to do about it. */
export const obstacles = {
  off: 'Finding by meaning is switched off in the configuration, by EMBEDDINGS=off. Take that away, and start again, to choose a model here.',
  'no-pgvector':
    'The database keeps no vectors: it has no pgvector 0.8 or newer that may be used. Install it beside PostgreSQL, and start again; `npm run doctor` says more.',
} as const
export type Obstacle = keyof typeof obstacles

export interface OpenedEmbeddings extends Embeddings {
  readonly config: EmbeddingConfig
  readonly obstacle?: Obstacle
  close(): Promise<void>
}

/** What another process has chosen is known here after so long, in ms. */
const freshMs = 5_000

/**
 * The embedder that the vectors of this database are made with; none where search goes by words alone, which the log then
 * says. What an owner chose comes first, then what is configured, then what was found at the first start. Throws SetupError.
 */
export async function openEmbeddings(parts: OpenEmbeddingsParts, config: EmbeddingConfig): Promise<OpenedEmbeddings> {
  const { store, log } = parts
  if (config.use === 'off') return { ...none, config, obstacle: 'off' }
  if (!(await addVectors(store.db))) {
    // Whoever named a model expects it to be used.
    log[isConfigured(config) ? 'warn' : 'info'](
      {},
      'the database has no pgvector 0.8 or newer that may be used, so search goes by words alone. Install it, or set EMBEDDINGS=off',
    )
    return { ...none, config, obstacle: 'no-pgvector' }
  }
  if (!isConfigured(config)) await find(parts, config)
  const embeddings = follow(parts, config)
  const embedder = await embeddings.latest()
  if (embedder) await warnOfOtherModels(parts, embedder)
  else log.info({}, 'there is no model for embeddings: search goes by words alone')
  return embeddings
}

const none = { ...fixedEmbeddings(undefined), close: async () => {} }

/** Whatever the database says that was chosen. */
function follow(parts: OpenEmbeddingsParts, config: EmbeddingConfig): OpenedEmbeddings {
  const { store, clock, log } = parts
  const closing: unknown[] = []
  let used: { readonly name: string; readonly embedder: Embedder | undefined } | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function latest(): Promise<Embedder | undefined> {
    readAt = clock.now().getTime()
    const choice = await choiceOf(store.db)
    const name = JSON.stringify(choice ?? null)
    if (used?.name === name) return used.embedder
    const before = used?.embedder
    used = { name, embedder: embedderOf(parts, config, choice) }
    // What it is at ends, and is not waited for: somebody may be searching.
    closing.push(before?.close?.().catch((error) => log.warn({ error: messageOf(error) }, 'an embedding model could not be closed')))
    return used.embedder
  }

  return {
    config,
    latest,
    embedder: async () => (clock.now().getTime() < readAt + freshMs ? used?.embedder : latest()),
    async close() {
      await Promise.all([...closing, used?.embedder?.close?.()])
    },
  }
}

/** Looks what there is on this machine, once: another server that starts one day does not take its place. */
async function find(parts: OpenEmbeddingsParts, config: EmbeddingConfig): Promise<void> {
  const { store, clock, log } = parts
  if (await choiceOf(store.db)) return
  const found = await findEmbedder(parts, config)
  if (!found) return
  // Another process may have begun to look at the same time: the first one stands.
  await store.db.embeddingChoice.createMany({ data: [{ ...found, chosenAt: clock.now() }], skipDuplicates: true })
  log.info(found, 'a model for embeddings was found, and is used from now on')
}

async function warnOfOtherModels({ store, log }: OpenEmbeddingsParts, { provider, model }: Embedder): Promise<void> {
  if (await hasOtherModels(store.db, { provider, model }))
    log.warn({ provider, model }, 'some embeddings are of another model, and search does not use them: run `npm run embeddings -- rebuild`')
}
