// Makes the database that a new data folder begins with, so that a first start neither creates nor migrates one. As that takes ten seconds,
// what an earlier build made is kept while it would come out the same.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The packages that create the files and the tables. */
const packages = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg-boss']

/** The sources that decide what is in it, other than the migrations. */
const sources = ['src/jobs/embedded/make-new-database.ts', 'src/jobs/job-list.ts', 'src/store/embedded/packed-folder.ts']

/** The packed database in a build, and a hash of what it was made of. */
const [packed, origin] = ['prisma/new-database.gz', 'prisma/new-database.sha256']

/** Writes the database into `out`, a new build. `program` is the bundle of make-new-database.ts in it. `earlier` is the build before. */
export function makeNewDatabase(root, { out, earlier, program }) {
  const hash = hashOrigin(root)
  const isSame =
    existsSync(join(earlier, packed)) && existsSync(join(earlier, origin)) && readFileSync(join(earlier, origin), 'utf8') === hash
  if (isSame) cpSync(join(earlier, packed), join(out, packed))
  else run(program, join(out, packed))
  writeFileSync(join(out, origin), hash)
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

function run(program, target) {
  // V8 must not optimize WebAssembly that runs once.
  const { status, stderr } = spawnSync(process.execPath, ['--liftoff-only', program, target], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`The database for new data folders could not be made:\n${stderr}`)
}
