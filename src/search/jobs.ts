import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { SearchDeps } from './deps.ts'
import { updateIndex } from './index/update-index.ts'
import { embedPending } from './vectors/embed-pending.ts'

export const searchJobs = (deps: SearchDeps): FeatureJobs<'index-thread' | 'embed-pending'> => ({
  'index-thread': async ({ threadId }, { signal }) => void (await updateIndex(deps, threadId, { signal })),
  'embed-pending': (_, run) => embedPending(deps, run),
})
