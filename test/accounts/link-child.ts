// Enters each code that it reads, and prints the outcome.

import { createInterface } from 'node:readline'
import { enterCode } from '../../src/accounts/enter-code.ts'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { openStore } from '../../src/store/open-store.ts'
import { TestClock } from '../support/clock.ts'
import { privacyDeps } from '../support/privacy.ts'

const [databaseUrl = '', name = '', now = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl })
const parts = privacyDeps({ store, clock: new TestClock(now), jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
const entrant = { platform: 'test', tenant: '', platformUserId: name, name, handle: '', address: `direct:${name}` as PlaceAddress }
await store.db.$queryRaw`SELECT 1 AS ready`
process.stdout.write('ready\n')
for await (const code of createInterface(process.stdin)) {
  const { outcome } = await enterCode(parts, { claimant: entrant, code, isPrivate: true })
  process.stdout.write(`${outcome}\n`)
}
await store.close()
