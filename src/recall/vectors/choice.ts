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
  /** Switched off by an owner; the rest is what was chosen before, null if nothing was. */
  readonly isOff: boolean
  readonly provider: Embedder['provider'] | null
  readonly model: string | null
  /** Of the server; the built-in model has none. */
  readonly baseUrl: string | null
  /** By `seal`, for `baseUrl`: it opens for no other address. */
  readonly sealedKey: string | null
}

/** As it is kept. */
export interface KeptChoice extends Choice {
  /** Another time means another embedder, even if all else is the same: what went wrong with the one before is not held against it. */
  readonly chosenAt: Date
}

export async function choiceOf(db: Db): Promise<KeptChoice | undefined> {
  const [choice] = await db.$queryRaw<KeptChoice[]>`
    SELECT origin, is_off AS "isOff", provider, model, base_url AS "baseUrl", sealed_key AS "sealedKey", chosen_at AS "chosenAt"
    FROM embedding_choice`
  return choice
}

/** In place of the one there was; undefined leaves it to the configuration. */
export async function keepChoice(tx: Tx, choice: Choice | undefined, now: Date): Promise<void> {
  if (!choice) return void (await tx.embeddingChoice.deleteMany())
  const { origin, isOff, provider, model, baseUrl, sealedKey } = choice
  // One statement: two owners may choose at the same time.
  await tx.$executeRaw`
    INSERT INTO embedding_choice (origin, is_off, provider, model, base_url, sealed_key, chosen_at)
    VALUES (${origin}, ${isOff}, ${provider}, ${model}, ${baseUrl}, ${sealedKey}, ${now})
    ON CONFLICT (id) DO UPDATE SET origin = EXCLUDED.origin, is_off = EXCLUDED.is_off, provider = EXCLUDED.provider,
      model = EXCLUDED.model, base_url = EXCLUDED.base_url, sealed_key = EXCLUDED.sealed_key, chosen_at = EXCLUDED.chosen_at`
}

export interface ChoiceParts {
  readonly clock: Clock
  readonly log: Log
}

/** The embedder that a choice comes to, beside what is configured. Throws SetupError where that cannot be followed. */
export function embedderOf(parts: ChoiceParts, config: EmbeddingConfig, choice: Choice | undefined): Embedder | undefined {
  const configured = choice?.origin === 'owner' ? undefined : configuredEmbedder(parts, config)
  if (configured || !choice) return configured
  const { isOff, provider, model, baseUrl } = choice
  if (isOff || provider === null || model === null) return undefined
  const key = keyFor(config, choice)
  return key === 'unreadable' ? withoutKey(provider, model) : chosenEmbedder(parts, { provider, model, baseUrl, ...key }, config)
}

/** The key of the choice, or else the configured one if it belongs to the same address: a key goes to its own server alone. */
function keyFor(config: EmbeddingConfig, choice: Choice): { apiKey?: string } | 'unreadable' {
  const { server } = config
  const apiKey = keptKey(config, choice) ?? (server?.baseUrl === choice.baseUrl ? server.apiKey : undefined)
  if (apiKey !== undefined) return { apiKey }
  return choice.sealedKey === null ? {} : 'unreadable'
}

/** The key that was given for the address; undefined where there is none, or it was encrypted with another ENCRYPTION_KEY. */
export function keptKey({ encryptionKey }: EmbeddingConfig, { baseUrl, sealedKey }: Choice): string | undefined {
  return encryptionKey && baseUrl !== null && sealedKey !== null ? unseal(encryptionKey, sealedKey, baseUrl) : undefined
}

/** Says what is the matter wherever vectors are wanted; search goes by words meanwhile. */
const withoutKey = (provider: Embedder['provider'], model: string): Embedder => ({
  provider,
  model,
  async embed() {
    throw new ModelError(
      'unavailable',
      'The API key that was kept for embeddings cannot be read with the ENCRYPTION_KEY of now. Set the former one again, or save the settings on the page anew, with the API key.',
    )
  },
})
