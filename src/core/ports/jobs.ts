import type { ExportId, ForgetRequestId, MessageId, SegmentId, ThreadId } from '../domain/ids.ts'

export type SummaryMode = 'rollover' | 'nightly' | 'heuristic' | 'manual'

/** Every job there is, with its payload: ids only, so that a job is a hint and holds nothing to leak or lose. */
export interface JobPayloads {
  'answer-thread': { readonly threadId: ThreadId }
  'deliver-message': { readonly messageId: MessageId }
  'run-command': { readonly messageId: MessageId }
  'summarize-day': { readonly segmentId: SegmentId; readonly mode: SummaryMode }
  'finalize-days': Record<string, never>
  'post-digests': Record<string, never>
  'index-thread': { readonly threadId: ThreadId }
  'embed-pending': Record<string, never>
  forget: { readonly forgetRequestId: ForgetRequestId }
  export: { readonly exportId: ExportId }
  recover: Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobRun {
  /** Aborted when the process shuts down and its grace period is over. */
  readonly signal: AbortSignal
  /** Starts at 1. */
  readonly attempt: number
  /** Whether this is the last attempt. */
  readonly last: boolean
}

/** The handlers of some jobs. Each feature lists its own in its `jobs.ts`; app.ts merges them. */
export type FeatureJobs<Names extends JobName> = {
  readonly [Name in Names]: (payload: JobPayloads[Name], run: JobRun) => Promise<void>
}

export type JobHandlers = FeatureJobs<JobName>

/**
 * Durable background work, delivered at least once, in any order, possibly twice.
 * What must happen is always found from the database; a job only makes it happen soon.
 */
export interface Jobs {
  /** Stores a job; it survives a restart. Never called inside a transaction. `delayMs` is the least wait before it runs. */
  add<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: { readonly delayMs?: number }): Promise<void>
  /** Begins to run jobs, scheduled ones included. A handler that throws is tried again with growing waits, as often as the list of jobs says. */
  start(handlers: JobHandlers): Promise<void>
  /** Takes no new job, waits up to `graceMs` for running ones, then aborts their signal and gives them back. */
  stop(graceMs: number): Promise<void>
}
