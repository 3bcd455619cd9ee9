import { encrypt } from '../../core/lib/encrypt.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { builtInEmbeddingModel, hasBuiltInEmbedder } from '../../model/embeddings/builtin-embedder.ts'
import { embedderProbeTimeoutMs, probeEmbedder } from '../../model/embeddings/probe.ts'
import { detectEmbedder, isEmbedderConfigured } from '../../model/embeddings/resolve-embedder.ts'
import { openaiBaseUrl } from '../../model/openai/chat-model.ts'
import type { EmbeddingChoiceDeps } from '../deps.ts'
import { normalizeVectors } from './embed-text.ts'
import { countMissingVectors, type EmbeddingModelShape, resetEmbeddings } from './embedding-table.ts'
import { type EmbeddingModelChoice, loadModelChoice, resolveEmbedder, saveModelChoice, unsealStoredKey } from './model-choice.ts'

/** An owner's choice. `configured` means the model in the configuration or, if there is none, a model detected on this machine. */
export type ModelSelection = { readonly use: 'configured' | 'off' | 'builtin' } | ServerSelection

export interface ServerSelection {
  readonly use: 'server'
  /** Includes the API version, as in http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  readonly model: string
  /** Null means no key. If absent, the key stored or configured for this address is used, if there is one. */
  readonly apiKey?: string | null
}

export interface ModelChangeResult {
  /** The number of texts that must be embedded again. */
  readonly texts: number
  readonly model?: string
  /** False if the change needs confirmation because there are texts to embed again. */
  readonly isMade: boolean
}

/**
 * Probes the selected model with one word and returns its shape, or undefined if no model is selected. Throws LocalizedInputError and ModelError.
 */
export async function trySelection(deps: EmbeddingChoiceDeps, selection: ModelSelection): Promise<EmbeddingModelShape | undefined> {
  return probeChoice(deps, await toModelChoice(deps, selection, await loadModelChoice(deps.store.db)))
}

/**
 * Changes the model, provided that the new one answers. If texts must be embedded again, requires confirmation and resets them. Throws
 * LocalizedInputError and ModelError, in which case nothing is changed.
 */
export async function changeModel(
  deps: EmbeddingChoiceDeps,
  selection: ModelSelection,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<ModelChangeResult> {
  const { store, clock, log, embeddings } = deps
  const stored = await loadModelChoice(store.db)
  const choice = await toModelChoice(deps, selection, stored)
  const shape = await probeChoice(deps, choice)
  const texts = shape ? await countMissingVectors(store.db, shape) : 0
  const change = { texts, ...(shape && { model: shape.model }) }
  if (texts > 0 && !isConfirmed) return { ...change, isMade: false }
  await store.transaction(async (tx) => {
    if ((await loadModelChoice(tx))?.chosenAt.getTime() !== stored?.chosenAt.getTime())
      throw new LocalizedInputError('embeddings.changedElsewhere')
    await saveModelChoice(tx, choice, clock.now())
  })
  // Runs after the commit, so that a worker that claims a text during the reset already knows of the change.
  if (shape) await resetEmbeddings(store, { except: shape })
  await embeddings.latest()
  log.info({ use: selection.use, ...change }, 'an owner changed the embedding model')
  return { ...change, isMade: true }
}

async function probeChoice(deps: EmbeddingChoiceDeps, choice: EmbeddingModelChoice | undefined): Promise<EmbeddingModelShape | undefined> {
  const { config } = deps.embeddings
  const embedder = resolveEmbedder(deps, { ...config, requestTimeoutMs: Math.min(config.requestTimeoutMs, embedderProbeTimeoutMs) }, choice)
  if (!embedder) return undefined
  const { provider, model } = embedder
  const [vector = []] = normalizeVectors(await probeEmbedder(embedder), { count: 1 })
  return { provider, model, dimensions: vector.length }
}

/** Returns the choice to store for a selection. Throws LocalizedInputError if the selection is not available here. */
async function toModelChoice(
  deps: EmbeddingChoiceDeps,
  selection: ModelSelection,
  stored: EmbeddingModelChoice | undefined,
): Promise<EmbeddingModelChoice | undefined> {
  const { obstacle } = deps.embeddings
  if (obstacle) throw new LocalizedInputError('page.embeddings.obstacle', { obstacle })
  const ownerDefaults = { origin: 'owner', isOff: false, provider: null, model: null, baseUrl: null, encryptedKey: null } as const
  if (selection.use === 'off') return { ...ownerDefaults, ...stored, origin: 'owner', isOff: true }
  if (selection.use === 'configured') return discoverChoice(deps, stored)
  if (selection.use === 'server') {
    const { baseUrl, model } = selection
    const provider = baseUrl === openaiBaseUrl ? 'openai' : 'server'
    return { ...ownerDefaults, provider, model, baseUrl, encryptedKey: resolveSealedKey(deps, selection, stored) }
  }
  if (!hasBuiltInEmbedder()) throw new LocalizedInputError('embeddings.notInstalled')
  return { ...ownerDefaults, provider: 'builtin', model: builtInEmbeddingModel }
}

/**
 * Returns the detected model as a choice. Returns undefined if a model is configured or none is found. Does not repeat an earlier
 * detection.
 */
async function discoverChoice(
  deps: EmbeddingChoiceDeps,
  stored: EmbeddingModelChoice | undefined,
): Promise<EmbeddingModelChoice | undefined> {
  const { config } = deps.embeddings
  if (isEmbedderConfigured(config)) return undefined
  if (stored?.origin === 'detected') return stored
  const discovered = await detectEmbedder(deps, config)
  return discovered && { ...discovered, origin: 'detected', isOff: false, encryptedKey: null }
}

/**
 * Returns the encrypted key to store: the key that was entered, or the one already stored for the same address. A stored key is never sent
 * to another address. Drops a key that cannot be decrypted.
 */
function resolveSealedKey(
  { random, embeddings: { config } }: EmbeddingChoiceDeps,
  { baseUrl, apiKey }: ServerSelection,
  stored: EmbeddingModelChoice | undefined,
): string | null {
  if (apiKey === null) return null
  if (apiKey === undefined) return stored?.baseUrl === baseUrl && unsealStoredKey(config, stored) !== undefined ? stored.encryptedKey : null
  const key = config.encryptionKey
  if (!key) throw new LocalizedInputError('embeddings.noEncryptionKey')
  return encrypt({ random, key }, apiKey, baseUrl)
}
