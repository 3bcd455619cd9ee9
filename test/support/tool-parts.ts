import { createOutbox } from '../../src/conversation/deliver/outbox.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { Store } from '../../src/store/store.ts'

/** What the model's tools work with, where no platform is connected and no job runs: what is posted is stored. */
export function toolParts(store: Store, clock: Clock) {
  return { store, clock, log: silentLog, jobs: { add: async () => {} }, post: createOutbox(clock, new Map()) }
}
