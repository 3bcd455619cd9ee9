import type { CommandAnswer, CommandContext } from '../../conversation/deps.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { createCitationButtons } from '../../core/domain/text.ts'
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

function formatSummary({ translate }: CommandContext, { dayLabel, markdown, stale, overLimit }: DaySummary): CommandAnswer {
  const heading = translate('summary.heading', { day: formatDay(dayLabel, translate.locale) })
  const notes = [
    ...(overLimit ? [translate('summary.overLimit', { day: dayLabel })] : []),
    ...(stale ? [translate('summary.stale', { day: dayLabel })] : []),
  ]
  const again = { label: translate('summary.resummarize'), action: `/resummarize ${dayLabel}` }
  return {
    text: [`**${heading}**`, markdown, ...notes].join('\n\n'),
    buttons: [...createCitationButtons(markdown), ...(notes.length > 0 ? [again] : [])],
  }
}

async function formatMissingSummary(deps: CommandDeps, context: CommandContext, day: DayLabel): Promise<CommandAnswer> {
  const { translate } = context
  const messages = await countMessages(deps, context, day)
  if (messages === 0) return formatEmptyDay(context, day)
  return {
    text: translate('summary.missing', { day: formatDayTitle(day, context), label: day, messages }),
    buttons: [{ label: translate('summary.resummarize'), action: `/resummarize ${day}` }],
  }
}

async function countMessages({ store }: CommandDeps, { scope }: CommandContext, dayLabel: DayLabel): Promise<number> {
  const [newest] = await listDays(store.db, scope.threadId, { before: addDays(dayLabel, 1), limit: 1 })
  return newest?.dayLabel === dayLabel ? newest.messages : 0
}

export function formatEmptyDay(context: CommandContext, day: DayLabel): CommandAnswer {
  const { translate } = context
  if (day === todayOf(context)) return { text: translate('summary.emptyToday') }
  return { text: translate('summary.emptyDay', { day: formatDayTitle(day, context) }) }
}
