import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { storable } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { dayLabelOf } from '../core/ports/clock.ts'
import { type AddMemoryResult, addMemory, maxContentChars } from '../memory/items/add-memory.ts'
import { buildAddedNotice, quoteContent } from '../memory/notified-changes.ts'
import type { Db } from '../store/store.ts'
import { findMessageById } from '../threads/messages/read-messages.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

export const remember: Command = {
  declaration: {
    name: 'remember',
    help: 'remember.help',
    arguments: [
      {
        name: 'text',
        kind: 'text',
        required: false,
        help: 'remember.text',
      },
    ],
    messageAction: { label: 'remember.action', action: '/remember {message}' },
  },
  async run({ store }, context, args) {
    const { text, source } = await parseRequest(store.db, context, args['text'] ?? '')
    const content = storable(text).trim()
    if (content === '' && source !== context.messageId) throw new LocalizedInputError('remember.noText', { id: source })
    if (content === '') throw new LocalizedInputError('remember.howTo')
    if (content.length > maxContentChars)
      throw new LocalizedInputError('remember.tooLong', { length: content.length, most: maxContentChars })
    // The user did not say which type of memory it is.
    const added = await store.transaction((tx) => addMemory(tx, context, { type: 'other', content, source }))
    // If the command was interrupted, it runs again and finds the item that it added itself.
    const isFromHere = added.item.sourceMessageId === context.messageId
    return added.isNew || isFromHere ? buildAddedNotice(added.item, context.translate) : describeDuplicate(added, context)
  },
}

interface RememberRequest {
  readonly text: string
  readonly source: MessageId
}

/** Returns the text given, or the text of the message that was named or replied to. */
async function parseRequest(db: Db, context: CommandContext, written: string): Promise<RememberRequest> {
  if (/^#\d+$/.test(written)) return findChosenMessage(db, context, parseMessageNumber(written))
  if (written !== '') return { text: written, source: context.messageId }
  const command = await findMessageById(db, context.scope, context.messageId)
  if (!command?.replyToId) throw new LocalizedInputError('remember.howTo')
  return findChosenMessage(db, context, command.replyToId)
}

async function findChosenMessage(db: Db, { scope }: CommandContext, id: MessageId): Promise<RememberRequest> {
  const message = await findMessageById(db, scope, id)
  // Messages that do not exist, other users' messages and tool outputs get the same answer.
  if (!message || message.role === 'tool') throw new LocalizedInputError('message.none', { id })
  if (message.deletedAt) throw new LocalizedInputError('message.deleted', { id })
  if (message.kind === 'draft') throw new LocalizedInputError('message.unfinished')
  return { text: message.text, source: id }
}

function describeDuplicate({ item }: AddMemoryResult, context: CommandContext): CommandAnswer {
  const { translate } = context
  const day = formatDayTitle(dayLabelOf(item.createdAt, context.timezone), context)
  return {
    text: `${translate('remember.duplicate', { day })}\n${quoteContent(item)}`,
    buttons: [{ label: translate('button.forget'), action: `/memory forget ${item.id}` }],
  }
}
