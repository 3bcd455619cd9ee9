import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { NoticeDeps } from '../threads/deps.ts'

/** The dependencies of linking accounts. Merging and unlinking need `PrivacyDeps`. */
export interface AccountDeps extends NoticeDeps {
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
}
