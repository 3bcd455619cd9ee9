// Counts in a table by reading and then writing, which loses counts unless one process at a time does it.
import type { ThreadId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { openStore } from '../../src/store/open-store.ts'
import { leaseName, withLease } from '../../src/threads/lease.ts'

const [databaseUrl = '', times = '0'] = process.argv.slice(2)
const store = await openStore({ databaseUrl })
const deps = { store, clock: systemClock, log: silentLog, workerName: String(process.pid) }
for (let done = 0; done < Number(times); ) {
  const outcome = await withLease(deps, leaseName('thread', 1 as ThreadId), async () => {
    const [row] = await store.db.$queryRaw<{ n: number }[]>`SELECT n FROM counted`
    await systemClock.sleep(2)
    await store.db.$executeRaw`UPDATE counted SET n = ${(row?.n ?? 0) + 1}`
  })
  if (outcome !== 'busy') done++
}
await store.close()
