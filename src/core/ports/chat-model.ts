import type { ToolCall } from '../domain/messages.ts'

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string; readonly name?: string }
  | ({ readonly role: 'user'; readonly content: string; readonly name?: string; readonly images?: readonly ModelImage[] } & Referable)
  | ({ readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] } & Referable)
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string }
  /** Reference data in a block. It precedes the messages that it belongs to. The model's client chooses the form that the server accepts. */
  | ({ readonly role: 'reference'; readonly content: string } & Referable)

interface Referable {
  /** Whether the messages to answer refer to it, so that a request that is too long keeps it. Not sent. */
  readonly isReferredTo?: true
}

/** For models that accept images. */
export interface ModelImage {
  /** The name by which the text refers to it. */
  readonly name: string
  /** image/png, image/jpeg, image/webp or image/gif. */
  readonly mediaType: string
  readonly content: Uint8Array
}

export interface ToolDeclaration {
  /** Letters, digits and underscores. */
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolDeclaration[]
  readonly maxOutputTokens: number
}

/** Tokens of one call. Absent if the server did not report them, which is not zero. */
export interface ModelUsage {
  readonly inputTokens: number
  /** Those of the input that the server read from its prefix cache. Absent if it did not report them. */
  readonly cachedTokens?: number
  readonly outputTokens: number
}

export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** Always last. `length`: truncated at `maxOutputTokens`. */
  | { readonly type: 'end'; readonly reason: 'stop' | 'tool-calls' | 'length'; readonly usage?: ModelUsage }

export interface ChatModel {
  /** Shown to users and stored with the model's output. */
  readonly name: string
  /** The number of tokens it can read and write in one call. Infinite for a program that is not a language model. */
  readonly contextWindow: number
  /** Whether user messages may contain images. False if absent. */
  readonly seesImages?: boolean
  /** Counts tokens with the model's tokenizer if it is known, otherwise by an estimate. */
  countTokens(text: string): number
  /** Streams one answer. Throws ModelError; an aborted `signal` throws ModelError('cancelled'). */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}
