import type { Clock } from '../../core/clock.ts'
import type { Embedder } from '../../core/embedder.ts'
import { InputError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Random } from '../../core/random.ts'
import { seal } from '../../core/seal.ts'
import { BUILT_IN_EMBEDDING_MODEL, hasBuiltInEmbedder } from '../../model/embed-builtin.ts'
import type { EmbeddingConfig } from '../../model/embed-config.ts'
import { configuredEmbedder, findEmbedder } from '../../model/embed-find.ts'
import { OPENAI_BASE_URL } from '../../model/openai.ts'
import type { Store } from '../../store/store.ts'
import { type Choice, choiceOf, embedderOf, keepChoice } from './choice.ts'
import { directionsOf } from './directions.ts'
import type { OpenedEmbeddings } from './in-use.ts'
import { countWithoutThose, type ModelShape, reset } from './table.ts'

export interface EmbeddingSettingsParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly embeddings: OpenedEmbeddings
}

/** What an owner can choose. `configured`: what the configuration says, or else what is found on this machine. */
export type Wish = { readonly use: 'configured' | 'off' | 'builtin' } | ServerWish

export interface ServerWish {
  readonly use: 'server'
  /** With its version, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  readonly model: string
  /** Absent: the one that is kept or configured for this very address, if there is one. */
  readonly apiKey?: string
}

export interface Change {
  /** How many texts have to be embedded anew. */
  readonly texts: number
  /** False: it has to be confirmed, as there are some. */
  readonly isMade: boolean
}

/** How long a trial may take, in ms: somebody waits for it. */
const patienceMs = 10_000

/** What the model that is wished for makes, by having one word embedded; undefined where none is. Throws InputError and ModelError. */
export async function tryWish(parts: EmbeddingSettingsParts, wish: Wish): Promise<ModelShape | undefined> {
  return tried(parts, await choiceFor(parts, wish))
}

/**
 * Does as is wished, if the model answers; what it has not made is set to be made anew, once that is confirmed. Throws
 * InputError and ModelError, and nothing has changed then.
 */
export async function makeChange(
  parts: EmbeddingSettingsParts,
  wish: Wish,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<Change> {
  const { store, clock, log, embeddings } = parts
  const choice = await choiceFor(parts, wish)
  const shape = await tried(parts, choice)
  const texts = shape ? await countWithoutThose(store.db, shape) : 0
  if (texts > 0 && !isConfirmed) return { texts, isMade: false }
  await store.transaction(async (tx) => {
    await keepChoice(tx, choice, clock.now())
    if (shape) await reset(tx, { except: shape })
  })
  await embeddings.latest()
  log.info({ use: wish.use, model: shape?.model, texts }, 'an owner changed the model for embeddings')
  return { texts, isMade: true }
}

async function tried(parts: EmbeddingSettingsParts, choice: Choice | undefined): Promise<ModelShape | undefined> {
  const { config } = parts.embeddings
  const embedder = embedderOf(parts, { ...config, requestTimeoutMs: Math.min(config.requestTimeoutMs, patienceMs) }, choice)
  if (!embedder) return undefined
  try {
    return await shapeOf(embedder)
  } finally {
    await embedder.close?.()
  }
}

async function shapeOf(embedder: Embedder): Promise<ModelShape> {
  const { provider, model } = embedder
  const [vector = []] = directionsOf(await embedder.embed(['hello'], { signal: new AbortController().signal, kind: 'query' }), { count: 1 })
  return { provider, model, dimensions: vector.length }
}

/** What is kept for a wish. Throws InputError where it cannot be had here. */
async function choiceFor(parts: EmbeddingSettingsParts, wish: Wish): Promise<Choice | undefined> {
  const { config, obstacle } = parts.embeddings
  if (obstacle) throw new InputError(obstacles[obstacle])
  const owners = { origin: 'owner', provider: null, model: null, baseUrl: null, sealedKey: null } as const
  if (wish.use === 'off') return owners
  if (wish.use === 'configured') return choiceFound(parts, config)
  if (wish.use === 'server') {
    const { baseUrl, model } = wish
    const provider = baseUrl === OPENAI_BASE_URL ? 'openai' : 'server'
    return { ...owners, provider, model, baseUrl, sealedKey: await sealedKeyFor(parts, wish) }
  }
  if (!hasBuiltInEmbedder())
    throw new InputError('The built-in model is not installed. Install it by `npm ci --include=optional`, and start again.')
  return { ...owners, provider: 'builtin', model: BUILT_IN_EMBEDDING_MODEL }
}

/** Said to an owner who wants to change what cannot be. */
const obstacles: Readonly<Record<NonNullable<OpenedEmbeddings['obstacle']>, string>> = {
  off: 'Finding by meaning is switched off by EMBEDDINGS=off in the configuration, which stands above what is chosen here. Take that away, and start again.',
  'no-pgvector':
    'The database keeps no vectors: it has no pgvector 0.8 or newer that may be used. Install it beside PostgreSQL, and start again; `npm run doctor` says more.',
}

async function choiceFound(parts: EmbeddingSettingsParts, config: EmbeddingConfig): Promise<Choice | undefined> {
  const configured = configuredEmbedder(parts, config)
  await configured?.close?.()
  const found = configured ? undefined : await findEmbedder(parts, config)
  return found && { ...found, origin: 'found', sealedKey: null }
}

/** The key that was typed, or the one that is kept for the same address: it goes to no other. */
async function sealedKeyFor(
  { store, random, embeddings }: EmbeddingSettingsParts,
  { baseUrl, apiKey }: ServerWish,
): Promise<string | null> {
  if (apiKey === undefined) {
    const kept = await choiceOf(store.db)
    return kept?.baseUrl === baseUrl ? kept.sealedKey : null
  }
  const key = embeddings.config.encryptionKey
  if (!key)
    throw new InputError(
      'A key is kept only encrypted, and there is nothing yet to encrypt it with: set ENCRYPTION_KEY to what `openssl rand -hex 32` prints, and start again. Or set the key itself as EMBEDDING_API_KEY.',
    )
  return seal({ random, key }, apiKey, baseUrl)
}
