import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { storable } from '../core/domain/text.ts'
import { dayLabelOf } from '../core/ports/clock.ts'
import { type AddMemoryResult, addMemory, maxContentChars } from '../memory/items/add-memory.ts'
import { buildAddedNotice, quoteContent } from '../memory/notified-changes.ts'
import type { Db } from '../store/store.ts'
import { findMessageById } from '../threads/messages/read-messages.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

const howTo = 'Write what I should remember after the command, as in /remember I am vegetarian, or reply to a message with /remember.'

export const remember: Command = {
  declaration: {
    name: 'remember',
    help: 'Remember something for good: /remember I am vegetarian',
    arguments: [
      {
        name: 'text',
        kind: 'text',
        required: false,
        help: 'What to remember, or a message such as #123; if omitted, the message you reply to',
      },
    ],
    messageAction: { label: 'Remember this', action: '/remember {message}' },
  },
  async run({ store }, context, args) {
    const { text, source } = await parseRequest(store.db, context, args['text'] ?? '')
    const content = storable(text).trim()
    if (content === '' && source !== context.messageId)
      throw new InputError(`Message #${source} has no text to remember. Write the text after /remember.`)
    if (content === '') throw new InputError(howTo)
    if (content.length > maxContentChars) throw new InputError(tooLong(content.length))
    // The user did not say which type of memory it is.
    const added = await store.transaction((tx) => addMemory(tx, context, { type: 'other', content, source }))
    // If the command was interrupted, it runs again and finds the item that it added itself.
    const isFromHere = added.item.sourceMessageId === context.messageId
    return added.isNew || isFromHere ? buildAddedNotice(added.item) : describeDuplicate(added, context)
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
  if (!command?.replyToId) throw new InputError(howTo)
  return findChosenMessage(db, context, command.replyToId)
}

async function findChosenMessage(db: Db, { scope }: CommandContext, id: MessageId): Promise<RememberRequest> {
  const message = await findMessageById(db, scope, id)
  // Messages that do not exist, other users' messages and tool outputs get the same answer.
  if (!message || message.role === 'tool') throw new InputError(`There is no message #${id}.`)
  if (message.deletedAt) throw new InputError(`Message #${id} was deleted.`)
  if (message.kind === 'draft') throw new InputError('That message is still being written. Try again when it is finished.')
  return { text: message.text, source: id }
}

const inNumber = (count: number) => count.toLocaleString('en')

const tooLong = (length: number) =>
  `That has ${inNumber(length)} characters, and a memory can have at most ${inNumber(maxContentChars)}. Write a shorter version after /remember.`

function describeDuplicate({ item }: AddMemoryResult, context: CommandContext): CommandAnswer {
  const since = formatDayTitle(dayLabelOf(item.createdAt, context.timezone), context)
  return {
    text: `I have remembered that since ${since}:\n${quoteContent(item)}`,
    buttons: [{ label: 'Forget', action: `/memory forget ${item.id}` }],
  }
}
