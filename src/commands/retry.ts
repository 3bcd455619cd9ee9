import { retryReply } from '../conversation/turn/retry.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'

const answers = {
  turn: 'Trying again.',
  delivery: 'Sending it again. If it had arrived after all, you will see it twice.',
  nothing: 'There is nothing to retry: my last reply was sent.',
} as const

export const retry: Command = {
  declaration: {
    name: 'retry',
    help: 'Retry what failed last',
    arguments: [
      { name: 'message', kind: 'text', required: false, help: 'The number of my message, such as #123; the last one if omitted' },
    ],
  },
  async run(deps, { scope, place }, args) {
    const messageId = args['message'] === undefined ? undefined : parseMessageNumber(args['message'])
    const { retried } = await retryReply(deps, { threadId: scope.threadId, placeId: place.id, ...(messageId && { messageId }) })
    return { text: answers[retried] }
  },
}
