import type { CommandAnswer, CommandContext } from '../../conversation/deps.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { languageWords } from '../../core/domain/languages.ts'
import { createCitationButtons, formatCount } from '../../core/domain/text.ts'
import { addDays, formatDay } from '../../core/ports/clock.ts'
import { type DaySummary, findDaySummary } from '../../summaries/read.ts'
import { listDays } from '../../threads/messages/read-messages.ts'
import type { CommandDeps } from './command.ts'
import { formatDayTitle, todayOf } from './wording.ts'

/** Returns the summary of a day. If there is none, tells how many messages the day has and what to do. */
export async function formatSummaryAnswer(deps: CommandDeps, context: CommandContext, day: DayLabel): Promise<CommandAnswer> {
  const summary = await findDaySummary(deps, context.scope, day)
  return summary ? formatSummary(context, summary) : formatMissingSummary(deps, context, day)
}

function formatSummary(context: CommandContext, summary: DaySummary): CommandAnswer {
  const words = languageWords(context.user.language)
  const heading = words.dayHeading.replace('{day}', formatDay(summary.dayLabel, words.locale))
  const stale = summary.stale ? `\n\nThe day has changed since it was written. /resummarize ${summary.dayLabel} rewrites it.` : ''
  const again = { label: words.resummarize, action: `/resummarize ${summary.dayLabel}` }
  return {
    text: `**${heading}**\n\n${summary.markdown}${stale}`,
    buttons: [...createCitationButtons(summary.markdown), ...(summary.stale ? [again] : [])],
  }
}

async function formatMissingSummary(deps: CommandDeps, context: CommandContext, day: DayLabel): Promise<CommandAnswer> {
  const messages = await countMessages(deps, context, day)
  if (messages === 0) return formatEmptyDay(context, day)
  return {
    text: `${formatDayTitle(day, context)} has no summary yet, and ${formatCount(messages, 'message')}. /resummarize ${day} writes one now.`,
    buttons: [{ label: languageWords(context.user.language).resummarize, action: `/resummarize ${day}` }],
  }
}

async function countMessages({ store }: CommandDeps, { scope }: CommandContext, dayLabel: DayLabel): Promise<number> {
  const [newest] = await listDays(store.db, scope.threadId, { before: addDays(dayLabel, 1), limit: 1 })
  return newest?.dayLabel === dayLabel ? newest.messages : 0
}

export function formatEmptyDay(context: CommandContext, day: DayLabel): CommandAnswer {
  const when =
    day === todayOf(context) ? 'There are no messages today yet. Write to me.' : `There are no messages on ${formatDayTitle(day, context)}.`
  return { text: `${when} /days lists your days.` }
}
