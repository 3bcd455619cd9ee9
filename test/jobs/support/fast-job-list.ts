import type { JobName } from '../../../src/core/ports/jobs.ts'
import { type JobList, type JobSpec, jobList, type QueueName, queueNames } from '../../../src/jobs/job-list.ts'

export interface JobListChanges {
  readonly jobs?: Partial<Record<JobName, Partial<JobSpec>>>
  readonly concurrency?: Partial<Record<QueueName, number>>
}

/** The real list with waits a test can stand, and nothing scheduled but what `changes` says. */
export function fastJobList({ jobs = {}, concurrency = {} }: JobListChanges = {}): JobList {
  const specs = Object.entries(jobList.jobs).map(([name, { queue, attempts }]) => {
    const quick: JobSpec = { queue, attempts, backoffMs: 20, ...jobs[name as JobName] }
    return [name, quick]
  })
  const slots = queueNames.map((name) => [name, concurrency[name] ?? jobList.concurrency[name]])
  return { jobs: Object.fromEntries(specs), concurrency: Object.fromEntries(slots) }
}
