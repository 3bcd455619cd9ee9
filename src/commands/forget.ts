import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { parseDay } from '../core/dates/named-days.ts'
import { InputError } from '../core/domain/errors.ts'
import type { MemoryId } from '../core/domain/ids.ts'
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
    help: 'Delete a message, a day, a memory, a topic, or everything; asks first',
    arguments: [
      { name: 'what', kind: 'text', required: false, help: 'A message as in #123, a day, memory 12, words of a topic, or everything' },
    ],
    messageAction: { label: 'Forget this', action: '/forget message {number}' },
  },
  async run({ store, privacy }, context, args) {
    const wanted = await parseTarget(store.db, context, args['what'] ?? '')
    if (!wanted) return forms
    const { scope, place, messageId } = context
    const listing = await createForgetPreview(privacy, { scope, placeId: place.id, commandId: messageId }, wanted)
    if (listing) return formatPreview(listing)
    if (wanted.kind === 'everything') throw new Error('A preview of everything was empty.')
    return { text: nothing[wanted.kind] }
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
  if (/^message(\s|$)/i.test(what))
    throw new InputError(
      'That message is not part of our conversation, so there is nothing to delete. Name a message by its number, as in /forget #123, or a topic by its words, as in /forget topic garden party.',
    )
  if (/^everything$/i.test(what)) return { kind: 'everything' }
  const [, item] = /^memory\s*#?(\d+)$/i.exec(what) ?? []
  if (item) return { kind: 'memory', id: parseMemoryNumber(item) }
  const day = parseDay(what, todayOf(context))
  return day ? { kind: 'day', day } : { kind: 'topic', words: what.replace(/^topic\s+/i, '') }
}

function parseMemoryNumber(digits: string): MemoryId {
  const read = memoryIdInput.safeParse(Number(digits))
  if (!read.success) throw new InputError('Write the number of a memory, as in /forget memory 12.')
  return read.data as MemoryId
}

const forms: CommandAnswer = {
  text: [
    '**What should I delete?** I show a preview first, and delete nothing until you confirm.',
    [
      '- a message: send /forget as a reply to it, or /forget #123',
      '- a day: /forget yesterday, /forget 2026-11-03',
      '- a memory: /forget memory 12',
      '- a topic: /forget garden party deletes whatever contains all of these words',
      '- everything: /forget everything',
    ].join('\n'),
  ].join('\n\n'),
  buttons: [
    { label: 'Today', action: '/forget today' },
    { label: 'Everything', action: '/forget everything' },
  ],
}

const nothing: Readonly<Record<Exclude<ForgetTarget['kind'], 'everything'>, string>> = {
  message: 'There is nothing to delete in that message.',
  day: 'There is nothing to delete on that day. /days lists your days.',
  memory: 'There is no memory with that number. /memories shows what I remember.',
  topic: 'I found nothing that contains all of these words. Try fewer or different words.',
}

function formatPreview({ id, kind, counts, samples, hasMore }: ForgetPreview): CommandAnswer {
  const sections = [
    kind === 'everything' ? '**This would permanently delete everything:**' : '**This would permanently delete:**',
    [...formatCounts(counts), ...(kind === 'everything' ? ['your command requests and your names'] : [])]
      .map((line) => `- ${line}`)
      .join('\n'),
    samples.map((sample) => `> ${sample}`).join('\n'),
    hasMore ? 'There is more; these are the newest matches. Run /forget again when they are deleted.' : '',
    'Nothing has been deleted yet. Messages in your chat app stay there until you delete them yourself.',
  ]
  return {
    text: sections.filter((section) => section !== '').join('\n\n'),
    buttons: [
      { label: 'Forget it', action: `/forgetting confirm ${id}` },
      { label: 'Keep it', action: `/forgetting keep ${id}` },
    ],
  }
}
