import { confirmArrival, describeUnknownDeliveries, listUnknownDeliveries, markWarned } from '../conversation/deliver/unknown-deliveries.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { answerAgain, listEditedMessages } from '../conversation/turn/answer-again.ts'
import { retryReply } from '../conversation/turn/retry.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { clip } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

export const retry: Command = {
  declaration: {
    name: 'retry',
    help: 'retry.help',
    arguments: [
      { name: 'message', kind: 'text', required: false, help: 'retry.message' },
      { name: 'answer', kind: 'choice', required: false, choices: ['arrived', 'again'], help: 'retry.answer' },
    ],
  },
  async run(deps, context, args) {
    const { scope, place, translate } = context
    const messageId = args['message'] === undefined ? undefined : parseMessageNumber(args['message'])
    if (args['answer'] === 'again' && messageId) return repeatAnswer(deps, context, messageId)
    if (args['answer'] && messageId) return confirm(deps, context, messageId)
    const { retried } = await retryReply(deps, { threadId: scope.threadId, placeId: place.id, ...(messageId && { messageId }) })
    const answer = translate(`retry.${retried}`)
    if (messageId) return { text: answer }
    const unknown = await offerUnknown(deps, context)
    if (unknown) return { ...unknown, text: retried === 'nothing' ? unknown.text : `${answer}\n\n${unknown.text}` }
    return (retried === 'nothing' && (await offerEdited(deps, context))) || { text: answer }
  },
}

async function repeatAnswer(deps: CommandDeps, { scope, translate }: CommandContext, messageId: MessageId): Promise<CommandAnswer> {
  if (!(await answerAgain(deps, { threadId: scope.threadId, messageId }))) throw new LocalizedInputError('retry.noEdit')
  return { text: translate('retry.again') }
}

/** The maximum number of characters quoted of an edited message. */
const maxQuoteCharacters = 60

/** Lists the messages that were edited after their replies, if there are any. */
async function offerEdited({ store, clock }: CommandDeps, context: CommandContext): Promise<CommandAnswer | undefined> {
  const { scope, translate } = context
  const edited = await listEditedMessages(store.db, { threadId: scope.threadId, now: clock.now() })
  if (edited.length === 0) return undefined
  const number = (index: number) => (edited.length > 1 ? ` ${index + 1}` : '')
  const lines = edited.map(({ text, day }, index) => {
    const quote = clip(text.replace(/\s+/g, ' ').trim(), maxQuoteCharacters)
    return `${edited.length > 1 ? `${index + 1}. ` : ''}${translate('retry.edited', { quote, day: formatDayTitle(day, context) })}`
  })
  const buttons = edited.map(({ id }, index) => ({
    label: translate('retry.answerAgain', { number: number(index) }),
    action: `/retry ${id} again`,
  }))
  return { text: lines.join('\n'), buttons }
}

async function confirm({ privacy }: CommandDeps, { scope, translate }: CommandContext, messageId: MessageId): Promise<CommandAnswer> {
  if (!(await confirmArrival(privacy, { threadId: scope.threadId, messageId }))) throw new LocalizedInputError('retry.noSuch')
  return { text: translate('retry.confirmed') }
}

/** Lists the messages that may not have arrived, if there are any. The user is not warned of them again. */
async function offerUnknown({ store, clock }: CommandDeps, { scope, translate }: CommandContext): Promise<CommandAnswer | undefined> {
  const { threadId } = scope
  const unknown = await listUnknownDeliveries(store.db, { threadId })
  if (unknown.total === 0) return undefined
  await markWarned(store.db, { threadId, now: clock.now() })
  return describeUnknownDeliveries(unknown, translate)
}
