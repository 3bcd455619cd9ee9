import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store } from '../store/store.ts'
import type { Channel } from './channel.ts'
import type { ChannelSettings } from './settings.ts'
import type { SummaryMaterial, WrittenText } from './summary-material.ts'

export interface WrittenChannelSummary extends WrittenText {
  /** The name of the model. */
  readonly model: string
  /** The tokens that were used, of input and output. */
  readonly tokens: number
}

export interface WritingRun {
  readonly channel: Channel
  /** The most tokens that may be used. Returns undefined if these do not suffice. */
  readonly maxTokens: number
  readonly signal: AbortSignal
}

export interface ChannelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'add'>
  readonly channelSettings: ChannelSettings
  /** Writes a summary. Called without a lock or a transaction. Throws if the model fails. */
  readonly writeSummary: (material: SummaryMaterial, run: WritingRun) => Promise<WrittenChannelSummary | undefined>
  /** Writes a summary without a language model. */
  readonly writeOffline: ChannelDeps['writeSummary']
}
