import { setMaxListeners } from 'node:events'
import { messageOf } from '../../core/domain/errors.ts'
import type { Broadcast, BroadcastEvent } from '../../core/ports/broadcast.ts'
import { computeBackoffMs, systemClock } from '../../core/ports/clock.ts'
import type { JobHandlers, Jobs } from '../../core/ports/jobs.ts'
import type { Log } from '../../core/ports/log.ts'
import { assertOutsideTransaction, type EmbeddedSql } from '../../store/store.ts'
import { isJobName, listScheduledJobs, type QueueName, queueNames } from '../job-list.ts'
import {
  type AttemptOptions,
  type AttemptOutcome,
  createRunningJobs,
  type JobQueue,
  type QueueOptions,
  type RunningJobs,
  runAttempt,
} from '../job-queue.ts'
import { type ClaimedJob, computeScheduledJobIds, openPgBossStore, type PgBossStore } from './pg-boss-store.ts'

export interface EmbeddedQueueOptions extends QueueOptions {
  readonly sql: EmbeddedSql
  /** In ms. How often a queue is polled without a wake-up. */
  readonly pollIntervalMs?: number
}

const maintenanceIntervalMs = 10 * 60_000

/**
 * Opens a job queue in the embedded database, with pg-boss. Only one process has that database open and adds every job, so `add` wakes the
 * loops and they rarely need to poll. Due times follow the system clock, not the clock port.
 */
