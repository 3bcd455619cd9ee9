import { ModelError } from '../../core/domain/errors.ts'
import { looksLikeChatModel } from '../known-models.ts'
import { listModels, ModelListingError } from '../list-models.ts'
import { createOpenAiModel } from '../openai/chat-model.ts'
import { estimateTokens } from '../tokens.ts'
import type { ModelDeps } from '../with-retries.ts'

/** Why a model server cannot be used, in a form that the page can put into words. */
export type ServerProblemKind =
  | 'unreachable'
  | 'late'
  | 'redirect'
  | 'key'
  | 'missing'
  | 'busy'
  | 'status'
  | 'malformed'
  | 'huge'
  | 'empty'
  | 'model'
  | 'reply'

export interface ServerProblem {
  readonly kind: ServerProblemKind
  /** The reason of the system, the status, or the sentence of the model's client. Contains no key and no text of the server. */
  readonly detail: string
}

export interface CheckedServer {
  readonly baseUrl: string
  readonly apiKey?: string
  /** If absent, only the list is read. */
  readonly model?: string
}

export interface ServerCheck {
  /** The names of the chat models, in the server's order. Empty if it does not list them. */
  readonly models: readonly string[]
  readonly problem?: ServerProblem
}

const listTimeoutMs = 10_000
/** A local server may have to load the model first. */
const replyTimeoutMs = 60_000
/** A list in a form is of no use if it is longer. */
const maxModels = 1_000
const maxModelNameLength = 200

/** Reads the list of a server's models, and checks that it has the chosen one. Does not throw. */
export async function checkServer(deps: ModelDeps, { baseUrl, apiKey, model }: CheckedServer): Promise<ServerCheck> {
  try {
    const listed = await listModels(deps, { baseUrl, timeoutMs: listTimeoutMs, ...(apiKey !== undefined && { apiKey }) })
    const names = [...new Set(listed.map(({ id }) => id))].filter((id) => looksLikeChatModel(id) && id.length <= maxModelNameLength)
    const models = names.slice(0, maxModels)
    if (models.length === 0) return { models, problem: { kind: 'empty', detail: '' } }
    return { models, ...(model && !names.includes(model) && { problem: { kind: 'model', detail: model } }) }
  } catch (error) {
    return { models: [], problem: toProblem(error) }
  }
}

/** Does the same, and lets the chosen model write a word. Does not throw. */
export async function testServer(deps: ModelDeps, server: CheckedServer): Promise<ServerCheck> {
  const check = await checkServer(deps, server)
  if (check.problem || server.model === undefined) return check
  const { baseUrl, apiKey, model: name } = server
  const model = createOpenAiModel(
    { ...deps, countTokens: estimateTokens },
    {
      ...{ name, baseUrl, contextWindow: 4_096, seesImages: false, idleTimeoutMs: replyTimeoutMs, requestTimeoutMs: replyTimeoutMs },
      ...(apiKey !== undefined && { apiKey }),
    },
  )
  const request = { messages: [{ role: 'user' as const, content: 'Say OK.' }], tools: [], maxOutputTokens: 64 }
  try {
    for await (const event of model.stream(request, new AbortController().signal)) if (event.type === 'text') break
    return check
  } catch (error) {
    return { ...check, problem: toProblem(error) }
  }
}

function toProblem(error: unknown): ServerProblem {
  if (error instanceof ModelError) return { kind: error.kind === 'rate_limited' ? 'busy' : 'reply', detail: error.message }
  if (!(error instanceof ModelListingError)) throw error
  const { problem, status, message } = error
  if (problem === 'not-json' || problem === 'no-list') return { kind: 'malformed', detail: message }
  if (problem === 'too-large') return { kind: 'huge', detail: message }
  if (problem !== 'status') return { kind: problem, detail: message }
  return { kind: kindOfStatus(status ?? 0), detail: String(status) }
}

function kindOfStatus(status: number): ServerProblemKind {
  if (status === 401 || status === 403) return 'key'
  if (status === 404) return 'missing'
  return status === 429 || status === 503 ? 'busy' : 'status'
}
