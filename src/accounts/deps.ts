import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { ThreadDeps } from '../threads/deps.ts'

/** The dependencies of linking accounts. Merging and unlinking need `PrivacyDeps`. */
export interface AccountDeps extends ThreadDeps {
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
}
