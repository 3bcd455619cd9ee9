import { retryReply } from '../conversation/turn/retry.ts'
import { parseMessageNumber } from './arguments.ts'
import type { Command } from './command.ts'

const answers = {
  turn: 'I try again.',
  delivery: 'I send it again. If it had arrived after all, you have it twice now.',
  nothing: 'There is nothing to try again here: my last reply was sent.',
} as const

export const retry: Command = {
  declaration: {
    name: 'retry',
    help: 'Try again what went wrong last',
    arguments: [{ name: 'message', kind: 'text', required: false, help: 'The number of my message, as in #123; the last one without it' }],
  },
  async run(deps, { scope, place }, args) {
    const messageId = args['message'] === undefined ? undefined : parseMessageNumber(args['message'])
    const { retried } = await retryReply(deps, { threadId: scope.threadId, placeId: place.id, ...(messageId && { messageId }) })
    return { text: answers[retried] }
  },
}
