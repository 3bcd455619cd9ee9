import type { Broadcast } from '../core/ports/broadcast.ts'
import type { JobName, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import { systemRandom } from '../core/ports/random.ts'
import type { Store } from '../store/store.ts'
import { type JobList, jobList } from './job-list.ts'
import type { JobQueue } from './job-queue.ts'
import { createLocalBroadcast } from './local-broadcast.ts'

export interface OpenJobsOptions {
  readonly store: Store
  readonly log: Log
  /** Without it, jobs are in the embedded database, which then must be the one in use. */
  readonly redisUrl?: string | undefined
  /** Goes before every key in Redis. */
  readonly prefix?: string
  /** Another list, for tests that cannot wait. */
  readonly list?: JobList
  /** How long a killed process keeps its jobs in Redis, in milliseconds. */
  readonly lockMs?: number
  /** Told of every try that ended: what came of it, and how many seconds it took. */
  readonly onAttempt?: (name: JobName, outcome: 'done' | 'failed' | 'given-back', seconds: number) => void
}

export interface JobRuntime {
  readonly jobs: Jobs
  readonly broadcast: Broadcast
  /** Rejects, saying why, when jobs can be neither added nor taken just now. */
  check(): Promise<void>
  /** Stops without grace what still runs, and lets go of Redis. The store stays open. */
  close(): Promise<void>
}

/** Opens the job queue and the news between processes: on Redis when there is one, else in this process. Throws SetupError. */
export async function openJobs(options: OpenJobsOptions): Promise<JobRuntime> {
  const queue = await openQueue(options)
  const broadcast = await openBroadcast(options)
  return {
    jobs: queue.jobs,
    broadcast,
    check: queue.check,
    async close() {
      await queue.close()
      await broadcast.close()
    },
  }
}

// Each queue's library is loaded only where it is used: half of the time to start would go into the other one.

async function openQueue(options: OpenJobsOptions): Promise<JobQueue> {
  const { store, log, redisUrl, prefix = 'throughline', list = jobList, onAttempt, lockMs } = options
  if (redisUrl) {
    const { openBullmqQueue } = await import('./bullmq/open-queue.ts')
    return openBullmqQueue({ redisUrl, prefix, list, log, onAttempt, ...(lockMs !== undefined && { lockMs }) })
  }
  if (!store.embedded) throw new Error('Jobs on PostgreSQL need Redis: openJobs was given no redisUrl. The configuration must refuse that.')
  const { openEmbeddedQueue } = await import('./embedded/open-queue.ts')
  return openEmbeddedQueue({ sql: store.embedded, list, log, onAttempt })
}

async function openBroadcast({ redisUrl, prefix = 'throughline', log }: OpenJobsOptions): Promise<Broadcast> {
  if (!redisUrl) return createLocalBroadcast(log)
  const { createRedisBroadcast } = await import('./redis/redis-broadcast.ts')
  return createRedisBroadcast({ redisUrl, prefix, log, random: systemRandom })
}
