import { conversationData } from '../../src/conversation/personal-data.ts'
import { postWith } from '../../src/conversation/post.ts'
import type { Broadcast } from '../../src/core/broadcast.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { Jobs } from '../../src/core/jobs.ts'
import { silentLog } from '../../src/core/log.ts'
import type { PlatformName, PlatformSender } from '../../src/core/platform.ts'
import type { RightsParts } from '../../src/rights/parts.ts'
import { personalDataRegistry } from '../../src/rights/personal-data.ts'
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
export function rightsParts({ senders = new Map(), workerName = 'tests', ...given }: RightsGiven): RightsParts {
  return {
    ...given,
    workerName,
    senders,
    log: silentLog,
    random: testRandom(),
    post: postWith({ clock: given.clock, senders }),
    personalData: [conversationData, ...personalDataRegistry],
    defaultTimezone: 'UTC',
  }
}
