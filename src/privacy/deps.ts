import type { PersonalData } from '../core/ports/personal-data.ts'
import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import type { Tx } from '../store/store.ts'
import type { LeaseDeps, NoticeDeps } from '../threads/deps.ts'

/** What linking, forgetting and exporting work with; put together in src/app.ts. */
export interface PrivacyDeps extends NoticeDeps, LeaseDeps {
  readonly random: Random
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
  /** What each feature holds about people: all of them. */
  readonly personalData: readonly PersonalData<Tx>[]
  /** The address of the web page as people open it; absent where there is none. */
  readonly webUrl?: URL
}
