import { AsyncLocalStorage } from 'node:async_hooks'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { RawStatements, SharedAdapter } from './raw-statements.ts'

/** The client inside a transaction. */
export type Tx = Prisma.TransactionClient

/** The client outside a transaction. */
export type Db = Omit<Tx, never>

export interface Store {
  /** For single statements. Throws if used inside a transaction, where it would deadlock on the embedded database. */
  readonly db: Db
  /**
   * The only way to open a transaction. `work` may use only its `tx`, and must not call a model, the network or the queue. Retries after a
   * deadlock. Rolls back after 30 seconds, or after `timeoutMs`. With `isSnapshot`, all statements see the database as of the first one.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { readonly timeoutMs?: number; readonly isSnapshot?: boolean }): Promise<T>
  /** Direct access for the job queue, which uses the same database. Absent with PostgreSQL. */
  readonly embedded?: EmbeddedSql
  readonly engine: 'pglite' | 'postgres'
  close(): Promise<void>
}

/** The part of the embedded database's interface that the job queue needs. */
export interface EmbeddedSql {
  exec(sql: string): Promise<{ rows: unknown[] }[]>
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

const inTransaction = new AsyncLocalStorage<true>()

/** Throws if called inside a transaction. `action` names what must not happen there. */
export function assertOutsideTransaction(action: string): void {
  if (inTransaction.getStore()) throw new Error(`${action} inside a transaction. Do it after the commit.`)
}

export interface StoreComponents {
  readonly adapter: NonNullable<ConstructorParameters<typeof PrismaClient>[0]['adapter']>
  readonly engine: Store['engine']
  readonly embedded?: EmbeddedSql
  readonly close: () => Promise<void>
}

export function createStore({ adapter, engine, embedded, close }: StoreComponents): Store {
  const shared = new SharedAdapter(adapter)
  const client = new PrismaClient({ adapter: shared, transactionOptions: { maxWait: 30_000, timeout: 30_000 } })
  const raw = new RawStatements(shared)
  const db = new Proxy(client, {
    get(target, property) {
      assertOutsideTransaction('The store was used past its transaction,')
      if (property === '$queryRaw' || property === '$executeRaw') return raw[property].bind(raw)
      return Reflect.get(target, property)
    },
  })
  return {
    db,
    engine,
    ...(embedded && { embedded }),
    async transaction(work, { timeoutMs, isSnapshot } = {}) {
      // The embedded database runs no other statement during a transaction.
      const isolation = isSnapshot && engine === 'postgres' ? { isolationLevel: 'RepeatableRead' as const } : {}
      const options = { ...(timeoutMs && { timeout: timeoutMs }), ...isolation }
      assertOutsideTransaction('A second transaction was started')
      return repeatAfterConflict(() => client.$transaction((tx) => inTransaction.run(true, () => work(tx)), options))
    },
    async close() {
      await client.$disconnect()
      await close()
    },
  }
}

/**
 * Runs a transaction or a single statement again if PostgreSQL ended it because of a deadlock. Wrap each single statement that locks more than
 * one row which others lock too.
 */
export async function repeatAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !isConflict(error)) throw error
    }
  }
}

/** Returns whether PostgreSQL ended a transaction because of a conflict with a concurrent one. Such a transaction can be run again. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'P2034') || /40P01|40001|deadlock detected|could not serialize/.test(error.message)
}
