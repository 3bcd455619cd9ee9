import { ModelError } from '../core/domain/errors.ts'
import type { ChatModel, ModelMessage, ToolDeclaration } from '../core/ports/chat-model.ts'
import { countImageTokens } from '../model/image-tokens.ts'
import type { Tool, ToolConditions } from './tool.ts'

/** The number of tokens of a message besides its content: slightly more than the chat formats of common models need. */
export const messageTokens = 4

/** The number of tokens of a reference besides its content, if it is sent as the result of a tool call. */
export const referenceTokens = 24

/** The number of tokens of a tool declaration besides its JSON. */
const declarationTokens = 10

/** The maximum share of a request that tool declarations may take, and the maximum number of tokens. */
const shareOfTools = 0.12
const maxToolTokens = 800

/** The minimum number of tokens for a conversation. */
const leastContextTokens = 1_000

/** Counts tokens for one model. */
export interface RequestCounter {
  readonly model: string
  readonly text: (text: string) => number
  readonly image: (image: { readonly content: Uint8Array }) => number
}

export function createRequestCounter(model: Pick<ChatModel, 'name' | 'countTokens'>): RequestCounter {
  return { model: model.name, text: (text) => model.countTokens(text), image: (image) => countImageTokens(model.name, image) }
}

/** Counts the tokens of a message with its images and tool calls. */
export function countMessage(message: ModelMessage, count: RequestCounter): number {
  const images = message.role === 'user' ? (message.images ?? []) : []
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : []
  return [
    (message.role === 'reference' ? referenceTokens : messageTokens) + count.text(message.content),
    ...images.map(count.image),
    ...calls.map((call) => count.text(call.name) + count.text(call.arguments)),
  ].reduce((sum, tokens) => sum + tokens, 0)
}

/** The sizes of declarations, because the same ones are sent with every request. */
const declarationSizes = new WeakMap<ToolDeclaration, { readonly model: string; readonly tokens: number }>()

/** Counts the tokens of tool declarations, as they are sent. */
export function countDeclarations(tools: readonly Tool[], count: RequestCounter): number {
  return tools.reduce((sum, { declaration }) => sum + countDeclaration(declaration, count), 0)
}

function countDeclaration(declaration: ToolDeclaration, { model, text }: RequestCounter): number {
  const known = declarationSizes.get(declaration)
  if (known?.model === model) return known.tokens
  const tokens = declarationTokens + text(JSON.stringify(declaration))
  declarationSizes.set(declaration, { model, tokens })
  return tokens
}

export interface RequestPlan {
  /** The maximum number of tokens of each request of a turn. */
  readonly limit: number
  /** What the tools leave of it for the context. */
  readonly contextLimit: number
  /** The tools that the model is shown. */
  readonly tools: readonly Tool[]
  readonly toolTokens: number
  /** The names of the useful tools that do not fit. */
  readonly omitted: readonly string[]
}

export interface PlanOptions extends ToolConditions {
  readonly model: ChatModel
  /** The maximum number of tokens that the model is shown, and the number of tokens of its window reserved for the reply. */
  readonly settings: { readonly contextTokens: number; readonly replyTokens: number }
  /** The most useful first. */
  readonly tools: readonly Tool[]
}

/**
 * Divides the budget of a request between tool declarations and the context. Of the tools that are useful, selects as many of the first ones
 * as take at most 12% and 800 tokens: all in a window of 8,192 tokens, the search, the reading and the noting of reminders in one of 4,096. Throws
 * ModelError('rejected') if the window is too small for a conversation.
 */
export function planRequest({ model, settings, tools, ...conditions }: PlanOptions): RequestPlan {
  const count = createRequestCounter(model)
  const limit = Math.min(settings.contextTokens, model.contextWindow - settings.replyTokens)
  const useful = tools.filter(({ isUseful }) => isUseful?.(conditions) ?? true)
  const sizes = useful.map((_, index) => countDeclarations(useful.slice(0, index + 1), count))
  const fitting = sizes.filter((size) => size <= Math.min(maxToolTokens, limit * shareOfTools))
  const toolTokens = fitting.at(-1) ?? 0
  const contextLimit = limit - toolTokens
  if (contextLimit < leastContextTokens)
    throw new ModelError(
      'rejected',
      `The model ${model.name} has a context window of ${model.contextWindow} tokens, and ${settings.replyTokens} of them are reserved for the reply. That leaves too few for a conversation. Choose a model with a larger context window.`,
    )
  return {
    // A program reads everything, and its answers need every result.
    limit: model.contextWindow === Number.POSITIVE_INFINITY ? model.contextWindow : limit,
    contextLimit,
    tools: useful.slice(0, fitting.length),
    toolTokens,
    omitted: useful.slice(fitting.length).map(({ declaration }) => declaration.name),
  }
}

/** Whether messages certainly fit, because no token is shorter than a byte. Counts nothing. */
export const isSmall = (messages: readonly ModelMessage[], limit: number): boolean =>
  messages.reduce((sum, message) => sum + measureBytes(message), 0) <= limit

function measureBytes(message: ModelMessage): number {
  if (message.role === 'user' && message.images?.length) return Number.POSITIVE_INFINITY
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : []
  return (
    Buffer.byteLength(message.content) + Buffer.byteLength(JSON.stringify(calls)) + (message.role === 'reference' ? referenceTokens : 8)
  )
}
