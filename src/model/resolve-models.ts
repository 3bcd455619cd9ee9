import { messageOf } from '../core/domain/errors.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { Transcriber } from '../core/ports/transcriber.ts'
import type { ModelConfig } from './config.ts'
import { defaultOpenaiModel, fallbackContextWindow, findKnownContextWindow, looksLikeChatModel } from './known-models.ts'
import { type ListedModel, listModels } from './list-models.ts'
import { createOpenAiModel, openaiBaseUrl } from './openai/chat-model.ts'
import { createConfiguredTranscriber } from './openai/transcriber.ts'
import { loadTokenCounter } from './tokens.ts'
import { withRetries } from './with-retries.ts'

/** In ms. A running local server answers at once, and a missing one must not delay startup. */
const probeTimeoutMs = 300

/** In ms. Longer, because a configured server may be far away. */
const listTimeoutMs = 5_000

export interface ResolveModelsOptions {
  readonly clock: Clock
  readonly log: Log
  /** Used if there is no language model. */
  readonly offline: Pick<ResolvedModels, 'chat' | 'summary'>
}

export interface ResolvedModels {
  readonly chat: ChatModel
  readonly summary: ChatModel
  readonly transcriber?: Transcriber
  readonly origin: 'configured' | 'detected' | 'offline'
  /** The address of the server. Absent for the offline models. */
  readonly address?: string
}

/**
 * Returns the models to use: the configured ones, or else those of a running local server, or else the offline ones. Does not throw if a
 * server is unavailable.
 */
export async function resolveModels(options: ResolveModelsOptions, config: ModelConfig): Promise<ResolvedModels> {
  if (config.apiKey || config.baseUrl) return resolveConfiguredModels(options, config)
  const server = await detectServer(options, config.discover)
  if (!server) return { ...options.offline, origin: 'offline' }
  return buildModels(options, { config, baseUrl: server.baseUrl, listed: server.models, origin: 'detected' })
}

async function resolveConfiguredModels(options: ResolveModelsOptions, config: ModelConfig): Promise<ResolvedModels> {
  const baseUrl = config.baseUrl?.replace(/\/+$/, '') ?? openaiBaseUrl
  const { apiKey } = config
  // Only a server other than OpenAI's has to be asked for its models, and only if no model is configured.
  const mustList = baseUrl !== openaiBaseUrl && !config.chatModel
  const listed = mustList
    ? await listModels(options, { baseUrl, timeoutMs: listTimeoutMs, ...(apiKey && { apiKey }) }).catch((error: unknown) => {
        options.log.warn({ address: baseUrl, problem: messageOf(error) }, 'the model server did not list its models; set CHAT_MODEL')
        return []
      })
    : []
  return buildModels(options, { config, baseUrl, listed, origin: 'configured', ...(apiKey && { apiKey }) })
}

interface DetectedServer {
  readonly baseUrl: string
  readonly models: readonly ListedModel[]
}

/** Returns the first address whose server has a chat model. Probes all addresses at once. */
async function detectServer(options: ResolveModelsOptions, addresses: readonly string[]): Promise<DetectedServer | undefined> {
  const answers = addresses.map(async (address): Promise<DetectedServer> => {
    const baseUrl = `${address.replace(/\/+$/, '')}/v1`
    return {
      baseUrl,
      models: (await listModels(options, { baseUrl, timeoutMs: probeTimeoutMs })).filter(({ id }) => looksLikeChatModel(id)),
    }
  })
  for (const [position, answer] of (await Promise.allSettled(answers)).entries()) {
    if (answer.status === 'fulfilled' && answer.value.models.length > 0) return answer.value
    const problem = answer.status === 'rejected' ? messageOf(answer.reason) : 'it has no chat model'
    options.log.debug({ address: addresses[position], problem }, 'no model server here')
  }
  return undefined
}

interface ServerModelChoice extends Pick<ResolvedModels, 'origin'> {
  readonly config: ModelConfig
  readonly baseUrl: string
  readonly apiKey?: string
  /** The server's models, if it was asked for them. */
  readonly listed: readonly ListedModel[]
}

async function buildModels(options: ResolveModelsOptions, choice: ServerModelChoice): Promise<ResolvedModels> {
  const { config, baseUrl, origin } = choice
  const chat = await buildModel(options, choice, config.chatModel)
  const summary = config.summaryModel && config.summaryModel !== chat.name ? await buildModel(options, choice, config.summaryModel) : chat
  const transcriber = createConfiguredTranscriber(options, config)
  return { chat, summary, ...(transcriber && { transcriber }), origin, address: baseUrl }
}

async function buildModel(options: ResolveModelsOptions, choice: ServerModelChoice, requestedName: string | undefined): Promise<ChatModel> {
  const { config, baseUrl, apiKey, listed } = choice
  const listedModel = selectListedModel(options, listed, requestedName)
  const name = listedModel?.id ?? requestedName ?? defaultOpenaiModel
  const model = createOpenAiModel(
    { clock: options.clock, countTokens: await loadTokenCounter(name) },
    {
      name,
      baseUrl,
      ...(apiKey && { apiKey }),
      contextWindow: config.contextWindow ?? listedModel?.contextWindow ?? contextWindowFor(choice, name),
      seesImages: config.seesImages ?? false,
      idleTimeoutMs: config.idleTimeoutMs,
      requestTimeoutMs: config.requestTimeoutMs,
    },
  )
  return withRetries(options, model)
}

/** A local server runs a model with the window that it was started with, regardless of what the model supports. */
function contextWindowFor({ origin }: ServerModelChoice, name: string): number {
  return (origin === 'configured' ? findKnownContextWindow(name) : undefined) ?? fallbackContextWindow
}

/** Returns the requested model if the server has it, otherwise the server's first model. Ollama lists models with their tags. */
function selectListedModel(
  options: ResolveModelsOptions,
  listed: readonly ListedModel[],
  requestedName: string | undefined,
): ListedModel | undefined {
  const chatModels = listed.filter(({ id }) => looksLikeChatModel(id))
  if (!requestedName) return chatModels[0]
  const match = listed.find(({ id }) => id === requestedName || id === `${requestedName}:latest`)
  if (!match && chatModels[0])
    options.log.warn({ requestedModel: requestedName, usedModel: chatModels[0].id }, 'the model server does not have the configured model')
  return match ?? chatModels[0]
}
