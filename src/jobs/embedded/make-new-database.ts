// Makes the database that a new data folder begins with, and writes it into a file: make-new-database <file>. The build runs it. Nothing in
// it belongs to an installation: it is what the first start of the bot would have created, before it stores a row of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { silentLog } from '../../core/ports/log.ts'
import { packFolder } from '../../store/embedded/packed-folder.ts'
import { openStore } from '../../store/open-store.ts'
import { openJobs } from '../open-jobs.ts'

const [, , target = ''] = process.argv
const dataDir = await mkdtemp(join(tmpdir(), 'throughline-new-database-'))
try {
  const store = await openStore({ dataDir })
  await (await openJobs({ store, log: silentLog })).close()
  // Leaves one empty file of the log: nothing to replay, and no old file that is kept for reuse.
  await store.db.$executeRawUnsafe('SET wal_recycle = off')
  await store.db.$queryRawUnsafe('SELECT pg_switch_wal()::text')
  await store.db.$executeRawUnsafe('CHECKPOINT')
  await store.close()
  await writeFile(target, packFolder(join(dataDir, 'postgres')))
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
