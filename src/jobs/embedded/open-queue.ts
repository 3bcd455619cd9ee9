import { messageOf } from '../../core/domain/errors.ts'
import { systemClock } from '../../core/ports/clock.ts'
import type { JobHandlers, Jobs } from '../../core/ports/jobs.ts'
import { assertOutsideTransaction, type EmbeddedSql } from '../../store/store.ts'
import { listScheduledJobs, type QueueName, queueNames } from '../job-list.ts'
import type { JobQueue, QueueOptions } from '../job-queue.ts'
import { createRunningJobs } from '../run-attempt.ts'
import { computeScheduledJobIds, openPgBossStore } from './pg-boss-store.ts'
import { type QueueLoop, startQueueLoop } from './queue-loop.ts'

export interface EmbeddedQueueOptions extends QueueOptions {
  readonly sql: EmbeddedSql
  /** How often a queue is polled without a wake-up, in ms. */
  readonly pollIntervalMs?: number
}

const maintenanceIntervalMs = 10 * 60_000

/**
 * Opens a job queue in the embedded database, with pg-boss. Only one process has that database open, so that process adds every job:
 * `add` wakes the loops, and they hardly need to poll. Due times follow the system clock, not the clock port.
 */
export async function openEmbeddedQueue(options: EmbeddedQueueOptions): Promise<JobQueue> {
  const { sql, list, log, onAttempt, pollIntervalMs = 10_000 } = options
  const jobStore = await openPgBossStore(sql, log)
  const scheduledIds = computeScheduledJobIds(list)
  const runningJobs = createRunningJobs()
  const loops = new Map<QueueName, QueueLoop>()
  const stopping = new AbortController()
  const repeatingTasks: Promise<void>[] = []
  let stopped: Promise<void> | undefined

  async function start(handlers: JobHandlers): Promise<void> {
    const { requeued, failed } = await jobStore.recover()
    if (requeued > 0) log.warn({ jobs: requeued }, 'Jobs that ran when the process ended are run again')
    if (failed > 0) log.error({ jobs: failed }, 'Jobs were given up: the process ended during their last try')
    // A leftover schedule entry would keep its id from being added again.
    for (const { name, spec } of listScheduledJobs(list)) await jobStore.remove(spec.queue, scheduledIds.get(name) ?? '')
    for (const queue of queueNames) {
      // Loaded before the first poll: otherwise a job that becomes due in between would be missed.
      const delays = await jobStore.listDelays(queue)
      const loop = startQueueLoop({ jobStore, queue, list, handlers, log, onAttempt, runningJobs, scheduledIds, pollIntervalMs })
      loops.set(queue, loop)
      for (const ms of delays) loop.wakeIn(ms)
    }
    for (const { name, spec, everyMs } of listScheduledJobs(list))
      repeat(everyMs, async () => {
        await jobStore.add({
          queue: spec.queue,
          job: { name, payload: {} },
          attempts: spec.attempts,
          delayMs: 0,
          id: scheduledIds.get(name) ?? '',
        })
        loops.get(spec.queue)?.wake()
      })
    repeat(maintenanceIntervalMs, () => jobStore.maintain())
  }

  /** Repeats work until the process stops. Failures are logged. */
  function repeat(everyMs: number, work: () => Promise<void>): void {
    const task = (async () => {
      while (!stopping.signal.aborted) {
        await work().catch((error) => log.error({ error }, `The maintenance of the embedded job queue failed: ${messageOf(error)}`))
        await systemClock.sleep(everyMs, stopping.signal)
      }
    })()
    repeatingTasks.push(task)
  }

  const jobs: Jobs = {
    async add(name, payload, { delayMs = 0 } = {}) {
      assertOutsideTransaction('A job was added')
      const { queue, attempts } = list.jobs[name]
      await jobStore.add({ queue, job: { name, payload }, attempts, delayMs })
      const loop = loops.get(queue)
      if (delayMs > 0) loop?.wakeIn(delayMs)
      else loop?.wake()
    },
    start,
    stop(graceMs) {
      stopped ??= stop(graceMs)
      return stopped
    },
  }

  async function stop(graceMs: number): Promise<void> {
    stopping.abort()
    const loopsStopped = [...loops.values()].map((loop) => loop.stop())
    await runningJobs.drain(graceMs)
    await Promise.all([...loopsStopped, ...repeatingTasks])
  }

  return {
    jobs,
    async check() {
      await sql.query('SELECT 1 FROM pgboss.version', [])
    },
    async close() {
      await jobs.stop(0)
      await jobStore.close()
    },
  }
}
