import type { DayLabel } from '../../src/core/domain/ids.ts'
import type { TranscriptLine } from '../../src/core/domain/text.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { generateSummary } from '../../src/summaries/generate/generate-summary.ts'
import { defaultSummarySettings } from '../../src/summaries/settings.ts'

export type Said = string | readonly [role: TranscriptLine['role'], text: string]

/** What the assistant says. */
export const bot = (text: string): Said => ['assistant', text]

/** Messages with the ids 1, 2, 3; the person's where no role is given. */
export const linesOf = (said: readonly Said[], firstId = 1): TranscriptLine[] =>
  said.map((one, index) => {
    const [role, text] = typeof one === 'string' ? (['user', one] as const) : one
    return { id: firstId + index, time: '09:14', role, name: role === 'user' ? 'Ana' : '', text }
  })

/** The offline summary of a day. */
export async function summaryOf(said: readonly Said[], options: { language?: string; soFar?: string; firstId?: number } = {}) {
  const lines = linesOf(said, options.firstId)
  const ids = new Set(Array.from({ length: (options.firstId ?? 1) + said.length }, (_, id) => id))
  const material = {
    dayLabel: '2026-11-18' as DayLabel,
    language: options.language ?? 'en',
    lines,
    citableIds: ids,
    ...(options.soFar !== undefined && { existingSummary: options.soFar }),
  }
  const { signal } = new AbortController()
  return (await generateSummary({ model: offlineSummarizer, summarySettings: defaultSummarySettings }, material, signal)).markdown
}

/** The bullets under a heading. */
export const under = (markdown: string, heading: string): string[] =>
  (markdown.split(`## ${heading}\n`)[1] ?? '')
    .split('\n\n')[0]!
    .split('\n')
    .map((bullet) => bullet.replace(/^- /, ''))

/** The bullets of all lists, without those of empty ones. */
export const bulletsOf = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => (/^- .*\[#\d+\]$/.test(line) ? line.slice(2) : []))
