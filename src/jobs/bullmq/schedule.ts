import type { Queue } from 'bullmq'
import { systemClock } from '../../core/ports/clock.ts'
import type { JobName, JobPayloads } from '../../core/ports/jobs.ts'
import type { Log } from '../../core/ports/log.ts'
import { type JobList, type JobSpec, listScheduledJobs, type QueueName } from '../job-list.ts'
import { createThrottledWarning } from '../redis/connection.ts'

export interface ScheduleOptions {
  readonly queues: Readonly<Record<QueueName, Queue<JobPayloads[JobName]>>>
  readonly list: JobList
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Maintains the scheduled jobs in Redis, where each job schedules the next one, once for all processes. Checks repeatedly, because a
 * flushed Redis has lost them. Resolves when `signal` is aborted.
 */
export async function maintainSchedule(options: ScheduleOptions): Promise<void> {
  const logFailure = createThrottledWarning(options.log, 'The maintenance of scheduled jobs failed; trying again')
  const checkIntervalMs = Math.min(60_000, ...listScheduledJobs(options.list).map(({ everyMs }) => everyMs))
  await removeUnknownSchedulers(options).catch(logFailure)
  while (!options.signal.aborted) {
    await restoreSchedulers(options).catch(logFailure)
    await systemClock.sleep(checkIntervalMs, options.signal)
  }
}

async function restoreSchedulers({ queues, list }: ScheduleOptions): Promise<void> {
  for (const { name, spec, everyMs } of listScheduledJobs(list)) {
    const queue = queues[spec.queue]
    const scheduler = await queue.getJobScheduler(name)
    const dueAt = scheduler?.next ?? 0
    const isOverdue = dueAt < systemClock.now().getTime() - 5 * everyMs
    if (scheduler?.every === everyMs && !isOverdue) continue
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: toBullmqJobOptions(spec) })
  }
}

/** Removes scheduled jobs of an earlier version, which would otherwise run forever. */
async function removeUnknownSchedulers({ queues, list }: ScheduleOptions): Promise<void> {
  const expectedKeys = new Set(listScheduledJobs(list).map(({ name, spec }) => `${spec.queue} ${name}`))
  for (const [queueName, queue] of Object.entries(queues))
    for (const { key } of await queue.getJobSchedulers()) if (!expectedKeys.has(`${queueName} ${key}`)) await queue.removeJobScheduler(key)
}

/** Finished jobs are kept for a while for inspection. They contain only ids. */
export function toBullmqJobOptions({ attempts, backoffMs }: JobSpec) {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: { age: 3_600, count: 1_000 },
    removeOnFail: { age: 7 * 24 * 3_600, count: 1_000 },
    stackTraceLimit: 0,
  }
}
