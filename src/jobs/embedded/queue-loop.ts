import { setMaxListeners } from 'node:events'
import { messageOf } from '../../core/domain/errors.ts'
import { computeBackoffMs } from '../../core/lib/backoff.ts'
import { systemClock } from '../../core/ports/clock.ts'
import { isJobName, type QueueName } from '../job-list.ts'
import { type AttemptOptions, type AttemptOutcome, type RunningJobs, runAttempt } from '../run-attempt.ts'
import type { ClaimedJob, PgBossStore } from './pg-boss-store.ts'

export interface QueueLoop {
  /** Polls at once. */
  wake(): void
  /** Polls in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Takes no new job. Resolves when the current poll is over. */
  stop(): Promise<void>
}

export interface QueueLoopOptions extends AttemptOptions {
  readonly jobStore: PgBossStore
  readonly queue: QueueName
  readonly runningJobs: RunningJobs
  /** The fixed ids of scheduled jobs by name. They are deleted when the job ends, so that the next one can be added. */
  readonly scheduledIds: ReadonlyMap<string, string>
  /** Every job wakes the loop when it is due. Polling only covers errors. */
  readonly pollIntervalMs: number
}

export function startQueueLoop(options: QueueLoopOptions): QueueLoop {
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
    const outcome: AttemptOutcome = stopped ? { kind: 'given-back' } : await runAttempt(options, job, { attempt, last, signal })
    await storeOutcome(claimed, outcome).catch((error) =>
      log.error({ error, job: job.name, id }, `The end of a job could not be stored: ${messageOf(error)}. It will be run again`),
    )
    if (activeCount-- === capacity) timer.wake()
  }

  async function storeOutcome({ id, job, attempt, last }: ClaimedJob, outcome: AttemptOutcome): Promise<void> {
    if (outcome.kind === 'given-back') return jobStore.release(queue, id)
    if (outcome.kind === 'failed' && !last && isJobName(list, job.name)) {
      const delayMs = computeBackoffMs(attempt, { firstMs: list.jobs[job.name].backoffMs })
      await jobStore.retryIn(queue, id, delayMs)
      return wakeIn(delayMs)
    }
    if (scheduledIds.get(job.name) === id) return jobStore.remove(queue, id)
    return outcome.kind === 'failed' ? jobStore.fail(queue, id) : jobStore.complete(queue, id)
  }

  // Timers may fire slightly early, and a job is due only once its millisecond has come.
  const wakeIn = (ms: number) => timer.wakeIn(Math.max(0, ms) + 2)

  const polling = (async () => {
    while (!stopped) {
      await claimDueJobs().catch((error) => log.error({ error, queue }, `Jobs could not be taken: ${messageOf(error)}`))
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

/** Wakes a sleeping loop. A wake-up while the loop works is kept until it sleeps again. */
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
  // Every delayed job listens to it.
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
