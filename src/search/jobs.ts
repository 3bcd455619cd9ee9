import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { RecallParts } from './index/index-thread.ts'
import { updateIndex } from './index/update-index.ts'
import { type EmbedParts, embedPending } from './vectors/embed-pending.ts'

export const searchJobs = (deps: RecallParts & EmbedParts): FeatureJobs<'index-thread' | 'embed-pending'> => ({
  'index-thread': async ({ threadId }, { signal }) => void (await updateIndex(deps, threadId, { signal })),
  'embed-pending': (_, run) => embedPending(deps, run),
})
