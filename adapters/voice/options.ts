import type { CallDesk } from '../../src/core/ports/calls.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Log } from '../../src/core/ports/log.ts'

export interface VoiceOptions {
  readonly apiKey: string
  /** The address of the service. */
  readonly apiUrl: string
  readonly agentId: string
  /** Signs the transcripts of finished calls. */
  readonly webhookSecret: string
  /** Sent with the question how to begin a call. If absent, the question is refused. */
  readonly startSecret?: string
  /** The page of the service where calls are made in a browser. */
  readonly callPage: string
  readonly listen: { readonly host: string; readonly port: number }
  /** How often missed calls are looked for, in ms. */
  readonly pollMs: number
  readonly desk: CallDesk
  readonly clock: Clock
  readonly log: Log
}
