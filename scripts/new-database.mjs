// Makes the database that a new data folder begins with, so that a first start neither creates nor migrates one. As that takes ten seconds,
// the database of the previous build is reused if nothing that it depends on has changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The packages that create the files and the tables. */
const packages = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg-boss']

/** The sources that decide what is in it, other than the migrations. */
const sources = [
  'scripts/new-database.mjs',
  'src/jobs/embedded/make-new-database.ts',
  'src/jobs/embedded/pg-boss-store.ts',
  'src/jobs/job-list.ts',
  'src/store/embedded/database-worker.mjs',
  'src/store/embedded/packed-folder.ts',
  'src/store/migrate.ts',
]

/** The packed database in a build, and a hash of what it was made of. */
const [packed, origin] = ['prisma/new-database.gz', 'prisma/new-database.sha256']

/** Writes the database into `out`, a new build. `program` is the bundle of make-new-database.ts in it. `earlier` is the build before. */
export function makeNewDatabase(root, { out, earlier, program }) {
  const hash = hashOrigin(root)
  const isSame =
    existsSync(join(earlier, packed)) && existsSync(join(earlier, origin)) && readFileSync(join(earlier, origin), 'utf8') === hash
  if (isSame) cpSync(join(earlier, packed), join(out, packed))
  if (isSame || make(program, join(out, packed))) writeFileSync(join(out, origin), hash)
  rmSync(program)
}

function hashOrigin(root) {
  const migrations = join(root, 'prisma/migrations')
  const files = readdirSync(migrations, { recursive: true })
    .sort()
    .filter((path) => path.endsWith('.sql'))
  const hash = createHash('sha256')
  for (const path of files) hash.update(`${path}\n${readFileSync(join(migrations, path), 'utf8')}\n`)
  for (const path of sources) hash.update(`${readFileSync(join(root, path), 'utf8')}\n`)
  for (const name of packages)
    hash.update(`${JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version}\n`)
  return hash.digest('hex')
}

/** Returns whether the database was made. The bot also runs without it, so a machine with little memory can build the rest. */
function make(program, target) {
  // V8 must not optimize WebAssembly that runs once.
  const { status, stderr, error, signal } = spawnSync(process.execPath, ['--liftoff-only', program, target], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return true
  const reason = error?.message ?? (signal ? `it was ended by ${signal}` : stderr)
  process.stderr.write(
    `The database for new data folders was not made, so the first start creates it. Making it takes 400 MB of memory: ${reason}\n`,
  )
  return false
}
