import { parseDayLabel } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { formatSummaryAnswer } from './shared/summary-answer.ts'
import { todayOf } from './shared/wording.ts'

export const summary: Command = {
  declaration: {
    name: 'summary',
    help: 'Show the summary of a day; today if omitted',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'A date, today, yesterday, or words such as last Tuesday' }],
  },
  run: (deps, context, args) => formatSummaryAnswer(deps, context, parseDayLabel(args['day'] ?? '') ?? todayOf(context)),
}
