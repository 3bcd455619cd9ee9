import type { Queue } from 'bullmq'
import { systemClock } from '../core/clock.ts'
import type { JobName, JobPayloads } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import { type JobList, type JobSpec, type QueueName, scheduledJobs } from './list.ts'
import { logNowAndThen } from './redis.ts'

export interface ScheduleParts {
  readonly queues: Readonly<Record<QueueName, Queue<JobPayloads[JobName]>>>
  readonly list: JobList
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Keeps the scheduled jobs in Redis, where each brings the next with it, once for all processes.
 * Looks after them again and again, because a Redis that was emptied has forgotten them. Resolves when `signal` is aborted.
 */
export async function keepSchedule(parts: ScheduleParts): Promise<void> {
  const complain = logNowAndThen(parts.log, 'The scheduled jobs could not be looked after; that is tried again')
  const lookEveryMs = Math.min(60_000, ...scheduledJobs(parts.list).map(({ everyMs }) => everyMs))
  await removeOthers(parts).catch(complain)
  while (!parts.signal.aborted) {
    await restore(parts).catch(complain)
    await systemClock.sleep(lookEveryMs, parts.signal)
  }
}

async function restore({ queues, list }: ScheduleParts): Promise<void> {
  for (const { name, spec, everyMs } of scheduledJobs(list)) {
    const queue = queues[spec.queue]
    const known = await queue.getJobScheduler(name)
    const due = known?.next ?? 0
    const overdue = due < systemClock.now().getTime() - 5 * everyMs
    if (known?.every === everyMs && !overdue) continue
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: jobOptions(spec) })
  }
}

/** Scheduled jobs of an earlier version, which nothing would ever stop. */
async function removeOthers({ queues, list }: ScheduleParts): Promise<void> {
  const wanted = new Set(scheduledJobs(list).map(({ name, spec }) => `${spec.queue} ${name}`))
  for (const [queueName, queue] of Object.entries(queues))
    for (const { key } of await queue.getJobSchedulers()) if (!wanted.has(`${queueName} ${key}`)) await queue.removeJobScheduler(key)
}

/** Finished jobs are kept for a look at them, for a while; a job holds ids only. */
export function jobOptions({ attempts, backoffMs }: JobSpec) {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs },
    removeOnComplete: { age: 3_600, count: 1_000 },
    removeOnFail: { age: 7 * 24 * 3_600, count: 1_000 },
    stackTraceLimit: 0,
  }
}
