import { personalData } from '../../src/app.ts'
import { createOutbox } from '../../src/conversation/deliver/outbox.ts'
import type { Broadcast } from '../../src/core/ports/broadcast.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Jobs } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { PlatformName, PlatformSender } from '../../src/core/ports/platform.ts'
import type { PrivacyDeps } from '../../src/privacy/deps.ts'
import type { Store } from '../../src/store/store.ts'
import { testRandom } from './random.ts'

interface PrivacyTestOptions {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly broadcast: Broadcast
  readonly senders?: ReadonlyMap<PlatformName, PlatformSender>
  readonly sharedPlaces?: PrivacyDeps['sharedPlaces']
  readonly webUrl?: URL
  readonly workerName?: string
}

/** The dependencies of privacy, as src/app.ts assembles them. The default timezone is UTC. */
export function privacyDeps({ senders = new Map(), workerName = 'tests', ...options }: PrivacyTestOptions): PrivacyDeps {
  return {
    sharedPlaces: new Map(),
    ...options,
    workerName,
    senders,
    log: silentLog,
    random: testRandom(),
    post: createOutbox(options.clock, senders),
    personalData,
    defaultTimezone: 'UTC',
  }
}
