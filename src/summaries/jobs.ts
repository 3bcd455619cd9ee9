import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { SummaryDeps } from './deps.ts'
import { postDigests } from './digest/post-digests.ts'
import { finalizeDays } from './finalize-days.ts'
import { summarizeDay } from './run/summarize-day.ts'

export const summaryJobs = (
  deps: SummaryDeps & { readonly metrics: Metrics },
): FeatureJobs<'summarize-day' | 'finalize-days' | 'post-digests'> => ({
  'summarize-day': async (request, run) => {
    const outcome = await summarizeDay(deps, request, run)
    deps.metrics.count('summaries', { mode: request.mode, outcome })
  },
  'finalize-days': () => finalizeDays(deps),
  'post-digests': () => postDigests(deps),
})
