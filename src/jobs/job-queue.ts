import type { JobName, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { JobList } from './job-list.ts'
import type { AttemptOutcome } from './run-attempt.ts'

/** The options of both kinds of queue. */
export interface QueueOptions {
  readonly list: JobList
  readonly log: Log
  /** Called after each attempt. `seconds` is its duration. */
  readonly onAttempt?: ((name: JobName, outcome: AttemptOutcome['kind'], seconds: number) => void) | undefined
}

export interface JobQueue {
  readonly jobs: Jobs
  /** Rejects with the reason if jobs can be neither added nor fetched. */
  check(): Promise<void>
  /** Aborts running jobs, then releases all resources. */
  close(): Promise<void>
}
