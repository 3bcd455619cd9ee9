import { findLastContext, isWorthShowing, type LastContext, type PartReport } from '../conversation/context/report.ts'
import { formatCost, type Price } from '../conversation/usage.ts'
import { formatCount } from '../core/domain/text.ts'
import { dayLabelOf, timeOfDay } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

export const context: Command = {
  declaration: { name: 'context', help: 'Show what my last reply was based on', arguments: [] },
  async run({ store, price }, context) {
    const last = await findLastContext(store.db, context.scope.threadId)
    if (!last) return { text: 'I have not replied yet, so there is nothing to show. Write to me first.' }
    const { report } = last
    const sections = [
      `**What my last reply was based on** (${formatDayTitle(dayLabelOf(last.startedAt, context.timezone), context)}, ${timeOfDay(last.startedAt, context.timezone)})`,
      `The model ${last.model ?? report.model} was shown ${formatCount(report.total, 'token')}, of at most ${formatCount(report.limit, 'token')}:`,
      report.parts.filter(isWorthShowing).map(formatPartLine).join('\n'),
      formatToolsLine(last),
      formatUsageLine(last, price),
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

function formatPartLine({ name, tokens, items, leftOut }: PartReport): string {
  const missing = leftOut.map(({ what, why }) => `${what} (${why})`).join(', ')
  const content = items > 0 ? ` · ${formatCount(items, 'item')}` : ''
  return `- ${name}: ${formatCount(tokens, 'token')}${content}${missing && ` · omitted: ${missing}`}`
}

function formatToolsLine({ report }: LastContext): string {
  const { toolCalls = [], moreToolCalls = 0 } = report
  const calls = toolCalls.map(({ name, ms, failed }) => `${name} (${Math.round(ms)} ms${failed ? ', failed' : ''})`)
  const more = moreToolCalls > 0 ? [`and ${formatCount(moreToolCalls, 'more call')}`] : []
  return calls.length === 0 ? '' : `It used: ${[...calls, ...more].join(', ')}.`
}

/** Formats the server's token count over all calls of the turn. Empty if the server does not report it. */
function formatUsageLine({ inputTokens, outputTokens }: LastContext, price: Price | undefined): string {
  if (inputTokens === null || outputTokens === null) return ''
  const cost = price ? `, for ${formatCost(price, { inputTokens, outputTokens })}` : ''
  return `In all, the model read ${formatCount(inputTokens, 'token')} and wrote ${formatCount(outputTokens, 'token')}${cost}.`
}
