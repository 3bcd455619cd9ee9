import { messageOf } from '../core/domain/errors.ts'
import type { ThreadId } from '../core/domain/ids.ts'
import type { JobName, JobOptions, JobPayloads, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'

/** Separate queues prevent one kind of work from starving another. */
export const queueNames = ['turns', 'commands', 'summaries', 'indexing', 'embeddings', 'sessions', 'pushes', 'maintenance'] as const
export type QueueName = (typeof queueNames)[number]

export interface JobSpec {
  readonly queue: QueueName
  /** The maximum number of attempts, including the first. */
  readonly attempts: number
  /** In ms. The delay after the first failed attempt. It doubles with each further failure. */
  readonly backoffMs: number
  /** For scheduled jobs: the interval in ms. */
  readonly everyMs?: number
}

export interface JobList {
  readonly jobs: Readonly<Record<JobName, JobSpec>>
  /** The number of jobs of each queue that one process runs at a time. */
  readonly concurrency: Readonly<Record<QueueName, number>>
}

export const jobList: JobList = {
  jobs: {
    'answer-thread': { queue: 'turns', attempts: 5, backoffMs: 1_000 },
    'deliver-message': { queue: 'turns', attempts: 5, backoffMs: 1_000 },
    // Separate from turns, because /stop must never wait behind the long turn that it stops.
    'run-command': { queue: 'commands', attempts: 3, backoffMs: 500 },
    // Waits for a model, as turns do, so it must not occupy the few slots of the other commands.
    'run-slow-command': { queue: 'turns', attempts: 3, backoffMs: 500 },
    'summarize-day': { queue: 'summaries', attempts: 5, backoffMs: 5_000 },
    // A scheduled job recurs anyway, so it has only one attempt.
    'finalize-days': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 60_000 },
    'post-digests': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 60_000 },
    'index-thread': { queue: 'indexing', attempts: 5, backoffMs: 2_000 },
    // Often, so that a reminder comes within seconds of its time.
    'send-reminders': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 10_000 },
    // Waits for the push services of browsers, so that nothing else waits for them.
    'send-pushes': { queue: 'pushes', attempts: 1, backoffMs: 0, everyMs: 5_000 },
    // Looks for texts without an embedding, so that none is missed.
    'embed-pending': { queue: 'embeddings', attempts: 1, backoffMs: 0, everyMs: 30_000 },
    'review-memories': { queue: 'sessions', attempts: 1, backoffMs: 0, everyMs: 600_000 },
    'process-sessions': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 30_000 },
    // Its own attempts are stored with the session. The queue repeats it only after a failure of the database.
    'process-session': { queue: 'sessions', attempts: 2, backoffMs: 5_000 },
    'summarize-channels': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 30_000 },
    'queue-histories': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 30_000 },
    'read-history': { queue: 'maintenance', attempts: 1, backoffMs: 0 },
    'prune-channels': { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 3_600_000 },
    // Its failures are stored with the channel.
    'summarize-channel': { queue: 'sessions', attempts: 1, backoffMs: 0 },
    forget: { queue: 'maintenance', attempts: 5, backoffMs: 2_000 },
    export: { queue: 'maintenance', attempts: 5, backoffMs: 2_000 },
    recover: { queue: 'maintenance', attempts: 1, backoffMs: 0, everyMs: 10_000 },
  },
  // Most turns wait for a model. Commands do not, so there is always room for /stop.
  concurrency: { turns: 512, commands: 32, summaries: 2, indexing: 2, embeddings: 1, sessions: 2, pushes: 2, maintenance: 3 },
}

/** Returns the list with a different number of turns at a time. */
export const createJobList = ({ turns }: Pick<JobList['concurrency'], 'turns'>): JobList => ({
  ...jobList,
  concurrency: { ...jobList.concurrency, turns },
})

export function isJobName(list: JobList, name: string): name is JobName {
  return Object.hasOwn(list.jobs, name)
}

export function listScheduledJobs(list: JobList): { readonly name: JobName; readonly spec: JobSpec; readonly everyMs: number }[] {
  return Object.entries(list.jobs).flatMap(([name, spec]) =>
    spec.everyMs !== undefined && isJobName(list, name) ? [{ name, spec, everyMs: spec.everyMs }] : [],
  )
}

/** Adds a job that only makes work happen sooner. If the queue is unavailable, the sweep will find the work in the database. */
export async function enqueue<Name extends JobName>(
  deps: { readonly jobs: Pick<Jobs, 'add'>; readonly log: Log },
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  try {
    await deps.jobs.add(name, payload, options)
  } catch (error) {
    deps.log.warn({ job: name, ...payload, error: messageOf(error) }, 'a job could not be enqueued; the next sweep will find its work')
  }
}

/** Adds the next turn of a thread, which this process runs if it can. If the process dies, the sweep finds the messages to answer. */
export const enqueueTurn = (deps: Parameters<typeof enqueue>[0], threadId: ThreadId, delayMs = 0): Promise<void> =>
  enqueue(deps, 'answer-thread', { threadId }, { delayMs, isLocal: true })
