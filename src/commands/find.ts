import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import { plainName } from '../core/domain/text.ts'
import { addDays, dayLabelOf, parseDayLabel, timeOfDay } from '../core/ports/clock.ts'
import type { Button } from '../core/ports/platform.ts'
import type { ChannelSummaryMatch } from '../search/retrieve/channel-summaries.ts'
import { searchConversation } from '../search/search.ts'
import type { SearchResult } from '../search/search-results.ts'
import { findChatMessage, listDays } from '../threads/messages/read-messages.ts'
import { open } from './open.ts'
import { parseMessageNumber } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { describeSpeaker, formatDayTitle, placeScopeOf } from './shared/wording.ts'
import { summary } from './summary.ts'

/** The number of results to show. They fit on one screen. */
const shown = 6

export const find: Command = {
  declaration: {
    name: 'find',
    help: 'find.help',
    arguments: [
      {
        name: 'words',
        kind: 'search',
        required: true,
        help: 'find.words',
      },
    ],
  },
  async run(deps, context, args) {
    const { translate } = context
    const words = args['words'] ?? ''
    const chosen = (await formatMessageTitle(deps, context, words)) ?? (await formatSummaryTitle(deps, context, words))
    if (chosen) return chosen
    const {
      results,
      channel_summaries: summaries = [],
      total_estimate: total,
    } = await searchConversation(deps, placeScopeOf(context), { query: words, limit: shown })
    if (results.length + summaries.length === 0) return { text: translate('find.nothing') }
    const lines = [
      ...results.map((result, index) => `${index + 1}. ${formatResult(result, context)}`),
      ...summaries.map((found) => `- ${formatChannelSummary(found, context)}`),
    ]
    const more = total > results.length ? `\n\n${translate('find.more', { shown: results.length, total })}` : ''
    return {
      text: lines.join('\n') + more,
      buttons: results.flatMap((result, index) => createOpenButton(result, translate('find.openButton', { number: index + 1 }))),
    }
  },
}

/**
 * Shows the message if the words are a message number, as in a chosen suggestion. Undefined if there is no such message, in a shared place
 * none of that place.
 */
async function formatMessageTitle(deps: CommandDeps, context: CommandContext, words: string): Promise<CommandAnswer | undefined> {
  if (!/^#\d+$/.test(words)) return undefined
  try {
    const id = parseMessageNumber(words)
    if (context.place.kind === 'shared' && !(await findChatMessage(deps.store.db, placeScopeOf(context), id))) return undefined
    return await open.run(deps, context, { message: words })
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** Shows the summary of a day if the words are a date. Undefined if there is nothing on that day, and in a shared place, which has none. */
async function formatSummaryTitle(deps: CommandDeps, context: CommandContext, words: string): Promise<CommandAnswer | undefined> {
  const label = parseDayLabel(words)
  if (!label || context.place.kind === 'shared') return undefined
  const [day] = await listDays(deps.store.db, context.scope.threadId, { before: addDays(label, 1), limit: 1 })
  const hasAnything = day?.dayLabel === label && (day.messages > 0 || day.hasSummary)
  return hasAnything ? summary.run(deps, context, { day: label }) : undefined
}

function formatResult(result: SearchResult, context: CommandContext): string {
  const day = `**${formatDayTitle(result.day_label, context)}**`
  if (result.kind === 'summary') return `${day} · ${context.translate('find.summary')}\n   ${result.summary_snippet}`
  const { role, author, of_another_member: isOfAnother = false } = result
  const who = context.translate('find.who', describeSpeaker({ role, author, isOfAnother }))
  const link = result.permalink ? ` · [${context.translate('find.link')}](${result.permalink})` : ''
  return `${day} · ${plainName(result.place)} · ${who}${link} · [#${result.message_id}]\n   ${result.snippet}`
}

/** Formats a summary of a part of a channel's conversation. */
function formatChannelSummary({ from, to, text }: ChannelSummaryMatch, context: CommandContext): string {
  const { timezone, translate } = context
  const day = formatDayTitle(dayLabelOf(from, timezone), context)
  return `**${day}, ${timeOfDay(from, timezone)} – ${timeOfDay(to, timezone)}** · ${translate('find.summary')}\n   ${text}`
}

/**
 * Returns a button for a summary, or for a message without a platform link. Another member's message has none, because the answer may be in
 * a direct chat, where the button would not find it.
 */
function createOpenButton(result: SearchResult, label: string): Button[] {
  if (result.kind === 'summary') return [{ label, action: `/summary ${result.day_label}` }]
  return result.permalink || result.of_another_member ? [] : [{ label, action: `/open ${result.message_id}` }]
}
