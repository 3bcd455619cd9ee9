// Cuts the first thread into chunks and says so after each day; the test that started this process kills it.
// Argument: where the database is, as JSON.

import type { ThreadId } from '../../src/core/ids.ts'
import { silentLog } from '../../src/core/log.ts'
import { updateIndex } from '../../src/recall/catch-up.ts'
import { openStore } from '../../src/store/open.ts'

const store = await openStore(JSON.parse(process.argv[2] ?? ''))
await updateIndex({ store, log: silentLog }, 1 as ThreadId, { onDay: () => process.stdout.write('a day\n') })
await store.close()
