import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { parseDay } from '../core/dates/named-days.ts'
import type { MemoryId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Translate } from '../core/messages/messages.ts'
import { memoryIdInput } from '../memory/items/add-memory.ts'
import type { ForgetTarget } from '../privacy/forget/find-targets.ts'
import { createForgetPreview, type ForgetPreview, formatCounts } from '../privacy/forget/preview.ts'
import type { Db } from '../store/store.ts'
import { findMessageById } from '../threads/messages/read-messages.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'
import { todayOf } from './shared/wording.ts'

export const forget: Command = {
  declaration: {
    name: 'forget',
    help: 'forget.help',
    arguments: [{ name: 'what', kind: 'text', required: false, help: 'forget.what' }],
    messageAction: { label: 'forget.action', action: '/forget message {number}' },
  },
  async run({ store, privacy }, context, args) {
    const { translate } = context
    const wanted = await parseTarget(store.db, context, args['what'] ?? '')
    if (!wanted) return describeForms(translate)
    const { scope, place, messageId } = context
    const listing = await createForgetPreview(privacy, { scope, placeId: place.id, commandId: messageId }, wanted)
    if (listing) return formatPreview(listing, translate)
    if (wanted.kind === 'everything') throw new Error('A preview of everything was empty.')
    return { text: translate('forget.nothing', { kind: wanted.kind }) }
  },
}

/**
 * Parses what to delete. If empty, it is the message that the command replies to. Anything other than a message, a day, a memory or
 * everything is a topic. Undefined if there is nothing to parse and no reply.
 */
async function parseTarget(db: Db, context: CommandContext, what: string): Promise<ForgetTarget | undefined> {
  if (what === '') {
    const command = await findMessageById(db, context.scope, context.messageId)
    return command?.replyToId ? { kind: 'message', id: command.replyToId } : undefined
  }
  const [, message] = /^(?:message\s+)?#?(\d+)$/i.exec(what) ?? []
  if (message) return { kind: 'message', id: parseMessageNumber(message) }
  // The command was chosen in the menu of another user's message, so it has no number.
  if (/^message(\s|$)/i.test(what)) throw new LocalizedInputError('forget.foreignMessage')
  if (/^everything$/i.test(what)) return { kind: 'everything' }
  const [, item] = /^memory\s*#?(\d+)$/i.exec(what) ?? []
  if (item) return { kind: 'memory', id: parseMemoryNumber(item) }
  const day = parseDay(what, todayOf(context))
  return day ? { kind: 'day', day } : { kind: 'topic', words: what.replace(/^topic\s+/i, '') }
}

function parseMemoryNumber(digits: string): MemoryId {
  const read = memoryIdInput.safeParse(Number(digits))
  if (!read.success) throw new LocalizedInputError('forget.memoryNumber')
  return read.data as MemoryId
}

const describeForms = (translate: Translate): CommandAnswer => ({
  text: translate('forget.forms'),
  buttons: [
    { label: translate('forget.today'), action: '/forget today' },
    { label: translate('forget.everything'), action: '/forget everything' },
  ],
})

function formatPreview({ id, kind, counts, samples, hasMore }: ForgetPreview, translate: Translate): CommandAnswer {
  const lines = [...formatCounts(counts, translate), ...(kind === 'everything' ? [translate('forget.names')] : [])]
  const sections = [
    translate('forget.preview', { kind }),
    lines.map((line) => `- ${line}`).join('\n'),
    samples.map((sample) => `> ${sample}`).join('\n'),
    hasMore ? translate('forget.hasMore') : '',
    translate('forget.nothingYet'),
  ]
  return {
    text: sections.filter((section) => section !== '').join('\n\n'),
    buttons: [
      { label: translate('button.forgetIt'), action: `/forgetting confirm ${id}` },
      { label: translate('button.keepIt'), action: `/forgetting keep ${id}` },
    ],
  }
}
