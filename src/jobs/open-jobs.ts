import type { Broadcast } from '../core/ports/broadcast.ts'
import type { JobName, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import { systemRandom } from '../core/ports/random.ts'
import type { RateLimits } from '../core/ports/rate-limits.ts'
import type { Store } from '../store/store.ts'
import { createLocalBroadcast } from './embedded/open-queue.ts'
import { type JobList, jobList } from './job-list.ts'
import { type JobQueue, openLocalFirst } from './job-queue.ts'
import { createRateLimits } from './rate-limits.ts'

export interface OpenJobsOptions {
  readonly store: Store
  readonly log: Log
  /** If absent, jobs are stored in the embedded database, which must then be in use. */
  readonly redisUrl?: string | undefined
  /** Prefix of every key in Redis. */
  readonly prefix?: string
  /** A different list, for tests. */
  readonly list?: JobList
  /** In ms. How long a killed process keeps its jobs in Redis. */
  readonly lockMs?: number
  /** Called after each attempt with its outcome and duration. */
  readonly onAttempt?: (name: JobName, outcome: 'done' | 'failed' | 'released', seconds: number) => void
}

export interface JobRuntime {
  readonly jobs: Jobs
  readonly broadcast: Broadcast
  readonly rateLimits: RateLimits
  /** Rejects with the reason if jobs can be neither added nor fetched. */
  check(): Promise<void>
  /** Aborts running jobs and disconnects from Redis. The store stays open. */
  close(): Promise<void>
}

/** Opens the job queue and the broadcast: on Redis if configured, otherwise in this process. Throws SetupError. */
export async function openJobs(options: OpenJobsOptions): Promise<JobRuntime> {
  const queue = await openQueue(options)
  const broadcast = await openBroadcast(options)
  const limits = await openRateLimits(options)
  return {
    jobs: queue.jobs,
    broadcast,
    rateLimits: limits.rateLimits,
    check: queue.check,
    async close() {
      await queue.close()
      await broadcast.close()
      await limits.close()
    },
  }
}

// Each queue's library is loaded only if it is used, which halves the startup time.

async function openQueue(options: OpenJobsOptions): Promise<JobQueue> {
  const { store, log, redisUrl, prefix = 'throughline', list = jobList, onAttempt, lockMs } = options
  if (redisUrl) {
    const { openBullmqQueue } = await import('./bullmq/open-queue.ts')
    return openLocalFirst({ list, log, onAttempt }, (options) =>
      openBullmqQueue({ ...options, redisUrl, prefix, ...(lockMs !== undefined && { lockMs }) }),
    )
  }
  const { embedded: sql } = store
  if (!sql) throw new Error('Jobs on PostgreSQL need Redis, but redisUrl is missing. The configuration must reject that.')
  const { openEmbeddedQueue } = await import('./embedded/open-queue.ts')
  return openLocalFirst({ list, log, onAttempt }, (options) => openEmbeddedQueue({ ...options, sql }))
}

async function openRateLimits({ redisUrl, prefix = 'throughline', log }: OpenJobsOptions) {
  if (!redisUrl) return { rateLimits: createRateLimits(), close: async () => {} }
  const { connectForCommands, disconnect } = await import('./redis/connection.ts')
  const redis = connectForCommands(redisUrl, log)
  return { rateLimits: createRateLimits({ redis, prefix }), close: () => disconnect(redis) }
}

async function openBroadcast({ redisUrl, prefix = 'throughline', log }: OpenJobsOptions): Promise<Broadcast> {
  if (!redisUrl) return createLocalBroadcast(log)
  const { createRedisBroadcast } = await import('./redis/redis-broadcast.ts')
  return createRedisBroadcast({ redisUrl, prefix, log, random: systemRandom })
}
