import type { PlatformName, PlatformReceiver, PlatformSender } from './platform.ts'
import type { SharedPlaces } from './shared-places.ts'

export interface PlatformAdapter {
  readonly name: PlatformName
  readonly receiver: PlatformReceiver
  readonly sender: PlatformSender
  /** Absent on a platform without shared places. */
  readonly sharedPlaces?: SharedPlaces
}
