import type { Clock } from '../../core/clock.ts'
import type { Embedder } from '../../core/embedder.ts'
import { ModelError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { unseal } from '../../core/seal.ts'
import type { EmbeddingConfig } from '../../model/embed-config.ts'
import { chosenEmbedder, configuredEmbedder } from '../../model/embed-find.ts'
import type { Db, Tx } from '../../store/store.ts'

/** The model that is used, where that is not left to the configuration. */
export interface Choice {
  /** What was found at the first start counts only where nothing is configured; an owner's choice stands above all. */
  readonly origin: 'found' | 'owner'
  /** Null: switched off. */
  readonly provider: Embedder['provider'] | null
  readonly model: string | null
  /** Of the server; the built-in model has none. */
  readonly baseUrl: string | null
  /** By `seal`, for `baseUrl`: it opens for no other address. */
  readonly sealedKey: string | null
}

export async function choiceOf(db: Db): Promise<Choice | undefined> {
  const [choice] = await db.$queryRaw<Choice[]>`
    SELECT origin, provider, model, base_url AS "baseUrl", sealed_key AS "sealedKey" FROM embedding_choice`
  return choice
}

/** In place of the one there was; undefined leaves it to the configuration. */
export async function keepChoice(tx: Tx, choice: Choice | undefined, now: Date): Promise<void> {
  const row = { ...choice, chosenAt: now }
  if (choice) await tx.embeddingChoice.upsert({ where: { id: true }, create: row, update: row })
  else await tx.embeddingChoice.deleteMany()
}

export interface ChoiceParts {
  readonly clock: Clock
  readonly log: Log
}

/** The embedder that a choice comes to, beside what is configured. Throws SetupError where that cannot be followed. */
export function embedderOf(parts: ChoiceParts, config: EmbeddingConfig, choice: Choice | undefined): Embedder | undefined {
  const configured = choice?.origin === 'owner' ? undefined : configuredEmbedder(parts, config)
  if (configured || !choice) return configured
  const { provider, model, baseUrl } = choice
  if (provider === null || model === null) return undefined
  const key = keyFor(config, choice)
  return key === 'unreadable' ? withoutKey(provider, model) : chosenEmbedder(parts, { provider, model, baseUrl, ...key }, config)
}

/** The key of the choice, or else the configured one if it belongs to the same address: a key goes to its own server alone. */
function keyFor({ encryptionKey, server }: EmbeddingConfig, { baseUrl, sealedKey }: Choice): { apiKey?: string } | 'unreadable' {
  if (baseUrl === null) return {}
  if (sealedKey === null) return server?.apiKey && server.baseUrl === baseUrl ? { apiKey: server.apiKey } : {}
  const apiKey = encryptionKey && unseal(encryptionKey, sealedKey, baseUrl)
  return apiKey === undefined ? 'unreadable' : { apiKey }
}

/** Says what is the matter wherever vectors are wanted; search goes by words meanwhile. */
const withoutKey = (provider: Embedder['provider'], model: string): Embedder => ({
  provider,
  model,
  async embed() {
    throw new ModelError(
      'unavailable',
      'The API key that was kept for embeddings cannot be read with the ENCRYPTION_KEY of now. Set the former one again, or enter the API key anew on the page of settings.',
    )
  },
})
