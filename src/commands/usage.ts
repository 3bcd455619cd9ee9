import { countBackgroundTokens } from '../budget/background-work.ts'
import type { CommandContext } from '../conversation/deps.ts'
import { countReplyTokens } from '../conversation/limits.ts'
import { formatCost, loadUsageByDay, type Price, sumUsage, tokensOf, type UsageRow, type UsageTotals } from '../conversation/usage.ts'
import { formatList, type Translate } from '../core/messages/messages.ts'
import { findLimitDay, timeOfDay } from '../core/ports/clock.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { todayOf } from './shared/wording.ts'

const days = 7

export const usage: Command = {
  declaration: { name: 'usage', help: 'usage.help', arguments: [] },
  async run(deps, context) {
    const { store, clock, defaultTimezone, tokensPerDay, price } = deps
    const { timezone, user, scope } = context
    const today = todayOf(context)
    const rows = await loadUsageByDay(store.db, { userId: user.id, timezone, until: today, days })
    const { begins, ends } = findLimitDay(clock.now(), defaultTimezone)
    const { translate } = context
    const limitTime = { time: timeOfDay(ends, timezone), timezone }
    const terms = { translate, price }
    const sections = [
      translate('usage.today', { usage: formatUsageTotals(sumUsage(rows.filter(({ day }) => day === today)), terms) }),
      translate('usage.days', { days, usage: formatUsageTotals(sumUsage(rows), terms) }),
      formatModelsLine(rows, terms),
      tokensPerDay === 0
        ? translate('usage.noLimit')
        : translate('usage.limit', {
            limit: translate('count.tokens', { count: tokensPerDay }),
            percent: percentOf(await countReplyTokens(store.db, scope.threadId, begins), tokensPerDay),
            ...limitTime,
          }),
      await formatBackgroundLine(deps, context, { begins, limitTime }),
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

const percentOf = (tokens: number, limit: number): number => Math.min(100, Math.floor((tokens / limit) * 100))

interface LimitDay {
  readonly begins: Date
  readonly limitTime: { readonly time: string; readonly timezone: string }
}

/** Formats how much of the limit of background work is used. Empty if there is no limit, or no language model. */
async function formatBackgroundLine(
  { store, summaries }: CommandDeps,
  { user, translate }: CommandContext,
  { begins, limitTime }: LimitDay,
): Promise<string> {
  const { tokensPerDay, offlineModel } = summaries.backgroundWork
  if (tokensPerDay === 0 || summaries.model === offlineModel) return ''
  const percent = percentOf(await countBackgroundTokens(store.db, user.id, begins), tokensPerDay)
  return translate('usage.background', { limit: translate('count.tokens', { count: tokensPerDay }), percent, ...limitTime })
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
