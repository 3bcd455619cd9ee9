import { ModelError } from '../../core/domain/errors.ts'
import { decrypt } from '../../core/lib/encrypt.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbeddingConfig } from '../../model/embeddings/config.ts'
import { createChosenEmbedder, createConfiguredEmbedder } from '../../model/embeddings/resolve-embedder.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { SearchDeps } from '../deps.ts'

/** A model that was chosen by an owner or detected, rather than configured. */
export interface EmbeddingModelChoice {
  /** A detected model counts only if none is configured. An owner's choice overrides the configuration. */
  readonly origin: 'detected' | 'owner'
  /** Whether an owner has switched embeddings off. The other fields keep the previous choice, or are null. */
  readonly isOff: boolean
  readonly provider: Embedder['provider'] | null
  readonly model: string | null
  /** The server's address. Null for the built-in model. */
  readonly baseUrl: string | null
  /** Encrypted for `baseUrl`, so it cannot be decrypted for another address. */
  readonly encryptedKey: string | null
}

/** A choice as it is stored. */
export interface StoredModelChoice extends EmbeddingModelChoice {
  /** A new time means a new embedder, even for the same choice, so that it does not inherit the failures of the previous one. */
  readonly chosenAt: Date
}

export async function loadModelChoice(db: Db): Promise<StoredModelChoice | undefined> {
  const choice = await db.embeddingChoice.findFirst({ omit: { id: true } })
  return (choice as StoredModelChoice | null) ?? undefined
}

/** Replaces the stored choice. If the choice is undefined, the configuration decides. */
export async function saveModelChoice(tx: Tx, choice: EmbeddingModelChoice | undefined, now: Date): Promise<void> {
  if (!choice) return void (await tx.embeddingChoice.deleteMany())
  const { origin, isOff, provider, model, baseUrl, encryptedKey } = choice
  const row = { origin, isOff, provider, model, baseUrl, encryptedKey, chosenAt: now }
  // Becomes one statement, because two owners may make a choice at the same time.
  await tx.embeddingChoice.upsert({ where: { id: true }, create: row, update: row })
}

/** Returns the embedder that results from the configuration and the choice. Throws SetupError if it cannot be created. */
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

/** Returns the stored key of the choice, or the configured key if it is for the same address. A key is sent only to its own server. */
function resolveApiKey(config: EmbeddingConfig, choice: EmbeddingModelChoice): { apiKey?: string } | 'unreadable' {
  const { server } = config
  const apiKey = unsealStoredKey(config, choice) ?? (server?.baseUrl === choice.baseUrl ? server.apiKey : undefined)
  if (apiKey !== undefined) return { apiKey }
  return choice.encryptedKey === null ? {} : 'unreadable'
}

/**
 * Decrypts the stored key of a choice for its address. Returns undefined if there is none or it was encrypted with another ENCRYPTION_KEY.
 */
export function unsealStoredKey({ encryptionKey }: EmbeddingConfig, { baseUrl, encryptedKey }: EmbeddingModelChoice): string | undefined {
  return encryptionKey && baseUrl !== null && encryptedKey !== null ? decrypt(encryptionKey, encryptedKey, baseUrl) : undefined
}

/** Creates an embedder whose calls all fail with the reason, so that search uses words only. */
const createKeylessEmbedder = (provider: Embedder['provider'], model: string): Embedder => ({
  provider,
  model,
  async embed() {
    throw new ModelError(
      'unavailable',
      'The stored API key for embeddings cannot be decrypted with the current ENCRYPTION_KEY. Restore the previous one, or save the settings on the page again with the API key.',
    )
  },
})
