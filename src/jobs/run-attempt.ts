import { messageOf } from '../core/domain/errors.ts'
import { systemClock } from '../core/ports/clock.ts'
import type { JobHandlers, JobName, JobPayloads, JobRun } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import { isJobName, type JobList } from './job-list.ts'

/** A job as stored in a queue. The payload was written by `add`, so it is trusted. The name may come from another version. */
export interface StoredJob {
  readonly name: string
  readonly payload: JobPayloads[JobName]
}

export type AttemptOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The process is stopping. The job is requeued, and the attempt does not count. */
  | { readonly kind: 'released' }

export interface AttemptOptions {
  readonly list: JobList
  readonly handlers: JobHandlers
  readonly log: Log
  /** Called after each attempt. `seconds` is its duration. */
  readonly onAttempt?: ((name: JobName, outcome: AttemptOutcome['kind'], seconds: number) => void) | undefined
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
