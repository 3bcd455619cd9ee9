import { isBackgroundLimitReached } from '../budget/background-work.ts'
import { findLastContext, formatPartName, type LastContext, type PartReport } from '../conversation/context/report.ts'
import { formatCost, type Price } from '../conversation/usage.ts'
import type { Translate } from '../core/messages/messages.ts'
import { dayLabelOf, timeOfDay } from '../core/ports/clock.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

export const context: Command = {
  declaration: { name: 'context', help: 'context.help', arguments: [] },
  async run({ store, price, summaries }, context) {
    const last = await findLastContext(store.db, context.scope.threadId)
    const { translate, timezone } = context
    if (!last) return { text: translate('context.none') }
    const { report } = last
    const count = (tokens: number) => translate('count.tokens', { count: tokens })
    const sections = [
      translate('context.heading', {
        day: formatDayTitle(dayLabelOf(last.startedAt, timezone), context),
        time: timeOfDay(last.startedAt, timezone),
      }),
      translate('context.total', { model: last.model ?? report.model, total: count(report.total), limit: count(report.limit) }),
      report.parts.map((part) => formatPartLine(part, translate)).join('\n'),
      formatToolsLine(last, translate),
      [formatUsageLine(last, price, translate), formatCachedShare(last, translate)].join(' ').trim(),
      (await isBackgroundLimitReached(store.db, summaries, context.user.id)) ? translate('context.backgroundLimit') : '',
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

/** Formats a part. The reasons for omissions are those of the log, and in English. */
function formatPartLine({ name, tokens, items, omitted }: PartReport, translate: Translate): string {
  const missing = omitted.map(({ what, why }) => `${what} (${why})`).join(', ')
  return [
    `- ${formatPartName(name, translate)}: ${translate('count.tokens', { count: tokens })}`,
    ...(items > 0 ? [translate('count.items', { count: items })] : []),
    ...(missing ? [translate('context.omitted', { items: missing })] : []),
  ].join(' · ')
}

/** Formats the tools that were called, each once: "conversation_get × 13 (64 ms)". */
function formatToolsLine({ report }: LastContext, translate: Translate): string {
  const { toolCalls = [], moreToolCalls = 0 } = report
  const groups = new Map<string, { readonly name: string; readonly failed: boolean; readonly calls: number; readonly ms: number }>()
  for (const { name, failed = false, ms } of toolCalls) {
    const group = groups.get(`${name} ${failed}`) ?? { name, failed, calls: 0, ms: 0 }
    groups.set(`${name} ${failed}`, { ...group, calls: group.calls + 1, ms: group.ms + ms })
  }
  const tools = [...groups.values()].map(({ name, failed, calls, ms }) => {
    const times = calls > 1 ? ` × ${calls}` : ''
    return `${name}${times} (${Math.round(ms)} ms${failed ? `, ${translate('context.failed')}` : ''})`
  })
  const more = moreToolCalls > 0 ? [translate('context.moreCalls', { count: moreToolCalls })] : []
  return tools.length === 0 ? '' : translate('context.used', { calls: [...tools, ...more].join(', ') })
}

/** Formats the server's token count over all calls of the turn. Empty if the server does not report it. */
function formatUsageLine({ inputTokens, outputTokens }: LastContext, price: Price | undefined, translate: Translate): string {
  if (inputTokens === null || outputTokens === null) return ''
  return translate('context.usage', {
    input: translate('count.tokens', { count: inputTokens }),
    output: translate('count.tokens', { count: outputTokens }),
    cost: price ? formatCost(price, { inputTokens, outputTokens }, translate.locale) : 'none',
  })
}

/** Formats the share of the input that the server read from its prefix cache. Empty if the server does not report it. */
const formatCachedShare = ({ inputTokens, cachedTokens }: LastContext, translate: Translate): string =>
  inputTokens && cachedTokens !== null ? translate('context.cached', { percent: Math.round((100 * cachedTokens) / inputTokens) }) : ''
