import type { Clock } from '../core/ports/clock.ts'
import type { Random } from '../core/ports/random.ts'
import type { Store } from '../store/store.ts'
import type { AccessPolicy, AllowlistEntry } from './access.ts'

/** The dependencies of codes, sign-in links and sessions. */
export interface PeopleDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
}

/** The dependencies of authorizing the author of a message. */
export interface AccessDeps extends PeopleDeps {
  readonly access: AccessPolicy
  /** Authorized whatever the policy. The only way to authorize a bot. */
  readonly allowlist: readonly AllowlistEntry[]
}
