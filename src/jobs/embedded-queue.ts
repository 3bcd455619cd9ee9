import { messageOf } from '../core/errors.ts'
import { createAlarm } from './alarm.ts'
import type { Boss, TakenJob } from './boss.ts'
import { isJobName, type QueueName, waitAfter } from './list.ts'
import type { Running } from './running.ts'
import { type Outcome, type TryParts, tryJob } from './try-job.ts'

export interface QueueLoop {
  /** Looks for jobs at once. */
  wake(): void
  /** Looks for jobs in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Takes no new job; resolves when the look under way is over. */
  stop(): Promise<void>
}

export interface LoopParts extends TryParts {
  readonly boss: Boss
  readonly queue: QueueName
  readonly running: Running
  /** The fixed ids of scheduled jobs, by name: they are deleted when they end, so that the next can be added. */
  readonly scheduled: ReadonlyMap<string, string>
  /** Every job wakes the loop when it is due: looking without that only covers for what went wrong. */
  readonly lookEveryMs: number
}

export function startQueueLoop(parts: LoopParts): QueueLoop {
  const { boss, queue, list, log, running, scheduled, lookEveryMs } = parts
  const room = list.concurrency[queue]
  const alarm = createAlarm()
  let busy = 0
  let stopped = false

  async function takeWhatIsDue(): Promise<void> {
    while (!stopped && busy < room) {
      const free = room - busy
      const taken = await boss.take(queue, free)
      for (const job of taken) void running.run((signal) => run(job, signal))
      if (taken.length < free) return
    }
  }

  async function run(taken: TakenJob, signal: AbortSignal): Promise<void> {
    busy++
    const { id, job, attempt, last } = taken
    const outcome: Outcome = stopped ? { kind: 'given-back' } : await tryJob(parts, job, { attempt, last, signal })
    await settle(taken, outcome).catch((error) =>
      log.error({ error, job: job.name, id }, `The end of a job could not be stored: ${messageOf(error)}. It will be run again`),
    )
    if (busy-- === room) alarm.ring()
  }

  async function settle({ id, job, attempt, last }: TakenJob, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'given-back') return boss.giveBack(queue, id)
    if (outcome.kind === 'failed' && !last && isJobName(list, job.name)) {
      const waitMs = waitAfter(list.jobs[job.name], attempt)
      await boss.retryIn(queue, id, waitMs)
      return wakeIn(waitMs)
    }
    if (scheduled.get(job.name) === id) return boss.remove(queue, id)
    return outcome.kind === 'failed' ? boss.fail(queue, id) : boss.complete(queue, id)
  }

  // Timers may ring a little early, and a job is due only when its millisecond has come.
  const wakeIn = (ms: number) => alarm.ringIn(Math.max(0, ms) + 2)

  const looking = (async () => {
    while (!stopped) {
      await takeWhatIsDue().catch((error) => log.error({ error, queue }, `Jobs could not be taken: ${messageOf(error)}`))
      await alarm.rest(lookEveryMs)
    }
  })()

  return {
    wake: alarm.ring,
    wakeIn,
    stop() {
      stopped = true
      alarm.stop()
      return looking
    },
  }
}
