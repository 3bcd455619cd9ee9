import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionUserMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelImage, ModelRequest } from '../../core/ports/chat-model.ts'
import { type PlacedMessage, placeReferences } from './place-references.ts'

export interface RequestForm {
  readonly model: string
  /** Whether to use the newer name of the token limit, which OpenAI's own server requires and others do not know. */
  readonly isOpenAi: boolean
  /** Whether the server accepts tools. If not, the model gets none. */
  readonly acceptsTools: boolean
}

/** Builds the request body. */
export function toRequestBody(request: ModelRequest, { model, isOpenAi, acceptsTools }: RequestForm): ChatCompletionCreateParamsStreaming {
  const usesTools = acceptsTools && (request.tools.length > 0 || request.messages.some(({ role }) => role === 'tool'))
  const messages = placeReferences(request.messages, usesTools ? 'results' : 'messages')
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map(toMessageParam),
    // Servers reject an empty list.
    ...(acceptsTools &&
      request.tools.length > 0 && {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters },
        })),
      }),
    ...(isOpenAi ? { max_completion_tokens: request.maxOutputTokens } : { max_tokens: request.maxOutputTokens }),
  }
}

function toMessageParam(message: PlacedMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: replaceLoneSurrogates(message.content), ...toNameParam(message.name) }
    case 'user':
      return { role: 'user', content: toUserContent(message.content, message.images ?? []), ...toNameParam(message.name) }
    case 'assistant':
      return message.toolCalls?.length
        ? {
            role: 'assistant',
            content: replaceLoneSurrogates(message.content),
            tool_calls: message.toolCalls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: call.arguments },
            })),
          }
        : { role: 'assistant', content: replaceLoneSurrogates(message.content) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: replaceLoneSurrogates(message.content) }
  }
}

/** Text without images stays a plain string, because servers of text-only models know no other form. */
function toUserContent(text: string, images: readonly ModelImage[]): ChatCompletionUserMessageParam['content'] {
  if (images.length === 0) return replaceLoneSurrogates(text)
  return [
    { type: 'text', text: replaceLoneSurrogates(text) },
    ...images.map(({ mediaType, content }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mediaType};base64,${Buffer.from(content).toString('base64')}` },
    })),
  ]
}

/** Names have at most 64 characters and may contain letters and digits of any script. */
function toNameParam(name: string | undefined): { name?: string } {
  const allowedCharacters = Array.from(name?.replace(/[^\p{L}\p{N}_.-]+/gu, '_') ?? '')
  return allowedCharacters.length > 0 ? { name: allowedCharacters.slice(0, 64).join('') } : {}
}

/** Cutting a text can leave a lone surrogate, which makes JSON that some servers reject. */
function replaceLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
