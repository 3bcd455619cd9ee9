import type { ChatModel, ModelMessage, ToolDeclaration } from '../core/ports/chat-model.ts'
import { countImageTokens } from '../model/image-tokens.ts'
import type { Tool } from './tool.ts'

/** The number of tokens of a message besides its content: slightly more than the chat formats of common models need. */
export const messageTokens = 4

/** The number of tokens of a reference besides its content, if it is sent as the result of a tool call. */
export const referenceTokens = 24

/** The number of tokens of a tool declaration besides its JSON. */
const declarationTokens = 10

/** The maximum share of a request that tool declarations may take. */
const shareOfTools = 0.3

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

/**
 * Selects the tools that a model is shown: as many of the first ones as take at most 30% of a request. In a window of 4,096 tokens these
 * are the search and the reading of the conversation, in a very small window none.
 */
export function selectTools(tools: readonly Tool[], limit: number, count: RequestCounter): readonly Tool[] {
  let room = limit * shareOfTools
  const end = tools.findIndex((tool) => {
    room -= countDeclarations([tool], count)
    return room < 0
  })
  return end < 0 ? tools : tools.slice(0, end)
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
