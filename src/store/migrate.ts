import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { messageOf, SetupError } from '../core/domain/errors.ts'

/** What a migration needs from a database: running several statements at once, and running one statement with values. */
export interface MigrationConnection {
  exec(sql: string): Promise<void>
  query(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url))

/** Returns the migrations of this version, oldest first. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${folder}/${name}/migration.sql`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies pending migrations, each in its own transaction, so that a failed one leaves the data unchanged. Uses Prisma's own table, so
 * that Prisma's tools agree on which migrations are applied. Returns the names of the migrations it has applied. Throws SetupError.
 */
export async function migrate(connection: MigrationConnection, migrations: readonly Migration[]): Promise<string[]> {
  await connection.exec(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`)
  const appliedNames: string[] = []
  for (const migration of await findPendingMigrations(connection, migrations)) {
    await applyMigration(connection, migration, appliedNames)
    appliedNames.push(migration.name)
  }
  return appliedNames
}

/**
 * Returns the migrations that have not been applied yet. The table of applied migrations must exist. Throws SetupError if the database was
 * migrated by a version that this one is not compatible with.
 */
export async function findPendingMigrations(
  connection: Pick<MigrationConnection, 'query'>,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const rows = await connection.query(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    [],
  )
  const applied = new Map(rows.map((row) => [String(row['migration_name']), String(row['checksum'])]))
  assertKnownHistory(applied, migrations)
  return migrations.filter(({ name }) => !applied.has(name))
}

function assertKnownHistory(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const knownNames = new Set(migrations.map(({ name }) => name))
  const [first] = migrations
  if (first && applied.size > 0 && !applied.has(first.name))
    throw new SetupError([
      'The data is from an earlier version of Throughline, which this version cannot open. Export it with that version (/export), set DATA_DIR to a new folder or DATABASE_URL to an empty database, and import it with this one (npx throughline import export <file>). Nothing was changed.',
    ])
  const newer = [...applied.keys()].filter((name) => !knownNames.has(name))
  if (newer.length > 0)
    throw new SetupError([
      `The database was last opened by a newer version of Throughline: it has the migration ${newer.join(', ')}, which this version does not know. Start that version or a newer one. Nothing was changed.`,
    ])
  const changed = migrations.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed.length > 0)
    throw new SetupError([
      `The migration ${changed.map(({ name }) => name).join(', ')} was applied to this database with different content than this version has. Restore the file. Nothing was changed.`,
    ])
}

async function applyMigration(
  connection: MigrationConnection,
  { name, sql, checksum }: Migration,
  appliedBefore: readonly string[],
): Promise<void> {
  try {
    await connection.exec('BEGIN')
    await connection.exec(sql)
    await connection.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await connection.exec('COMMIT')
  } catch (error) {
    await connection.exec('ROLLBACK')
    throw new SetupError([`The migration ${name} could not be applied: ${messageOf(error)}. ${describeFailureState(appliedBefore)}`], {
      cause: error,
    })
  }
}

/** Describes the state that a failed migration leaves behind. `appliedBefore` are the migrations applied earlier in the same run. */
function describeFailureState(appliedBefore: readonly string[]): string {
  return appliedBefore.length === 0
    ? 'Nothing was changed; the previous version still works with this data.'
    : `It was rolled back, and no data was lost. ${appliedBefore.join(', ')} had already been applied and stays, so an older version can no longer open this database. Remove the cause and start this version again. It continues from there.`
}
