import { type Job, Queue, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { systemClock } from '../../core/ports/clock.ts'
import type { JobHandlers, JobName, JobPayloads, Jobs } from '../../core/ports/jobs.ts'
import { assertOutsideTransaction } from '../../store/store.ts'
import { type QueueName, queueNames } from '../job-list.ts'
import { createRunningJobs, type JobQueue, type QueueOptions, type RunningJobs, runAttempt } from '../job-queue.ts'
import { connectForBlocking, connectForCommands, createThrottledWarning, disconnect, waitUntilReady } from '../redis/connection.ts'
import { maintainSchedule, toBullmqJobOptions } from './schedule.ts'

export interface BullmqOptions extends QueueOptions {
  readonly redisUrl: string
  /** Prefix of every key, so that several programs can share one Redis. */
  readonly prefix: string
  /** In ms. How long a running job stays with an unresponsive process. */
  readonly lockMs?: number
}

/**
 * Jobs of a killed process return after the lock has expired and two checks for stalled jobs have run, each after a third of the lock
 * time: 25 seconds in total.
 */
const defaultLockMs = 15_000

/** If this many processes died while running a job, the job is considered the cause. */
const maxStalls = 3

/**
 * Opens a job queue on Redis, with BullMQ, for any number of processes. Due times follow the system clock. Throws SetupError if Redis
 * cannot be used.
 */
export async function openBullmqQueue(options: BullmqOptions): Promise<JobQueue> {
  const { list, log, prefix, redisUrl } = options
  const commandConnection = connectForCommands(redisUrl, log)
  const blockingConnection = connectForBlocking(redisUrl, log)
  try {
    await waitUntilReady(commandConnection)
  } catch (error) {
    commandConnection.disconnect()
    blockingConnection.disconnect()
    throw error
  }
  const queues = Object.fromEntries(
    queueNames.map((name) => [name, new Queue(name, { connection: commandConnection, prefix, skipWaitingForReady: true })]),
  ) as Record<QueueName, Queue<JobPayloads[JobName]>>
  for (const queue of Object.values(queues)) queue.on('error', createThrottledWarning(log, 'A queue reported an error'))
  const runningJobs = createRunningJobs()
  const stopping = new AbortController()
  let workers: Worker<JobPayloads[JobName]>[] = []
  let schedule: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined

  async function start(handlers: JobHandlers): Promise<void> {
    workers = queueNames.map((name) => startWorker({ ...options, handlers, runningJobs, connection: blockingConnection }, name))
    schedule = maintainSchedule({ queues, list, log, signal: stopping.signal })
  }

  const jobs: Jobs = {
    async add(name, payload, { delayMs = 0 } = {}) {
      assertOutsideTransaction('A job was added')
      const spec = list.jobs[name]
      await queues[spec.queue].add(name, payload, { ...toBullmqJobOptions(spec), delay: delayMs })
    },
    start,
    stop(graceMs) {
      stopped ??= stop(graceMs)
      return stopped
    },
  }

  async function stop(graceMs: number): Promise<void> {
    stopping.abort()
    // Fetches no new jobs from here on. Resolves once the running jobs have ended.
    const workersClosed = Promise.all(workers.map((worker) => worker.close()))
    await runningJobs.drain(graceMs)
    // Without Redis, this would wait forever.
    const timeout = new AbortController()
    await Promise.race([Promise.all([workersClosed, schedule]), systemClock.sleep(1_000, timeout.signal)])
    timeout.abort()
  }

  return {
    jobs,
    async check() {
      await commandConnection.ping()
    },
    async close() {
      await jobs.stop(0)
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
      await Promise.all([disconnect(commandConnection), disconnect(blockingConnection)])
    },
  }
}

interface WorkerOptions extends BullmqOptions {
  readonly handlers: JobHandlers
  readonly runningJobs: RunningJobs
  readonly connection: Redis
}

function startWorker(options: WorkerOptions, queue: QueueName): Worker<JobPayloads[JobName]> {
  const { list, log, prefix, connection, runningJobs, lockMs = defaultLockMs } = options

  async function run(job: Job<JobPayloads[JobName]>, token: string | undefined, signal: AbortSignal): Promise<void> {
    const attempt = job.attemptsMade + 1
    const last = attempt >= (job.opts.attempts ?? 1)
    const outcome = await runAttempt(options, { name: job.name, payload: job.data }, { attempt, last, signal })
    if (outcome.kind === 'failed') throw outcome.error
    if (outcome.kind === 'released') {
      await job.moveToWait(token)
      throw new WaitingError()
    }
  }

  const worker = new Worker<JobPayloads[JobName]>(queue, (job, token) => runningJobs.run((signal) => run(job, token, signal)), {
    connection,
    prefix,
    concurrency: list.concurrency[queue],
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 3),
    maxStalledCount: maxStalls,
  })
  worker.on('error', createThrottledWarning(log, 'A worker of the queue reported an error'))
  worker.on('stalled', (id) => log.warn({ queue, id }, 'A job of an unresponsive process is run again'))
  // All other failures were reported together with their attempt.
  worker.on('failed', (job, error) => {
    if (/stalled/.test(error.message))
      log.error({ queue, job: job?.name, ...job?.data }, 'A job failed for good: its process ended too often')
  })
  return worker
}
