import { confirmArrival, describeUnknownDeliveries, listUnknownDeliveries, markWarned } from '../conversation/deliver/unknown-deliveries.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { retryReply } from '../conversation/turn/retry.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'

export const retry: Command = {
  declaration: {
    name: 'retry',
    help: 'retry.help',
    arguments: [
      { name: 'message', kind: 'text', required: false, help: 'retry.message' },
      { name: 'answer', kind: 'choice', required: false, choices: ['arrived'], help: 'retry.answer' },
    ],
  },
  async run(deps, { scope, place, translate }, args) {
    const messageId = args['message'] === undefined ? undefined : parseMessageNumber(args['message'])
    if (args['answer'] && messageId) return confirm(deps, { scope, translate }, messageId)
    const { retried } = await retryReply(deps, { threadId: scope.threadId, placeId: place.id, ...(messageId && { messageId }) })
    const answer = translate(`retry.${retried}`)
    if (messageId) return { text: answer }
    const unknown = await offerUnknown(deps, { scope, translate })
    if (!unknown) return { text: answer }
    return { ...unknown, text: retried === 'nothing' ? unknown.text : `${answer}\n\n${unknown.text}` }
  },
}

type RetryContext = Pick<CommandContext, 'scope' | 'translate'>

async function confirm({ privacy }: CommandDeps, { scope, translate }: RetryContext, messageId: MessageId): Promise<CommandAnswer> {
  if (!(await confirmArrival(privacy, { threadId: scope.threadId, messageId }))) throw new LocalizedInputError('retry.noSuch')
  return { text: translate('retry.confirmed') }
}

/** Lists the messages that may not have arrived, if there are any. The user is not warned of them again. */
async function offerUnknown({ store, clock }: CommandDeps, { scope, translate }: RetryContext): Promise<CommandAnswer | undefined> {
  const { threadId } = scope
  const unknown = await listUnknownDeliveries(store.db, { threadId })
  if (unknown.total === 0) return undefined
  await markWarned(store.db, { threadId, now: clock.now() })
  return describeUnknownDeliveries(unknown, translate)
}
