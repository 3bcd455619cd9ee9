import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { Message } from '../core/domain/messages.ts'
import { quoteLines } from '../core/domain/quotations.ts'
import { clip, plainName } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { dayLabelOf, timeOfDay } from '../core/ports/clock.ts'
import { formatPlaceName } from '../search/search-results.ts'
import { findShownTimezone } from '../threads/days/day-segment.ts'
import { findChatMessage, findMessageById } from '../threads/messages/read-messages.ts'
import { findPlaceById } from '../threads/places.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { describeSpeaker, formatDayTitle, placeScopeOf } from './shared/wording.ts'

/** The maximum length of a quote, in characters. It fits on one screen. */
const longestQuote = 1_500

/** Used by the buttons of citations and search results. */
export const open: Command = {
  declaration: {
    name: 'open',
    help: 'open.help',
    arguments: [{ name: 'message', kind: 'text', required: true, help: 'open.message' }],
    hidden: true,
  },
  async run(deps, context, args) {
    const id = parseMessageNumber(args['message'] ?? '')
    const { db } = deps.store
    // In a shared place, citations also name what others said there.
    const message = (await findMessageById(db, context.scope, id)) ?? (await findChatMessage(db, placeScopeOf(context), id))
    // Messages that do not exist, those of others elsewhere and drafts get the same answer.
    if (!message || message.kind === 'draft') throw new LocalizedInputError('message.none', { id })
    if (message.deletedAt) return { text: context.translate('message.deleted', { id }) }
    const source = formatSource(message, context, await findShownTimezone(db, context.scope, id))
    const isHere = message.placeId === context.place.id && context.place.kind === 'direct'
    return isHere ? openHere({ message, source }, context) : openElsewhere(deps, { message, source }, context)
  },
}

interface OpenedMessage {
  readonly message: Message
  /** Who said it and when. */
  readonly source: string
}

/** Shows a message that was written in this chat. The answer is a reply to it. */
function openHere({ message, source }: OpenedMessage, { translate }: CommandContext): CommandAnswer {
  return { text: translate('open.above', { source, id: message.id }), replyTo: message.id }
}

/** Shows a message that was written elsewhere. The answer quotes it, with a link if there is one. */
async function openElsewhere(deps: CommandDeps, { message, source }: OpenedMessage, { translate }: CommandContext): Promise<CommandAnswer> {
  const place = await findPlaceById(deps.store.db, message.placeId)
  const link = place && message.platformMessageId && deps.permalink?.(place, message.platformMessageId)
  const where = place ? ` · ${plainName(formatPlaceName(place))}` : ''
  const quote = quoteLines(clip(message.text, longestQuote))
  return {
    text: `${source}${where}${link ? ` · [${translate('find.link')}](${link})` : ''} · [#${message.id}]\n\n${quote}`,
  }
}

/** Names the speaker and the time of a message. */
function formatSource({ threadId, role, authorName, sentAt }: Message, context: CommandContext, timezone: string): string {
  const { scope, translate } = context
  return translate('open.source', {
    ...describeSpeaker({ role, author: authorName, isOfAnother: threadId !== scope.threadId }),
    day: formatDayTitle(dayLabelOf(sentAt, timezone), context),
    time: timeOfDay(sentAt, timezone),
  })
}
