import type { Clock } from '../core/ports/clock.ts'
import type { Random } from '../core/ports/random.ts'
import type { Store } from '../store/store.ts'

/** The dependencies of codes, sign-in links and sessions. */
export interface PeopleDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
}
