import type { CommandContext } from '../conversation/parts.ts'
import { costOf, type Price, replyTokensSince, tokensOf, totalOf, type Usage, type UsageRow, usageByDay } from '../conversation/usage.ts'
import { endOfDay, startOfDay, timeOfDay } from '../core/clock.ts'
import type { Command } from './command.ts'
import { counted, money, todayOf } from './wording.ts'

const days = 7

export const usage: Command = {
  declaration: { name: 'usage', help: 'What you have used today and in the last 7 days', arguments: [] },
  async run({ store, tokensPerDay, price }, given) {
    const { timezone, user } = given
    const today = todayOf(given)
    const rows = await usageByDay(store.db, { userId: user.id, timezone, until: today, days })
    const sections = [
      `**Today:** ${inWords(totalOf(rows.filter(({ day }) => day === today)), price)}`,
      `**The last ${days} days:** ${inWords(totalOf(rows), price)}`,
      modelsLine(rows, price),
      tokensPerDay === 0
        ? 'There is no limit on tokens.'
        : limitLine(await replyTokensSince(store.db, user.id, startOfDay(today, timezone)), tokensPerDay, given),
    ]
    return { text: sections.filter((section) => section !== '').join('\n\n') }
  },
}

function inWords(usage: Usage, price: Price | undefined): string {
  if (usage.calls + usage.summaries === 0) return 'nothing yet.'
  const { calls, summaries, inputTokens, outputTokens, estimatedTokens } = usage
  const asked = [counted(calls, 'call'), summaries > 0 && counted(summaries, 'day summary', 'day summaries')].filter(Boolean).join(' and ')
  const uncounted = estimatedTokens > 0 ? `, and about ${counted(estimatedTokens, 'token')} more that its server did not count` : ''
  const cost = price ? `, for ${money(costOf(price, usage), price.currency)}` : ''
  return `${asked}. The model read ${counted(inputTokens, 'token')} and wrote ${counted(outputTokens, 'token')}${uncounted}${cost}.`
}

/** Only where there are several: else it says nothing new. */
function modelsLine(rows: readonly UsageRow[], price: Price | undefined): string {
  const models = [...new Set(rows.map(({ model }) => model))]
  if (models.length < 2) return ''
  const lines = models.map((model) => {
    const usage = totalOf(rows.filter((row) => row.model === model))
    return `- ${model ?? 'unknown'}: ${counted(tokensOf(usage), 'token')}${price ? `, ${money(costOf(price, usage), price.currency)}` : ''}`
  })
  return ['By model, in these days:', ...lines].join('\n')
}

function limitLine(used: number, limit: number, when: CommandContext): string {
  const percent = Math.min(100, Math.floor((used / limit) * 100))
  const begins = timeOfDay(endOfDay(todayOf(when), when.timezone), when.timezone)
  return `Replies to you may use ${counted(limit, 'token')} a day: ${percent}% of it is used, and it begins anew at ${begins} (${when.timezone}).`
}
