import { ModelError } from '../../core/domain/errors.ts'
import { decrypt } from '../../core/lib/encrypt.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbeddingConfig } from '../../model/embeddings/config.ts'
import { createChosenEmbedder, createConfiguredEmbedder } from '../../model/embeddings/resolve-embedder.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { SearchDeps } from '../deps.ts'

/** The model that is used, where that is not left to the configuration. */
export interface EmbeddingModelChoice {
  /** What was found at the first start counts only where nothing is configured; an owner's choice stands above all. */
  readonly origin: 'detected' | 'owner'
  /** Switched off by an owner; the rest is what was chosen before, null if nothing was. */
  readonly isOff: boolean
  readonly provider: Embedder['provider'] | null
  readonly model: string | null
  /** Of the server; the built-in model has none. */
  readonly baseUrl: string | null
  /** By `seal`, for `baseUrl`: it opens for no other address. */
  readonly encryptedKey: string | null
}

/** As it is kept. */
export interface StoredModelChoice extends EmbeddingModelChoice {
  /** Another time means another embedder, even if all else is the same: what went wrong with the one before is not held against it. */
  readonly chosenAt: Date
}

export async function loadModelChoice(db: Db): Promise<StoredModelChoice | undefined> {
  const [choice] = await db.$queryRaw<StoredModelChoice[]>`
    SELECT origin, is_off AS "isOff", provider, model, base_url AS "baseUrl", encrypted_key AS "encryptedKey", chosen_at AS "chosenAt"
    FROM embedding_choice`
  return choice
}

/** In place of the one there was; undefined leaves it to the configuration. */
export async function saveModelChoice(tx: Tx, choice: EmbeddingModelChoice | undefined, now: Date): Promise<void> {
  if (!choice) return void (await tx.embeddingChoice.deleteMany())
  const { origin, isOff, provider, model, baseUrl, encryptedKey } = choice
  // One statement: two owners may choose at the same time.
  await tx.$executeRaw`
    INSERT INTO embedding_choice (origin, is_off, provider, model, base_url, encrypted_key, chosen_at)
    VALUES (${origin}, ${isOff}, ${provider}, ${model}, ${baseUrl}, ${encryptedKey}, ${now})
    ON CONFLICT (id) DO UPDATE SET origin = EXCLUDED.origin, is_off = EXCLUDED.is_off, provider = EXCLUDED.provider,
      model = EXCLUDED.model, base_url = EXCLUDED.base_url, encrypted_key = EXCLUDED.encrypted_key, chosen_at = EXCLUDED.chosen_at`
}

/** The embedder that a choice comes to, beside what is configured. Throws SetupError where that cannot be followed. */
export function resolveEmbedder(deps: SearchDeps, config: EmbeddingConfig, choice: EmbeddingModelChoice | undefined): Embedder | undefined {
  const configured = choice?.origin === 'owner' ? undefined : createConfiguredEmbedder(deps, config)
  if (configured || !choice) return configured
  const { isOff, provider, model, baseUrl } = choice
  if (isOff || provider === null || model === null) return undefined
  const key = resolveApiKey(config, choice)
  return key === 'unreadable'
    ? createKeylessEmbedder(provider, model)
    : createChosenEmbedder(deps, { provider, model, baseUrl, ...key }, config)
}

/** The key of the choice, or else the configured one if it belongs to the same address: a key goes to its own server alone. */
function resolveApiKey(config: EmbeddingConfig, choice: EmbeddingModelChoice): { apiKey?: string } | 'unreadable' {
  const { server } = config
  const apiKey = unsealStoredKey(config, choice) ?? (server?.baseUrl === choice.baseUrl ? server.apiKey : undefined)
  if (apiKey !== undefined) return { apiKey }
  return choice.encryptedKey === null ? {} : 'unreadable'
}

/** The key that was given for the address; undefined where there is none, or it was encrypted with another ENCRYPTION_KEY. */
export function unsealStoredKey({ encryptionKey }: EmbeddingConfig, { baseUrl, encryptedKey }: EmbeddingModelChoice): string | undefined {
  return encryptionKey && baseUrl !== null && encryptedKey !== null ? decrypt(encryptionKey, encryptedKey, baseUrl) : undefined
}

/** Says what is the matter wherever vectors are wanted; search goes by words meanwhile. */
const createKeylessEmbedder = (provider: Embedder['provider'], model: string): Embedder => ({
  provider,
  model,
  async embed() {
    throw new ModelError(
      'unavailable',
      'The API key that was kept for embeddings cannot be read with the ENCRYPTION_KEY of now. Set the former one again, or save the settings on the page anew, with the API key.',
    )
  },
})
