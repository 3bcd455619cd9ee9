import type { ToolCall } from '../../core/domain/messages.ts'
import { formatReference } from '../../core/domain/text.ts'
import type { ModelMessage } from '../../core/ports/chat-model.ts'

/** A message in a form that servers know. */
export type PlacedMessage = Exclude<ModelMessage, { role: 'reference' }>

/** Puts references where a server accepts them, and joins successive messages of one role, because some servers want roles to alternate. */
export function placeReferences(messages: readonly ModelMessage[], form: 'results' | 'messages'): PlacedMessage[] {
  return joinTurns(form === 'results' ? placeInResults(messages) : placeInMessages(messages))
}

/** The tool whose results references seem to be. No request declares it, so models do not call it. */
const contextTool = 'conversation_context'

/**
 * Sends references as the results of tool calls, because some models take labeled messages of the user for attacks. The calls follow the
 * messages of the user that come after the reference, since servers accept calls only after such a message.
 */
function placeInResults(messages: readonly ModelMessage[]): PlacedMessage[] {
  const placed: PlacedMessage[] = []
  let waiting: string[] = []
  let count = 0
  const place = (): void => {
    if (placed.at(-1)?.role !== 'user') placed.push(...waiting.map(toUserMessage))
    else if (waiting.length > 0) {
      // Mistral accepts only ids of nine letters and digits.
      const results = waiting.map((content) => ({ content, id: `context0${++count}` }))
      const toolCalls = results.map(({ id }): ToolCall => ({ id, name: contextTool, arguments: '{}' }))
      placed.push({ role: 'assistant', content: '', toolCalls })
      placed.push(...results.map(({ content, id }): PlacedMessage => ({ role: 'tool', content, toolCallId: id })))
    }
    waiting = []
  }
  for (const message of messages) {
    if (message.role === 'reference') {
      waiting.push(message.content)
      continue
    }
    if (message.role !== 'user') place()
    placed.push(message)
  }
  place()
  return placed
}

/** Sends references, and results of earlier tool calls, as messages of the user. For servers and models without tools. */
function placeInMessages(messages: readonly ModelMessage[]): PlacedMessage[] {
  return messages.flatMap((message): PlacedMessage[] => {
    switch (message.role) {
      case 'reference':
        return [toUserMessage(message.content)]
      case 'tool':
        return [toUserMessage(formatReference(message.content))]
      case 'assistant':
        return message.content === '' ? [] : [{ role: 'assistant', content: message.content }]
      default:
        return [message]
    }
  })
}

const toUserMessage = (content: string): PlacedMessage => ({ role: 'user', content })

function joinTurns(messages: readonly PlacedMessage[]): PlacedMessage[] {
  const joined: PlacedMessage[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (before?.role === 'user' && message.role === 'user' && before.name === message.name) {
      const images = [...(before.images ?? []), ...(message.images ?? [])]
      joined[joined.length - 1] = { ...before, content: `${before.content}\n\n${message.content}`, ...(images.length > 0 && { images }) }
    } else if (before?.role === 'assistant' && message.role === 'assistant' && !before.toolCalls) {
      joined[joined.length - 1] = { ...message, content: `${before.content}\n\n${message.content}` }
    } else joined.push(message)
  }
  return joined
}
