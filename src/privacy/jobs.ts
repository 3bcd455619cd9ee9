import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { RightsParts } from './deps.ts'
import { sendExport } from './export/send-export.ts'
import { runForgetRequest } from './forget/forget-job.ts'

export const privacyJobs = (deps: RightsParts): FeatureJobs<'forget' | 'export'> => ({
  forget: ({ forgetRequestId }, run) => runForgetRequest(deps, forgetRequestId, run),
  export: ({ exportId }, run) => sendExport(deps, exportId, run),
})
