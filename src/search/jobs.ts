import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { SearchDeps } from './deps.ts'
import { refreshIndex } from './index/update-index.ts'
import { updateEmbeddings } from './vectors/embed-pending.ts'

export const searchJobs = (deps: SearchDeps): FeatureJobs<'index-thread' | 'embed-pending'> => ({
  'index-thread': async ({ threadId }, { signal }) => void (await refreshIndex(deps, threadId, { signal })),
  'embed-pending': (_, run) => updateEmbeddings(deps, run),
})
