import { messageOf } from '../core/domain/errors.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { Transcriber } from '../core/ports/transcriber.ts'
import { type AskedWindow, askWindow } from './ask-window.ts'
import type { ModelConfig } from './config.ts'
import { assumedContextWindow, defaultOpenaiModel, findKnownContextWindow, localContextWindow, looksLikeChatModel } from './known-models.ts'
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
  readonly origin: 'configured' | 'chosen' | 'detected' | 'offline'
  /** The address of the server. Absent for the offline models. */
  readonly address?: string
  /** The models whose context window is unknown. */
  readonly assumedWindows?: readonly AssumedWindow[]
}

/** The context window that is assumed for a model whose server does not report it. */
export interface AssumedWindow {
  readonly model: string
  /** In tokens. */
  readonly contextWindow: number
}

/** Tells the operator about an assumed window. */
export const describeAssumedWindow = ({ model, contextWindow }: AssumedWindow): string =>
  `The context window of the model ${model} is not known. ${contextWindow.toLocaleString('en')} tokens are assumed. If the server runs it with fewer, it may cut requests without saying so. Set MODEL_CONTEXT_WINDOW to the right number.`

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
  // Only a server other than OpenAI's has to be asked, for a model or for its window.
  const mustList = baseUrl !== openaiBaseUrl && !(config.chatModel && config.contextWindow)
  const listed = mustList
    ? await listModels(options, { baseUrl, timeoutMs: listTimeoutMs, ...(apiKey && { apiKey }) }).catch((error: unknown) => {
        const fields = { address: baseUrl, problem: messageOf(error) }
        options.log.warn(fields, 'the model server did not list its models; set CHAT_MODEL and MODEL_CONTEXT_WINDOW')
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
  const summary =
    config.summaryModel && config.summaryModel !== chat.model.name ? await buildModel(options, choice, config.summaryModel) : chat
  const transcriber = createConfiguredTranscriber(options, config)
  const assumedWindows = [...new Set([chat, summary])].flatMap(({ assumed }) => assumed ?? [])
  for (const assumed of assumedWindows) options.log.warn({ ...assumed }, describeAssumedWindow(assumed))
  return {
    chat: chat.model,
    summary: summary.model,
    ...(transcriber && { transcriber }),
    origin,
    address: baseUrl,
    ...(assumedWindows.length > 0 && { assumedWindows }),
  }
}

interface BuiltModel {
  readonly model: ChatModel
  readonly assumed?: AssumedWindow
}

async function buildModel(
  options: ResolveModelsOptions,
  choice: ServerModelChoice,
  requestedName: string | undefined,
): Promise<BuiltModel> {
  const { config, baseUrl, apiKey } = choice
  const listedModel = selectListedModel(options, choice, requestedName)
  const name = listedModel?.id ?? requestedName ?? defaultOpenaiModel
  const { contextWindow, isStated } = await findWindow(options, choice, { name, listed: listedModel })
  const model = createOpenAiModel(
    { clock: options.clock, log: options.log, countTokens: await loadTokenCounter(name) },
    {
      name,
      baseUrl,
      ...(apiKey && { apiKey }),
      contextWindow,
      seesImages: config.seesImages ?? false,
      idleTimeoutMs: config.idleTimeoutMs,
      requestTimeoutMs: config.requestTimeoutMs,
    },
  )
  return { model: withRetries(options, model), ...(!isStated && { assumed: { model: name, contextWindow } }) }
}

interface ModelToMeasure {
  readonly name: string
  readonly listed: ListedModel | undefined
}

/**
 * Returns the window of a model: the configured one, or else the one that the server reports, or else the documented one of its name. A
 * detected server runs a model with the window that it was started with, whatever the model's name.
 */
async function findWindow(
  options: ResolveModelsOptions,
  { config, baseUrl, apiKey, origin }: ServerModelChoice,
  { name, listed }: ModelToMeasure,
): Promise<AskedWindow> {
  const stated = config.contextWindow ?? listed?.contextWindow
  if (stated) return { contextWindow: stated, isStated: true }
  const asked = baseUrl === openaiBaseUrl ? undefined : await askWindow(options, { baseUrl, ...(apiKey && { apiKey }) }, name)
  if (asked) return asked
  const known = listed?.trainedWindow ?? (origin === 'configured' ? findKnownContextWindow(name) : undefined)
  if (known) return { contextWindow: known, isStated: true }
  return { contextWindow: origin === 'configured' ? assumedContextWindow : localContextWindow, isStated: false }
}

/**
 * Returns the requested model if the server has it, otherwise the first model of a detected server. Ollama lists models with their tags. A
 * configured model is used even if its server does not list it.
 */
function selectListedModel(
  options: ResolveModelsOptions,
  { listed, origin }: ServerModelChoice,
  requestedName: string | undefined,
): ListedModel | undefined {
  const chatModels = listed.filter(({ id }) => looksLikeChatModel(id))
  if (!requestedName) return chatModels[0]
  const match = listed.find(({ id }) => id === requestedName || id === `${requestedName}:latest`)
  if (origin === 'configured') return match && { ...match, id: requestedName }
  if (!match && chatModels[0])
    options.log.warn({ requestedModel: requestedName, usedModel: chatModels[0].id }, 'the model server does not have the configured model')
  return match ?? chatModels[0]
}
