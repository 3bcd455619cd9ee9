import { reasonOf } from '../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../core/domain/finding.ts'
import type { Clock } from '../core/ports/clock.ts'
import { silentLog } from '../core/ports/log.ts'
import type { ModelConfig } from './config.ts'
import { type ListedModel, listModels } from './list-models.ts'
import { openaiBaseUrl } from './openai/chat-model.ts'
import { describeAssumedWindow, type ResolvedModels, resolveModels } from './resolve-models.ts'

export interface ModelCheckOptions {
  readonly clock: Clock
  readonly offline: Pick<ResolvedModels, 'chat' | 'summary'>
}

const checkTimeoutMs = 10_000

/** Checks that the server has the configured models. Only lists the models, which costs no tokens. */
export async function checkModel(options: ModelCheckOptions, config: ModelConfig): Promise<Finding[]> {
  return config.apiKey || config.baseUrl ? checkConfigured(options, config) : [await checkDetected(options, config)]
}

async function checkConfigured(options: ModelCheckOptions, config: ModelConfig): Promise<Finding[]> {
  const { clock } = options
  const baseUrl = config.baseUrl ?? openaiBaseUrl
  const { apiKey, chatModel, summaryModel } = config
  try {
    const listed = await listModels({ clock }, { baseUrl, timeoutMs: checkTimeoutMs, ...(apiKey && { apiKey }) })
    const configuredNames = [...new Set([chatModel, summaryModel])].filter((name) => name !== undefined)
    const missingNames = configuredNames.filter((name) => !hasModel(listed, name))
    return missingNames.length === 0
      ? [
          good(`The model server at ${baseUrl} answers${configuredNames.length > 0 ? `, and has ${configuredNames.join(' and ')}` : ''}.`),
          ...(await checkWindows(options, config)),
        ]
      : missingNames.map((name) =>
          problem(
            `The model server at ${baseUrl} does not have the model ${name}. It has ${formatModelNames(listed)}. Set CHAT_MODEL or SUMMARY_MODEL to one of them.`,
          ),
        )
  } catch (error) {
    return [
      problem(
        `The model server at ${baseUrl} cannot be used: ${reasonOf(error)}. Check OPENAI_API_KEY and OPENAI_BASE_URL, and that the server is running.`,
      ),
    ]
  }
}

/** Reports the models whose context window has to be assumed. */
async function checkWindows(options: ModelCheckOptions, config: ModelConfig): Promise<Finding[]> {
  const { assumedWindows = [] } = await resolveModels({ ...options, log: silentLog }, config)
  return assumedWindows.map((assumed) => note(describeAssumedWindow(assumed)))
}

/** Ollama lists "name:tag" and accepts the name alone for the latest version. */
const hasModel = (listed: readonly ListedModel[], name: string) => listed.some(({ id }) => id === name || id === `${name}:latest`)

function formatModelNames(listed: readonly ListedModel[]): string {
  const shown = listed.slice(0, 8).map(({ id }) => id)
  return listed.length === 0
    ? 'none'
    : `${shown.join(', ')}${listed.length > shown.length ? ` and ${listed.length - shown.length} more` : ''}`
}

async function checkDetected(options: ModelCheckOptions, config: ModelConfig): Promise<Finding> {
  const { origin, address, chat } = await resolveModels({ ...options, log: silentLog }, config)
  if (origin === 'detected') return good(`A local model server was found at ${address}. Replies come from ${chat.name}.`)
  return note(
    'No language model is configured, and none was found on this machine. Unless an owner has chosen one on the settings page, the offline model answers from the conversation alone. Set OPENAI_API_KEY or OPENAI_BASE_URL, or start Ollama or llama.cpp.',
  )
}
