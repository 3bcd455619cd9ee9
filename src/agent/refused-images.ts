import { ModelError } from '../core/domain/errors.ts'
import type { ModelMessage } from '../core/ports/chat-model.ts'

/** Whether a server may have refused a request for the images in it: it does not say why in words that could be told apart. */
export function isImageRefusal(error: unknown, messages: readonly ModelMessage[]): error is ModelError {
  return (
    error instanceof ModelError &&
    error.kind === 'rejected' &&
    messages.some((message) => message.role === 'user' && message.images?.length)
  )
}

/** The same without images, each named in the text as refused. */
export function removeImages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || !message.images) return message
    const { images, ...rest } = message
    return {
      ...rest,
      content: [message.content, ...images.map(({ name }) => `[picture ${name}: the model's server refused it]`)].join('\n'),
    }
  })
}
