import { retryLast } from '../conversation/retry.ts'
import type { Command } from './command.ts'

const answers = {
  turn: 'I try again.',
  delivery: 'I send it again. If it had arrived after all, you have it twice now.',
  nothing: 'There is nothing to try again here: my last reply was sent.',
} as const

export const retry: Command = {
  declaration: { name: 'retry', help: 'Try again what went wrong last', arguments: [] },
  async run(parts, { scope, place }) {
    const { retried } = await retryLast(parts, { threadId: scope.threadId, placeId: place.id })
    return { text: answers[retried] }
  },
}
