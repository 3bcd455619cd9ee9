import { h } from 'preact'
import { z } from 'zod'
import { type SearchOutput, searchConversation } from '../../../src/search/search.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebDeps } from '../options.ts'
import { type PageLanguage, renderIn } from '../pages/language.tsx'
import { Results } from '../pages/results.tsx'
import { dayIn } from '../routes/input.ts'

/** The number of recent days, including today. */
const recentDays = 14
const resultsAtOnce = 10

export const searchShape = z.object({
  query: z.string('expected a text').trim().min(1, 'page.error.query-empty').max(500, 'page.error.query-length'),
  scope: z.enum(['day', 'recent', 'all'], 'expected day, recent or all').default('all'),
  day: z.string('expected a date').optional(),
  cursor: z.string('expected a text').max(1_000, 'expected what the page before gave').optional(),
})

const nothing: SearchOutput = { results: [], total_estimate: 0, signals: { fts: true, semantic: false } }

interface SearchCaller {
  readonly scope: Scope | undefined
  readonly language: PageLanguage
}

/** Returns one page of results, as data and as HTML. Without a scope, there is nothing to search yet. Throws InputError. */
export async function runSearch(deps: WebDeps, { scope, language }: SearchCaller, input: z.output<typeof searchShape>) {
  const day = input.scope === 'day' && input.day !== undefined ? { day: dayIn(input.day) } : {}
  const recency = input.scope === 'recent' ? { recency_days: recentDays } : {}
  const cursor = input.cursor === undefined ? {} : { cursor: input.cursor }
  const output = scope
    ? await searchConversation(deps, scope, { query: input.query, limit: resultsAtOnce, ...day, ...recency, ...cursor })
    : nothing
  return { ...output, html: renderIn(language, h(Results, { output, isFirstPage: input.cursor === undefined })) }
}
