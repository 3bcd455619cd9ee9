import type { FeatureJobs } from '../core/ports/jobs.ts'
import type { PrivacyDeps } from './deps.ts'
import { sendExport } from './export/send-export.ts'
import { runForgetRequest } from './forget/forget-job.ts'

export const privacyJobs = (deps: PrivacyDeps): FeatureJobs<'forget' | 'export'> => ({
  forget: ({ forgetRequestId }, run) => runForgetRequest(deps, forgetRequestId, run),
  export: ({ exportId }, run) => sendExport(deps, exportId, run),
})
