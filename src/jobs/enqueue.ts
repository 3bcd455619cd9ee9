import { messageOf } from '../core/domain/errors.ts'
import type { JobName, JobPayloads, Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'

/** Adds a job that only makes work happen sooner. If the queue is unavailable, the sweep will find the work in the database. */
export async function enqueue<Name extends JobName>(
  deps: { readonly jobs: Pick<Jobs, 'add'>; readonly log: Log },
  name: Name,
  payload: JobPayloads[Name],
  delayMs = 0,
): Promise<void> {
  try {
    await deps.jobs.add(name, payload, { delayMs })
  } catch (error) {
    deps.log.warn({ job: name, ...payload, error: messageOf(error) }, 'a job could not be enqueued; the next sweep will find its work')
  }
}
