import { countReplyTokens, findLimitDay } from '../conversation/limits.ts'
import { formatCost, loadUsageByDay, type Price, sumUsage, tokensOf, type UsageRow, type UsageTotals } from '../conversation/usage.ts'
import { formatList, type Translate } from '../core/messages/messages.ts'
import { timeOfDay } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { todayOf } from './shared/wording.ts'

const days = 7

export const usage: Command = {
  declaration: { name: 'usage', help: 'usage.help', arguments: [] },
  async run({ store, clock, defaultTimezone, tokensPerDay, price }, context) {
    const { timezone, user } = context
    const today = todayOf(context)
    const rows = await loadUsageByDay(store.db, { userId: user.id, timezone, until: today, days })
    const { begins, ends } = findLimitDay(clock.now(), defaultTimezone)
    const { translate } = context
    const terms = { translate, price }
    const sections = [
      translate('usage.today', { usage: formatUsageTotals(sumUsage(rows.filter(({ day }) => day === today)), terms) }),
      translate('usage.days', { days, usage: formatUsageTotals(sumUsage(rows), terms) }),
      formatModelsLine(rows, terms),
      tokensPerDay === 0
        ? translate('usage.noLimit')
        : translate('usage.limit', {
            limit: translate('count.tokens', { count: tokensPerDay }),
            percent: Math.min(100, Math.floor(((await countReplyTokens(store.db, user.id, begins)) / tokensPerDay) * 100)),
            time: timeOfDay(ends, timezone),
            timezone,
          }),
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

interface UsageTerms {
  readonly translate: Translate
  /** If absent, no cost is shown. */
  readonly price: Price | undefined
}

function formatUsageTotals(usage: UsageTotals, { translate, price }: UsageTerms): string {
  const { calls, summaries } = usage
  if (calls + summaries === 0) return translate('usage.nothing')
  const requests = [
    translate('usage.calls', { count: calls }),
    ...(summaries > 0 ? [translate('usage.summaries', { count: summaries })] : []),
  ]
  return translate('usage.totals', {
    requests: formatList(requests, translate),
    tokens: formatTokens(usage, translate),
    cost: price ? formatCost(price, usage, translate.locale) : 'none',
  })
}

function formatTokens({ inputTokens, outputTokens, estimatedTokens }: UsageTotals, translate: Translate): string {
  const count = (tokens: number) => translate('count.tokens', { count: tokens })
  const counted = translate('usage.counted', { input: count(inputTokens), output: count(outputTokens) })
  if (estimatedTokens === 0) return counted
  const tokens = count(estimatedTokens)
  return inputTokens + outputTokens > 0 ? translate('usage.alsoEstimated', { counted, tokens }) : translate('usage.estimated', { tokens })
}

/** Formats the usage of each model. Empty unless there are several models. */
function formatModelsLine(rows: readonly UsageRow[], { translate, price }: UsageTerms): string {
  const models = [...new Set(rows.map(({ model }) => model))]
  if (models.length < 2) return ''
  const lines = models.map((model) => {
    const usage = sumUsage(rows.filter((row) => row.model === model))
    const tokens = translate('count.tokens', { count: tokensOf(usage) })
    return `- ${model ?? translate('usage.unknownModel')}: ${tokens}${price ? `, ${formatCost(price, usage, translate.locale)}` : ''}`
  })
  return [translate('usage.byModel'), ...lines].join('\n')
}
