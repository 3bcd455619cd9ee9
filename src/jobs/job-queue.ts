import type { JobName, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { JobList } from './job-list.ts'
import type { AttemptOutcome } from './run-attempt.ts'

/** What both kinds of queue are opened with. */
export interface QueueOptions {
  readonly list: JobList
  readonly log: Log
  /** Told of every try that ended; `seconds` is how long it took. */
  readonly onAttempt?: ((name: JobName, outcome: AttemptOutcome['kind'], seconds: number) => void) | undefined
}

export interface JobQueue {
  readonly jobs: Jobs
  /** Rejects, saying why, when jobs can be neither added nor taken just now. */
  check(): Promise<void>
  /** Lets go of everything; running jobs are stopped first, without grace. */
  close(): Promise<void>
}
