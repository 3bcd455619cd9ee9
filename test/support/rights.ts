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

interface RightsGiven {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly broadcast: Broadcast
  readonly senders?: ReadonlyMap<PlatformName, PlatformSender>
  readonly webUrl?: URL
  readonly workerName?: string
}

/** What linking, forgetting and exporting work with, as src/app.ts puts it together. The default timezone is UTC. */
export function rightsParts({ senders = new Map(), workerName = 'tests', ...given }: RightsGiven): PrivacyDeps {
  return {
    ...given,
    workerName,
    senders,
    log: silentLog,
    random: testRandom(),
    post: createOutbox(given.clock, senders),
    personalData,
    defaultTimezone: 'UTC',
  }
}
