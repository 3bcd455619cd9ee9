import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { DayLabel } from '../core/domain/ids.ts'
import { parseDayLabel } from '../core/ports/clock.ts'
import { type SummaryOutcome, summarizeDay } from '../summaries/run/summarize-day.ts'
import { findSegment } from '../threads/messages/read-messages.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { formatEmptyDay, formatSummaryAnswer } from './shared/summary-answer.ts'
import { formatDayTitle, todayOf } from './shared/wording.ts'

export const resummarize: Command = {
  declaration: {
    name: 'resummarize',
    help: 'Rewrite the summary of a day; today if omitted',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'A date, today, yesterday, or words such as last Tuesday' }],
    messageAction: { label: 'Resummarize this day', action: '/resummarize {day}' },
  },
  async run(deps, context, args) {
    const day = parseDayLabel(args['day'] ?? '') ?? todayOf(context)
    const segment = await findSegment(deps.store.db, context.scope.threadId, day)
    if (!segment) return formatEmptyDay(context, day)
    // Makes only one attempt, because the caller waits and can try again. Nothing aborts this signal: the attempt stops only if it loses
    // its lease.
    const { signal } = new AbortController()
    const outcome = await summarizeDay(deps.summaries, { segmentId: segment.id, mode: 'manual' }, { signal, last: true })
    return describeOutcome(deps, context, { day, outcome })
  },
}

interface ResummarizeResult {
  readonly day: DayLabel
  readonly outcome: SummaryOutcome
}

async function describeOutcome(deps: CommandDeps, context: CommandContext, { day, outcome }: ResummarizeResult): Promise<CommandAnswer> {
  switch (outcome) {
    case 'written':
    case 'unchanged':
      return formatSummaryAnswer(deps, context, day)
    case 'empty':
    case 'removed':
    case 'gone':
      return formatEmptyDay(context, day)
    case 'busy':
      return { text: `The summary of ${formatDayTitle(day, context)} is being written. /summary ${day} will show it shortly.` }
    case 'superseded':
      return {
        text: `Messages of ${formatDayTitle(day, context)} changed while I was summarizing, so I am starting again. /summary ${day} will show it shortly.`,
      }
    case 'failed':
      return {
        text: `I could not write a summary of ${formatDayTitle(day, context)}: the model returned no usable text. Any earlier summary is unchanged. Try /resummarize ${day} again later.`,
      }
  }
}
