import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { Random } from '../core/ports/random.ts'
import type { Store } from '../store/store.ts'

/** The dependencies of notifications in browsers. */
export interface PushDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Encrypts the private key of the server. If absent, no notifications are sent. */
  readonly encryptionKey: Uint8Array | undefined
  /** The public address of the page. If it is https, push services receive it as the contact of this server. */
  readonly publicUrl?: URL | undefined
  /** Tests send to a push service on this machine, without https. */
  readonly isPushServiceLocal?: boolean | undefined
}
