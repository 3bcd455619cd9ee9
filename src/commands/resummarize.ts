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
    help: 'resummarize.help',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'summary.day' }],
    messageAction: { label: 'resummarize.action', action: '/resummarize {day}' },
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
  const { translate } = context
  const values = { day: formatDayTitle(day, context), label: day }
  switch (outcome) {
    case 'written':
    case 'unchanged':
      return formatSummaryAnswer(deps, context, day)
    case 'empty':
    case 'removed':
    case 'gone':
      return formatEmptyDay(context, day)
    case 'busy':
      return { text: translate('summary.busy', values) }
    case 'superseded':
      return { text: translate('summary.superseded', values) }
    case 'failed':
      return { text: translate('summary.failed', values) }
  }
}
