import type { CallDesk, CallServiceSettings } from '../../src/core/ports/calls.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Log } from '../../src/core/ports/log.ts'

export interface VoiceOptions extends CallServiceSettings {
  readonly desk: CallDesk
  readonly clock: Clock
  readonly log: Log
}
