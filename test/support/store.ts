import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore, type StoreConfig } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { databaseOf } from './global-setup.ts'

let copies = 0

/** A migrated, empty database that nobody else uses, and where it is. It goes with all others at the end of the run. */
export async function testDatabase(): Promise<StoreConfig> {
  const databases = inject('databases')
  const name = `${process.pid}_${++copies}`
  if ('folder' in databases) {
    const dataDir = join(databases.folder, name)
    await cp(join(databases.folder, 'template'), dataDir, { recursive: true })
    return { dataDir }
  }
  const { prefix, url } = databases
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${prefix}${name} TEMPLATE ${prefix}template`)
  await client.end()
  return { databaseUrl: databaseOf(url, `${prefix}${name}`) }
}

/** What the configuration of a bot needs to be on a test database. */
export const databaseEnv = (config: StoreConfig) =>
  'databaseUrl' in config ? { DATABASE_URL: config.databaseUrl, REDIS_URL: process.env['TEST_REDIS_URL'] } : { DATA_DIR: config.dataDir }

/** A store that is open, and the database it is on. */
interface OpenStore {
  readonly store: Store
  readonly config: StoreConfig
}

/** A store of the pool. It is empty when it is taken. */
export interface TakenStore extends OpenStore {
  /** Empties the store and returns it to the pool. Nothing may use it any more. Idempotent. */
  giveBack(): Promise<void>
}

/** Open stores that no test uses at the moment. All files of this process share them: to open one takes seconds. */
const idle: OpenStore[] = []

/** An empty, migrated store for one test. It goes back to the pool when the test has finished. */
export async function testStore(): Promise<Store> {
  const { store, giveBack } = await takeStore()
  onTestFinished(giveBack)
  return store
}

/** The same, for a caller that gives it back itself. */
export async function takeStore(): Promise<TakenStore> {
  const { store, config } = idle.pop() ?? (await open(await testDatabase()))
  let given: Promise<void> | undefined
  const giveBack = async () => {
    await emptyStore(store)
    idle.push({ store, config })
  }
  return {
    config,
    // A new object each time: what the code remembers by store must not reach the next test.
    store: { ...store },
    giveBack: () => (given ??= giveBack()),
  }
}

const open = async (config: StoreConfig): Promise<OpenStore> => ({ store: await openStore(config), config })

/** For a test that changes the tables themselves: a store that no other test uses after it. */
export async function ownStore(): Promise<Store> {
  const store = await openStore(await testDatabase())
  onTestFinished(() => store.close())
  return store
}

/**
 * Leaves a database as it was when it was new: no rows and no jobs, ids that start at 1, and nothing that the planner knows of
 * its tables. Deletes instead of truncating: TRUNCATE makes new files for every table and index, which takes ten times as long
 * as deleting the few rows of a test. In the `replica` role no foreign key is checked, so the order of the tables does not matter.
 */
export async function emptyStore({ db }: Store): Promise<void> {
  await db.$executeRawUnsafe(`
    DO $$
    DECLARE name regclass;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN
        SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
      LOOP EXECUTE format('DELETE FROM %s', name); END LOOP;
      PERFORM setval(oid, 1, FALSE) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
      IF to_regclass('pgboss.job') IS NOT NULL THEN
        DELETE FROM pgboss.job;
        DELETE FROM pgboss.archive;
        UPDATE pgboss.version SET maintained_on = NULL WHERE maintained_on IS NOT NULL;
      END IF;
    END $$`)
  // What was deleted still takes room in the files. Many rows would slow down all later tests and change the plans of their queries.
  const grown = await db.$queryRaw<{ name: string }[]>`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 200000`
  for (const { name } of grown) await db.$executeRawUnsafe(`VACUUM (FULL) ${name}`)
  await db.$executeRawUnsafe(`
    DO $$
    BEGIN
      DELETE FROM pg_statistic s USING pg_class c
      WHERE c.oid = s.starelid AND c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'));
      UPDATE pg_class SET relpages = 0, reltuples = -1
      WHERE reltuples >= 0 AND relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'));
    END $$`)
}
