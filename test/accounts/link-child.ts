// Enters a code at a moment that is agreed upon, and says what became of it.

import { enterCode } from '../../src/accounts/enter-code.ts'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { openStore } from '../../src/store/open-store.ts'
import { TestClock } from '../support/clock.ts'
import { privacyDeps } from '../support/privacy.ts'

const [databaseUrl = '', code = '', name = '', at = '0', now = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl })
const parts = privacyDeps({ store, clock: new TestClock(now), jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
const entrant = { platform: 'test', tenant: '', platformUserId: name, name, handle: '', address: `direct:${name}` as PlaceAddress }
await store.db.$queryRaw`SELECT 1 AS ready`
while (Date.now() < Number(at));
const { outcome } = await enterCode(parts, { claimant: entrant, code, isPrivate: true })
process.stdout.write(outcome)
await store.close()
