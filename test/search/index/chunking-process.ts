// Cuts the first thread into chunks and says so after each day; the test that started this process kills it.
// Argument: where the database is, as JSON.

import type { ThreadId } from '../../../src/core/domain/ids.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import { openStore } from '../../../src/store/open-store.ts'

const store = await openStore(JSON.parse(process.argv[2] ?? ''))
await updateIndex({ store, clock: systemClock, log: silentLog }, 1 as ThreadId, { onDay: () => process.stdout.write('a day\n') })
await store.close()
