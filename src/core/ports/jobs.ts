import type { ExportId, ForgetRequestId, MessageId, PlaceId, SegmentId, SessionId, ThreadId } from '../domain/ids.ts'

export type SummaryMode = 'rollover' | 'nightly' | 'heuristic' | 'manual'

/** Every job with its payload. Payloads contain only ids: a job is a hint that contains nothing to leak and may be lost. */
export interface JobPayloads {
  'answer-thread': { readonly threadId: ThreadId }
  'deliver-message': { readonly messageId: MessageId }
  'run-command': { readonly messageId: MessageId }
  'run-slow-command': { readonly messageId: MessageId }
  'summarize-day': { readonly segmentId: SegmentId; readonly mode: SummaryMode }
  'finalize-days': Record<string, never>
  'post-digests': Record<string, never>
  'send-reminders': Record<string, never>
  'index-thread': { readonly threadId: ThreadId }
  'send-pushes': Record<string, never>
  'embed-pending': Record<string, never>
  'review-memories': Record<string, never>
  'process-sessions': Record<string, never>
  'process-session': { readonly sessionId: SessionId }
  'summarize-channels': Record<string, never>
  'prune-channels': Record<string, never>
  'queue-histories': Record<string, never>
  'read-history': { readonly placeId: PlaceId }
  'summarize-channel': { readonly placeId: PlaceId }
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

/** What each job does. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: JobPayloads[Name], run: JobRun) => Promise<void>
}

export interface JobOptions {
  readonly delayMs?: number
  /**
   * Whether this process runs the job without storing it, if it can. Such a job is lost if the process dies, so this is only for work that is
   * found again.
   */
  readonly isLocal?: boolean
}

/**
 * Background work, run at least once and in any order. Pending work can always be found in the database. A job only makes it happen sooner.
 */
export interface Jobs {
  /** Adds a job, which runs after at least `delayMs`. Unless it is local, it survives a restart. Must not be called inside a transaction. */
  add<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>
  /** Starts running jobs, including scheduled ones. If a handler throws, it is retried with backoff, as often as the job list allows. */
  start(handlers: JobHandlers): Promise<void>
  /** Stops fetching jobs, waits up to `graceMs` for running ones, then aborts their signals and releases them. */
  stop(graceMs: number): Promise<void>
}
