import { confirmArrival, describeUnknownDeliveries, listUnknownDeliveries, markWarned } from '../conversation/deliver/unknown-deliveries.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import { retryReply } from '../conversation/turn/retry.ts'
import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import type { Scope } from '../threads/scope.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'

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
      { name: 'answer', kind: 'choice', required: false, choices: ['arrived'], help: 'Do not resend it: it has arrived' },
    ],
  },
  async run(deps, { scope, place }, args) {
    const messageId = args['message'] === undefined ? undefined : parseMessageNumber(args['message'])
    if (args['answer'] && messageId) return confirm(deps, scope, messageId)
    const { retried } = await retryReply(deps, { threadId: scope.threadId, placeId: place.id, ...(messageId && { messageId }) })
    return messageId ? { text: answers[retried] } : offerUnknown(deps, scope, retried)
  },
}

async function confirm({ privacy }: CommandDeps, { threadId }: Scope, messageId: MessageId): Promise<CommandAnswer> {
  if (!(await confirmArrival(privacy, { threadId, messageId })))
    throw new InputError('There is no message with that number that may not have arrived. /retry lists them.')
  return { text: 'Good. I will not ask about it again.' }
}

/** Adds the messages that may not have arrived. The user is not warned of them again. */
async function offerUnknown({ store, clock }: CommandDeps, { threadId }: Scope, retried: keyof typeof answers): Promise<CommandAnswer> {
  const unknown = await listUnknownDeliveries(store.db, { threadId })
  if (unknown.total === 0) return { text: answers[retried] }
  await markWarned(store.db, { threadId, now: clock.now() })
  const { text, buttons } = describeUnknownDeliveries(unknown)
  return { text: retried === 'nothing' ? text : `${answers[retried]}\n\n${text}`, buttons }
}
