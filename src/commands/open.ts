import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import type { Message } from '../core/domain/messages.ts'
import { clip, plainName } from '../core/domain/text.ts'
import { dayLabelOf, timeOfDay } from '../core/ports/clock.ts'
import { formatPlaceName } from '../search/search-results.ts'
import { findMessageById } from '../threads/messages/read-messages.ts'
import { findPlaceById } from '../threads/places.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

/** The maximum length of a quote, in characters. It fits on one screen. */
const longestQuote = 1_500

/** Used by the buttons of citations and search results. */
export const open: Command = {
  declaration: {
    name: 'open',
    help: 'Show a message',
    arguments: [{ name: 'message', kind: 'text', required: true, help: 'The number of a message, as in #123' }],
    hidden: true,
  },
  async run(deps, context, args) {
    const id = parseMessageNumber(args['message'] ?? '')
    const message = await findMessageById(deps.store.db, context.scope, id)
    // Messages that do not exist, other users' messages and drafts get the same answer.
    if (!message || message.kind === 'draft') throw new InputError(`There is no message #${id}.`)
    if (message.deletedAt) return { text: `Message #${id} was deleted.` }
    const isHere = message.placeId === context.place.id && context.place.kind === 'direct'
    return isHere ? openHere(message, context) : openElsewhere(deps, message, context)
  },
}

/** Shows a message that was written in this chat. The answer is a reply to it. */
function openHere(message: Message, context: CommandContext): CommandAnswer {
  return { text: `${formatSource(message, context)}, above: [#${message.id}]`, replyTo: message.id }
}

/** Shows a message that was written elsewhere. The answer quotes it, with a link if there is one. */
async function openElsewhere(deps: CommandDeps, message: Message, context: CommandContext): Promise<CommandAnswer> {
  const place = await findPlaceById(deps.store.db, message.placeId)
  const link = place && message.platformMessageId && deps.permalink?.(place, message.platformMessageId)
  const where = place ? ` · ${plainName(formatPlaceName(place))}` : ''
  const quote = clip(message.text, longestQuote).replace(/^/gm, '> ')
  return { text: `${formatSource(message, context)}${where}${link ? ` · [open](${link})` : ''} · [#${message.id}]\n\n${quote}` }
}

function formatSource({ role, sentAt }: Message, context: CommandContext): string {
  const { timezone } = context
  return `**${role === 'user' ? 'You' : 'Me'}**, ${formatDayTitle(dayLabelOf(sentAt, timezone), context)}, ${timeOfDay(sentAt, timezone)}`
}
