import { parseDayLabel } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { formatSummaryAnswer } from './shared/summary-answer.ts'
import { todayOf } from './shared/wording.ts'

export const summary: Command = {
  declaration: {
    name: 'summary',
    help: 'summary.help',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'summary.day' }],
  },
  run: (deps, context, args) => formatSummaryAnswer(deps, context, parseDayLabel(args['day'] ?? '') ?? todayOf(context)),
}
