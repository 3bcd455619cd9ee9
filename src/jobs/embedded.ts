import { systemClock } from '../core/clock.ts'
import { messageOf } from '../core/errors.ts'
import type { JobHandlers, Jobs } from '../core/jobs.ts'
import { assertOutsideTransaction, type EmbeddedSql } from '../store/store.ts'
import { openBoss, scheduleIds } from './boss.ts'
import { type QueueLoop, startQueueLoop } from './embedded-queue.ts'
import { type QueueName, queueNames, scheduledJobs } from './list.ts'
import type { OpenedQueues, QueueParts } from './opened.ts'
import { createRunning } from './running.ts'

export interface EmbeddedParts extends QueueParts {
  readonly sql: EmbeddedSql
  /** How often a queue is looked at without a cause, in milliseconds. */
  readonly lookEveryMs?: number
}

const maintainEveryMs = 10 * 60_000

/**
 * Jobs in the embedded database, by pg-boss. One process at a time has that database open, so every job is
 * added by the process that runs it: the loops are woken by `add` and hardly need to look by themselves.
 * Due times are real time, whatever clock the rest of the program has.
 */
export async function openEmbeddedJobs(parts: EmbeddedParts): Promise<OpenedQueues> {
  const { sql, list, log, onTry, lookEveryMs = 10_000 } = parts
  const boss = await openBoss(sql, log)
  const scheduled = scheduleIds(list)
  const running = createRunning()
  const loops = new Map<QueueName, QueueLoop>()
  const stopping = new AbortController()
  const repeated: Promise<void>[] = []
  let stopped: Promise<void> | undefined

  async function start(handlers: JobHandlers): Promise<void> {
    const { again, failed } = await boss.recover()
    if (again > 0) log.warn({ jobs: again }, 'Jobs that ran when the process ended are run again')
    if (failed > 0) log.error({ jobs: failed }, 'Jobs were given up: the process ended during their last try')
    // What is left of the schedule from before would keep its id from being added again.
    for (const { name, spec } of scheduledJobs(list)) await boss.remove(spec.queue, scheduled.get(name) ?? '')
    for (const queue of queueNames) {
      // Asked before the first look: what falls due between the two would be seen by neither.
      const waits = await boss.waits(queue)
      const loop = startQueueLoop({ boss, queue, list, handlers, log, onTry, running, scheduled, lookEveryMs })
      loops.set(queue, loop)
      for (const ms of waits) loop.wakeIn(ms)
    }
    for (const { name, spec, everyMs } of scheduledJobs(list))
      repeat(everyMs, async () => {
        await boss.add({
          queue: spec.queue,
          job: { name, payload: {} },
          attempts: spec.attempts,
          delayMs: 0,
          id: scheduled.get(name) ?? '',
        })
        loops.get(spec.queue)?.wake()
      })
    repeat(maintainEveryMs, () => boss.maintain())
  }

  /** Does something at once and then again and again until the process stops. What fails is logged and comes again. */
  function repeat(everyMs: number, work: () => Promise<void>): void {
    const repeating = (async () => {
      while (!stopping.signal.aborted) {
        await work().catch((error) => log.error({ error }, `The upkeep of the embedded job queue failed: ${messageOf(error)}`))
        await systemClock.sleep(everyMs, stopping.signal)
      }
    })()
    repeated.push(repeating)
  }

  const jobs: Jobs = {
    async add(name, payload, { delayMs = 0 } = {}) {
      assertOutsideTransaction('A job was added')
      const { queue, attempts } = list.jobs[name]
      await boss.add({ queue, job: { name, payload }, attempts, delayMs })
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
    const looking = [...loops.values()].map((loop) => loop.stop())
    await running.end(graceMs)
    await Promise.all([...looking, ...repeated])
  }

  return {
    jobs,
    async check() {
      await sql.query('SELECT 1 FROM pgboss.version', [])
    },
    async close() {
      await jobs.stop(0)
      await boss.close()
    },
  }
}
