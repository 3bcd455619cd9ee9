import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Inbox } from '../../../src/core/ports/platform.ts'
import type { SampleEvent } from '../../fakes/sample-event.ts'
import type { RecordingLog } from '../../support/recording-log.ts'
import type { Mutation } from './mutate.ts'

/** An adapter in front of a fake platform, which can tell it anything. */
export interface MutationStage {
  readonly samples: readonly SampleEvent[]
  /** Tells the adapter as the platform would. Throws if the platform would tell it again. */
  tell(mutation: Mutation): Promise<void>
  /** Somebody writes to the bot in each place that the samples are from. Returns the number of these places. */
  write(text: string): number
  close(): Promise<void>
}

export interface MutationStageParts {
  readonly inbox: Inbox
  readonly clock: Clock
  readonly log: RecordingLog
}

export type OpenMutationStage = (parts: MutationStageParts) => Promise<MutationStage>

/** Stands in every text of the samples, and must not be found in the log. */
export const secret = 'zqxsecret'

/** The name of the last report, when everything was told. */
export const theEnd = 'the end'

/** One mutation, or several that are told before the next good message. */
export interface ToldMutations {
  /** The number of the first one. */
  readonly from: number
  readonly count: number
  readonly name: string
}

/** What came of them. */
export interface MutationReport extends ToldMutations {
  /** Why the process would have ended. */
  readonly fatal?: string
  /** What was late after them. */
  readonly delayed?: string
  /** How many were skipped, as the log says. */
  readonly skipped: number
  /** What else is wrong. */
  readonly wrong: readonly string[]
}
