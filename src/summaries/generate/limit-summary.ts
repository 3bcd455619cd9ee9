import type { LanguageCode } from '../../core/domain/languages.ts'
import { clip, fitToTokens } from '../../core/domain/text.ts'
import { renderSummary, type SummaryContent, summaryListSections } from './template.ts'

export interface SummaryLimit {
  readonly language: LanguageCode
  readonly maxTokens: number
  readonly count: (text: string) => number
}

/**
 * Shortens a summary that is longer than was asked for: the narrative to half of the limit, then the longest lists from their ends. All
 * sections stay.
 */
export function limitSummary(content: SummaryContent, { language, maxTokens, count }: SummaryLimit): SummaryContent {
  const measure = (summary: SummaryContent) => count(renderSummary(summary, language))
  if (measure(content) <= maxTokens) return content
  const { narrative } = content
  const shortened = fitToTokens((length) => clip(narrative, length), { length: narrative.length, tokens: maxTokens / 2, count })
  const lists = { ...content.lists }
  const limited = { narrative: shortened, lists }
  while (measure(limited) > maxTokens) {
    const longest = summaryListSections.reduce((one, other) => (lists[other].length > lists[one].length ? other : one))
    if (lists[longest].length === 0) break
    lists[longest] = lists[longest].slice(0, -Math.ceil(lists[longest].length / 10))
  }
  return limited
}
