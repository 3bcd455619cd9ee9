import { setMaxListeners } from 'node:events'
import PQueue from 'p-queue'
import { messageOf } from '../core/domain/errors.ts'
import { systemClock } from '../core/ports/clock.ts'
import type { JobHandlers, JobName, JobPayloads, JobRun, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import { assertOutsideTransaction } from '../store/store.ts'
import { isJobName, type JobList, type QueueName } from './job-list.ts'

/** The options of both kinds of queue. */
export interface QueueOptions {
  readonly list: JobList
  readonly log: Log
  /** Called after each attempt. `seconds` is its duration. */
  readonly onAttempt?: ((name: JobName, outcome: AttemptOutcome['kind'], seconds: number) => void) | undefined
}

export interface JobQueue {
  readonly jobs: Jobs
  /** Rejects with the reason if jobs can be neither added nor fetched. */
  check(): Promise<void>
  /** Aborts running jobs, then releases all resources. */
  close(): Promise<void>
}

/** A job as stored in a queue. The payload was written by `add`, so it is trusted. The name may come from another version. */
export interface StoredJob<Name extends string = string> {
  readonly name: Name
  readonly payload: JobPayloads[JobName]
}

export type AttemptOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The process is stopping. The job is requeued, and the attempt does not count. */
  | { readonly kind: 'released' }

export interface AttemptOptions extends QueueOptions {
  readonly handlers: JobHandlers
}

/** In ms. How long a handler may take to end after its signal was aborted. */
const abortGraceMs = 1_000

/** Runs one attempt of a job. Never throws. */
export async function runAttempt(options: AttemptOptions, { name, payload }: StoredJob, run: JobRun): Promise<AttemptOutcome> {
  if (!isJobName(options.list, name)) {
    options.log.error({ job: name }, 'A job with an unknown name was dropped')
    return { kind: 'done' }
  }
  if (run.signal.aborted) return { kind: 'released' }
  const startedAt = systemClock.now().getTime()
  const outcome = await Promise.race([runHandler(options.handlers, name, { payload, run }), releaseAfterAbort(run.signal)])
  options.onAttempt?.(name, outcome.kind, (systemClock.now().getTime() - startedAt) / 1000)
  logOutcome(options.log, { name, payload, run }, outcome)
  return outcome
}

async function runHandler<Name extends JobName>(
  handlers: JobHandlers,
  name: Name,
  { payload, run }: { readonly payload: JobPayloads[JobName]; readonly run: JobRun },
): Promise<AttemptOutcome> {
  try {
    await handlers[name](payload as JobPayloads[Name], run)
    return { kind: 'done' }
  } catch (error) {
    return run.signal.aborted ? { kind: 'released' } : { kind: 'failed', error }
  }
}

function releaseAfterAbort(signal: AbortSignal): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => void systemClock.sleep(abortGraceMs).then(() => resolve({ kind: 'released' })), { once: true })
  })
}

function logOutcome(log: Log, { name, payload, run }: StoredJob & { readonly run: JobRun }, outcome: AttemptOutcome): void {
  const fields = { job: name, ...payload, attempt: run.attempt }
  if (outcome.kind === 'released') log.info(fields, 'A job was released, because the process is stopping')
  if (outcome.kind !== 'failed') return
  if (run.last) log.error({ ...fields, error: outcome.error }, `A job failed for the last time: ${messageOf(outcome.error)}`)
  else log.warn({ ...fields, error: outcome.error }, `A job failed and will be tried again: ${messageOf(outcome.error)}`)
}

/** The attempts that are running in this process. */
export interface RunningJobs {
  /** Runs `work` and tracks it until it ends. Its signal is aborted when the shutdown grace period is over. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits up to `graceMs` for all attempts, then aborts their signals and waits briefly for the rest. */
  drain(graceMs: number): Promise<void>
}

/**
 * Longer than the time a handler has to react to its signal. An attempt that is still running after that is waiting for an unavailable
 * queue.
 */
const drainGraceMs = 2_000

export function createRunningJobs(): RunningJobs {
  // Each attempt has its own signal, so that its listeners are released with it.
  const running = new Map<AbortController, Promise<void>>()
  let isAborted = false

  return {
    run(work) {
      const abortController = new AbortController()
      if (isAborted) abortController.abort()
      const remove = () => void running.delete(abortController)
      const promise = work(abortController.signal)
      running.set(abortController, promise.then(remove, remove))
      return promise
    },
    async drain(graceMs) {
      await waitForAll(graceMs)
      isAborted = true
      for (const abortController of running.keys()) abortController.abort()
      await waitForAll(drainGraceMs)
    },
  }

  async function waitForAll(ms: number): Promise<void> {
    const timeout = new AbortController()
    await Promise.race([Promise.all(running.values()), systemClock.sleep(ms, timeout.signal)])
    timeout.abort()
  }
}

