import { parseDayLabel } from '../core/ports/clock.ts'
import type { Command } from './command.ts'
import { formatSummaryAnswer } from './summary-answer.ts'
import { todayOf } from './wording.ts'

export const summary: Command = {
  declaration: {
    name: 'summary',
    help: 'Show the summary of a day; today if omitted',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'A date, today, yesterday, or words such as last Tuesday' }],
  },
  run: (deps, context, args) => formatSummaryAnswer(deps, context, parseDayLabel(args['day'] ?? '') ?? todayOf(context)),
}
