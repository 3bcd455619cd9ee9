import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { NoticeDeps } from '../threads/deps.ts'

/** What linking and unlinking accounts need besides merging users, which needs `PrivacyDeps`. */
export interface AccountDeps extends NoticeDeps {
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
}