/** The maximum number of jobs of a queue that a process runs without storing them. It stores any more, so that other processes can run them. */
const mostLocalJobs = 32

/**
 * Opens a queue in front of another one, which stores the jobs. A process itself runs the local jobs that it adds, without storing them, while
 * it has room. It stores those that it has no room for, that fail, or that are interrupted when it stops. Local and stored jobs share the
 * slots of their queue, and a local job never takes a slot that a stored one is waiting for.
 */
export async function openLocalFirst(options: QueueOptions, open: (options: QueueOptions) => Promise<JobQueue>): Promise<JobQueue> {
  const { list, log } = options
  const queue = await open(options)
  const slots = new Map<QueueName, PQueue>()
  const localJobs = new Map<PQueue, number>()
  /** When the local jobs that wait for their time are due, in ms. */
  const dueTimes = new Map<string, number>()
  const runningJobs = createRunningJobs()
  const stopping = new AbortController()
  // Every delayed job waits for it.
  setMaxListeners(0, stopping.signal)
  let handlers: JobHandlers | undefined
  let stopped: Promise<void> | undefined

  const jobs: Jobs = {
    async add(name, payload, { delayMs = 0, isLocal = false } = {}) {
      assertOutsideTransaction('A job was added')
      const job = { name, payload }
      if (isLocal && delayMs > 0 && handlers && !stopping.signal.aborted) addLater(job, delayMs)
      else if (isLocal && hasRoom(name)) void runningJobs.run((signal) => run(job, signal))
      else await queue.jobs.add(name, payload, { delayMs })
    },
    async start(given) {
      handlers = given
      await queue.jobs.start(shareSlots(given))
    },
    stop(graceMs) {
      stopping.abort()
      stopped ??= Promise.all([runningJobs.drain(graceMs), queue.jobs.stop(graceMs)]).then(() => undefined)
      return stopped
    },
  }

  /** Returns the slots of the queue that a job belongs to. */
  function slotsOf(name: JobName): PQueue {
    const { queue } = list.jobs[name]
    const shared = slots.get(queue) ?? new PQueue({ concurrency: list.concurrency[queue] })
    slots.set(queue, shared)
    return shared
  }

  /** Makes stored jobs wait for a slot. */
  function shareSlots(given: JobHandlers): JobHandlers {
    const shared = Object.entries(given).map(([name, handle]) => [
      name,
      (payload: never, run: JobRun) =>
        slotsOf(name as JobName).add(() => {
          run.signal.throwIfAborted()
          return handle(payload, run)
        }),
    ])
    return Object.fromEntries(shared)
  }

  function hasRoom(name: JobName): boolean {
    const shared = slotsOf(name)
    const isFree = shared.size === 0 && shared.pending < shared.concurrency && (localJobs.get(shared) ?? 0) < mostLocalJobs
    return handlers !== undefined && !stopping.signal.aborted && isFree
  }

  /** Adds a local job that waits, unless the same one waits already and is due no later. */
  function addLater(job: StoredJob<JobName>, delayMs: number): void {
    const dueAt = systemClock.now().getTime() + delayMs
    const key = JSON.stringify(job)
    if ((dueTimes.get(key) ?? Number.POSITIVE_INFINITY) <= dueAt) return
    dueTimes.set(key, dueAt)
    void runningJobs.run(async (signal) => {
      await systemClock.sleep(delayMs, stopping.signal)
      if (dueTimes.get(key) === dueAt) dueTimes.delete(key)
      if (hasRoom(job.name)) await run(job, signal)
      else await store(job, Math.max(0, dueAt - systemClock.now().getTime()))
    })
  }

  /** Runs a job that there is room for. A failure does not count as one of its attempts. */
  async function run(job: StoredJob<JobName>, signal: AbortSignal): Promise<void> {
    const shared = slotsOf(job.name)
    const count = (change: 1 | -1) => localJobs.set(shared, (localJobs.get(shared) ?? 0) + change)
    const attempt = { ...options, handlers: handlers as JobHandlers }
    count(1)
    const outcome = await shared.add(() => runAttempt(attempt, job, { attempt: 1, last: false, signal }))
    count(-1)
    // A handler may also end early when it is interrupted.
    if (outcome.kind !== 'done' || signal.aborted) await store(job, outcome.kind === 'failed' ? list.jobs[job.name].backoffMs : 0)
  }

  async function store({ name, payload }: StoredJob<JobName>, delayMs: number): Promise<void> {
    await queue.jobs.add(name, payload, { delayMs }).catch((error) => {
      log.warn({ job: name, ...payload, error: messageOf(error) }, 'a job was not stored; its work is found in the database later')
    })
  }

  return {
    jobs,
    check: queue.check,
    async close() {
      await jobs.stop(0)
      await queue.close()
    },
  }
}