export async function openEmbeddedQueue(options: EmbeddedQueueOptions): Promise<JobQueue> {
  const { sql, list, log, onAttempt, pollIntervalMs = 10_000 } = options
  const jobStore = await openPgBossStore(sql, log)
  const scheduledIds = computeScheduledJobIds(list)
  const runningJobs = createRunningJobs()
  const loops = new Map<QueueName, QueueLoop>()
  const stopping = new AbortController()
  // Every scheduled job waits for it.
  setMaxListeners(0, stopping.signal)
  const repeatingTasks: Promise<void>[] = []
  let stopped: Promise<void> | undefined

  async function start(handlers: JobHandlers): Promise<void> {
    const { requeued, failed } = await jobStore.recover()
    if (requeued > 0) log.warn({ jobs: requeued }, 'Jobs that were running when the process ended are run again')
    if (failed > 0) log.error({ jobs: failed }, 'Jobs failed for good: the process ended during their last attempt')
    // A leftover job would prevent another job with the same id from being added.
    for (const { name, spec } of listScheduledJobs(list)) await jobStore.remove(spec.queue, scheduledIds.get(name) ?? '')
    for (const queue of queueNames) {
      // Loaded before the first poll. Otherwise, a job that becomes due in between would be missed.
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

  /** Repeats work until the process stops. Logs failures. */
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

interface QueueLoop {
  /** Polls at once. */
  wake(): void
  /** Polls in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Fetches no new jobs. Resolves when the current poll has ended. */
  stop(): Promise<void>
}

interface QueueLoopOptions extends AttemptOptions {
  readonly jobStore: PgBossStore
  readonly queue: QueueName
  readonly runningJobs: RunningJobs
  /** The fixed ids of scheduled jobs, by name. A job is deleted when it ends, so that the next one can be added. */
  readonly scheduledIds: ReadonlyMap<string, string>
  /** Every job wakes the loop when it is due. Polling is a fallback in case of errors. */
  readonly pollIntervalMs: number
}

function startQueueLoop(options: QueueLoopOptions): QueueLoop {
  const { jobStore, queue, list, log, runningJobs, scheduledIds, pollIntervalMs } = options
  const capacity = list.concurrency[queue]
  const timer = createWakeTimer()
  let activeCount = 0
  let stopped = false

  async function claimDueJobs(): Promise<void> {
    while (!stopped && activeCount < capacity) {
      const freeSlots = capacity - activeCount
      const claimed = await jobStore.claim(queue, freeSlots)
      for (const job of claimed) void runningJobs.run((signal) => run(job, signal))
      if (claimed.length < freeSlots) return
    }
  }

  async function run(claimed: ClaimedJob, signal: AbortSignal): Promise<void> {
    activeCount++
    const { id, job, attempt, last } = claimed
    const outcome: AttemptOutcome = stopped ? { kind: 'released' } : await runAttempt(options, job, { attempt, last, signal })
    await storeOutcome(claimed, outcome).catch((error) =>
      log.error({ error, job: job.name, id }, `The outcome of a job could not be stored: ${messageOf(error)}. The job will be run again`),
    )
    if (activeCount-- === capacity) timer.wake()
  }

  async function storeOutcome({ id, job, attempt, last }: ClaimedJob, outcome: AttemptOutcome): Promise<void> {
    if (outcome.kind === 'released') return jobStore.release(queue, id)
    if (outcome.kind === 'failed' && !last && isJobName(list, job.name)) {
      const delayMs = computeBackoffMs(attempt, { firstMs: list.jobs[job.name].backoffMs })
      await jobStore.retryIn(queue, id, delayMs)
      return wakeIn(delayMs)
    }
    if (scheduledIds.get(job.name) === id) return jobStore.remove(queue, id)
    return outcome.kind === 'failed' ? jobStore.fail(queue, id) : jobStore.complete(queue, id)
  }

  // Timers may fire slightly early, but a job is due only once its millisecond has passed.
  const wakeIn = (ms: number) => timer.wakeIn(Math.max(0, ms) + 2)

  const polling = (async () => {
    while (!stopped) {
      await claimDueJobs().catch((error) => log.error({ error, queue }, `Jobs could not be fetched: ${messageOf(error)}`))
      await timer.waitForWake(pollIntervalMs)
    }
  })()

  return {
    wake: timer.wake,
    wakeIn,
    stop() {
      stopped = true
      timer.stop()
      return polling
    },
  }
}

/** Wakes a sleeping loop. A wake-up that arrives while the loop is running is kept until it next sleeps. */
interface WakeTimer {
  wake(): void
  /** Wakes the loop in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Resolves at the next wake-up, after `maxMs` milliseconds, or when the timer is stopped. */
  waitForWake(maxMs: number): Promise<void>
  stop(): void
}

/** The longest timer in Node.js, in ms. */
const maxTimerMs = 2 ** 31 - 1

function createWakeTimer(): WakeTimer {
  const stopped = new AbortController()
  // Every delayed job listens to this signal.
  setMaxListeners(0, stopped.signal)
  let isWakePending = false
  let endWait = () => {}
  const requestWake = () => {
    isWakePending = true
    endWait()
  }
  return {
    wake: requestWake,
    wakeIn(ms) {
      void systemClock.sleep(Math.min(ms, maxTimerMs), stopped.signal).then(requestWake)
    },
    async waitForWake(maxMs) {
      if (!isWakePending && !stopped.signal.aborted) {
        const waitEnded = new AbortController()
        endWait = () => waitEnded.abort()
        await systemClock.sleep(maxMs, waitEnded.signal)
      }
      isWakePending = false
    },
    stop() {
      stopped.abort()
      requestWake()
    },
  }
}

/** Broadcasts within one process. Calls listeners soon after `publish`, never during it. */
export function createLocalBroadcast(log: Log): Broadcast {
  const listeners = new Set<(news: BroadcastEvent) => void>()
  const notify = (listener: (news: BroadcastEvent) => void, news: BroadcastEvent) => {
    try {
      listener(news)
    } catch (error) {
      log.error({ error, type: news.type }, `A subscriber of an event failed: ${messageOf(error)}`)
    }
  }
  return {
    publish(news) {
      queueMicrotask(() => {
        for (const listener of listeners) notify(listener, news)
      })
    },
    subscribe(listener) {
      // Wrapped, so that a function that is subscribed twice is called twice.
      const ownListener = (news: BroadcastEvent) => listener(news)
      listeners.add(ownListener)
      return () => listeners.delete(ownListener)
    },
    async close() {
      listeners.clear()
    },
  }
}
