import type { SharedPlacesOf } from '../channels/manage/managers.ts'
import type { PersonalData } from '../core/ports/personal-data.ts'
import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import type { Tx } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'

/** The dependencies of exporting, deleting and merging users. Built in src/app.ts. */
export interface PrivacyDeps extends ThreadDeps {
  readonly random: Random
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
  readonly sharedPlaces: SharedPlacesOf
  /** The personal data of every feature. */
  readonly personalData: readonly PersonalData<Tx>[]
  /** The public address of the web page. Absent if there is none. */
  readonly webUrl?: URL
}
