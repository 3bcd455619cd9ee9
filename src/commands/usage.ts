import { countReplyTokens, findLimitDay } from '../conversation/limits.ts'
import { formatCost, loadUsageByDay, type Price, sumUsage, tokensOf, type UsageRow, type UsageTotals } from '../conversation/usage.ts'
import { formatCount } from '../core/domain/text.ts'
import { timeOfDay } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { todayOf } from './shared/wording.ts'

const days = 7

export const usage: Command = {
  declaration: { name: 'usage', help: 'Show what you have used today and in the last 7 days', arguments: [] },
  async run({ store, clock, defaultTimezone, tokensPerDay, price }, context) {
    const { timezone, user } = context
    const today = todayOf(context)
    const rows = await loadUsageByDay(store.db, { userId: user.id, timezone, until: today, days })
    const { begins, ends } = findLimitDay(clock.now(), defaultTimezone)
    const sections = [
      `**Today:** ${formatUsageTotals(sumUsage(rows.filter(({ day }) => day === today)), price)}`,
      `**The last ${days} days:** ${formatUsageTotals(sumUsage(rows), price)}`,
      formatModelsLine(rows, price),
      tokensPerDay === 0
        ? 'There is no limit on tokens.'
        : formatLimitLine(await countReplyTokens(store.db, user.id, begins), tokensPerDay, { ends, timezone }),
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

function formatUsageTotals(usage: UsageTotals, price: Price | undefined): string {
  if (usage.calls + usage.summaries === 0) return 'nothing yet.'
  const { calls, summaries, inputTokens, outputTokens, estimatedTokens } = usage
  const requests = [formatCount(calls, 'call'), summaries > 0 && formatCount(summaries, 'day summary', 'day summaries')]
    .filter(Boolean)
    .join(' and ')
  const isCounted = inputTokens + outputTokens > 0 || estimatedTokens === 0
  const exact = `The model read ${formatCount(inputTokens, 'token')} and wrote ${formatCount(outputTokens, 'token')}`
  const tokens = [
    ...(isCounted ? [exact] : []),
    ...(estimatedTokens > 0
      ? [`${isCounted ? 'and was' : 'The model was'} shown about ${formatCount(estimatedTokens, 'token')} that its server did not count`]
      : []),
  ].join(', ')
  const cost = price ? `, for ${formatCost(price, usage)}` : ''
  return `${requests}. ${tokens}${cost}.`
}

/** Formats the usage of each model. Empty unless there are several models. */
function formatModelsLine(rows: readonly UsageRow[], price: Price | undefined): string {
  const models = [...new Set(rows.map(({ model }) => model))]
  if (models.length < 2) return ''
  const lines = models.map((model) => {
    const usage = sumUsage(rows.filter((row) => row.model === model))
    return `- ${model ?? 'unknown'}: ${formatCount(tokensOf(usage), 'token')}${price ? `, ${formatCost(price, usage)}` : ''}`
  })
  return ['By model, in this period:', ...lines].join('\n')
}

function formatLimitLine(used: number, limit: number, { ends, timezone }: { ends: Date; timezone: string }): string {
  const percent = Math.min(100, Math.floor((used / limit) * 100))
  return `Replies to you may use ${formatCount(limit, 'token')} a day: ${percent}% is used, and the count restarts at ${timeOfDay(ends, timezone)} (${timezone}).`
}
