import { ModelError } from '../core/domain/errors.ts'
import type { ModelMessage } from '../core/ports/chat-model.ts'

/** Returns whether a server may have rejected a request because of its images. The error message does not reliably state the reason. */
export function isImageRefusal(error: unknown, messages: readonly ModelMessage[]): error is ModelError {
  return (
    error instanceof ModelError &&
    error.kind === 'rejected' &&
    messages.some((message) => message.role === 'user' && message.images?.length)
  )
}

/** Removes the images. For each one, adds a note to the text that the server rejected it. */
export function removeImages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || !message.images) return message
    const { images, ...rest } = message
    return {
      ...rest,
      content: [message.content, ...images.map(({ name }) => `[picture ${name}: the model server rejected it]`)].join('\n'),
    }
  })
}
