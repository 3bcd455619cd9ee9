import type { ChatModel } from '../../core/ports/chat-model.ts'
import type { Store } from '../../store/store.ts'
import type { ModelConfig } from '../config.ts'
import { type ResolvedModels, type ResolveModelsOptions, resolveModels } from '../resolve-models.ts'
import { type ChatModelChoice, loadChatModelChoice, unsealApiKey } from './model-choice.ts'

/** A choice made in another process takes effect here within this many ms. */
const choiceCacheMs = 5_000

/** The language models of this process. They change when an owner chooses another one. */
export interface ModelsHandle extends ResolvedModels {
  /** The models in use now, for work that must not change its model in between. */
  readonly current: ResolvedModels
  /** The environment variables that take precedence over a choice. */
  readonly variables: readonly string[]
  readonly config?: ModelConfig
  /** Applies a choice that may have been made in another process. Reads it at most every few seconds. */
  refresh(): Promise<void>
  /** Applies the stored choice now. */
  latest(): Promise<void>
}

export interface ModelsDeps extends ResolveModelsOptions {
  readonly store: Store
  /** Decrypts the API key of a choice. */
  readonly encryptionKey?: Uint8Array | undefined
}

/** Finds the models to use: the configured ones, or else those that an owner chose, or else detected or offline ones. */
export async function openModels(deps: ModelsDeps, config: ModelConfig): Promise<ModelsHandle> {
  const { store, clock, log } = deps
  const variables = listVariables(config)
  const isConfigured = Boolean(config.apiKey || config.baseUrl)
  let current = await resolveModels(deps, config)
  if (isConfigured) return createHandle({ current: () => current, variables, config, latest: async () => {}, refresh: async () => {} })
  let applied = 'null'
  let lastReadAtMs = Number.NEGATIVE_INFINITY

  async function latest(): Promise<void> {
    lastReadAtMs = clock.now().getTime()
    const choice = await loadChatModelChoice(store.db)
    const name = JSON.stringify(choice ?? null)
    if (name === applied) return
    current = await resolveChoice(deps, config, choice)
    applied = name
    log.info({ model: current.chat.name, origin: current.origin }, 'the language model in use has changed')
  }
  const refresh = async () => {
    if (clock.now().getTime() >= lastReadAtMs + choiceCacheMs) await latest()
  }
  await latest()
  return createHandle({ current: () => current, variables, config, latest, refresh })
}

/** Models that do not change. */
export const fixedModels = (models: Omit<ResolvedModels, 'origin'>): ModelsHandle =>
  createHandle({
    current: () => ({ ...models, origin: 'configured' }),
    variables: [],
    latest: async () => {},
    refresh: async () => {},
  })

async function resolveChoice(deps: ModelsDeps, config: ModelConfig, choice: ChatModelChoice | undefined): Promise<ResolvedModels> {
  if (!choice) return resolveModels(deps, config)
  const { baseUrl, model, encryptedKey } = choice
  const apiKey = encryptedKey === null ? undefined : unsealApiKey(deps.encryptionKey, encryptedKey, baseUrl)
  if (encryptedKey !== null && apiKey === undefined) {
    deps.log.warn({ address: baseUrl }, 'the API key of the chosen model cannot be decrypted; enter it on the settings page again')
    return resolveModels(deps, config)
  }
  const chosen = { ...config, baseUrl, chatModel: config.chatModel ?? model, ...(apiKey !== undefined && { apiKey }) }
  return { ...(await resolveModels(deps, chosen)), origin: 'chosen' }
}

function listVariables({ apiKey, baseUrl, chatModel }: ModelConfig): string[] {
  const names = [apiKey && 'OPENAI_API_KEY', baseUrl && 'OPENAI_BASE_URL', chatModel && 'CHAT_MODEL']
  return names.flatMap((name) => name || [])
}

interface HandleSource extends Pick<ModelsHandle, 'variables' | 'refresh' | 'latest'> {
  readonly current: () => ResolvedModels
  readonly config?: ModelConfig
}

function createHandle({ current, ...rest }: HandleSource): ModelsHandle {
  return {
    ...rest,
    get current() {
      return current()
    },
    chat: createChangingModel(() => current().chat),
    summary: createChangingModel(() => current().summary),
    get transcriber() {
      return current().transcriber
    },
    get origin() {
      return current().origin
    },
    get address() {
      return current().address
    },
    get assumedWindows() {
      return current().assumedWindows
    },
  } as ModelsHandle
}

/** A model that is whatever model is in use at the moment. */
function createChangingModel(current: () => ChatModel): ChatModel {
  return {
    get name() {
      return current().name
    },
    get contextWindow() {
      return current().contextWindow
    },
    get seesImages() {
      return current().seesImages ?? false
    },
    countTokens: (text) => current().countTokens(text),
    stream: (request, signal) => current().stream(request, signal),
  }
}
