import { PrismaPGlite } from 'pglite-prisma-adapter'
import { createStore, type EmbeddedSql, type Store, type StoreComponents } from '../../src/store/store.ts'
import { currentLife, type Scheduler } from './scheduler.ts'

type Adapter = Awaited<ReturnType<StoreComponents['adapter']['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>
type Query = Parameters<Adapter['queryRaw']>[0]

/** What a planted fault makes of a statement. */
export type Sabotage = (query: Query) => Query

/** The simulation that uses the database at the moment. */
export interface DatabaseUser {
  readonly scheduler: Scheduler
  readonly sabotage?: Sabotage | undefined
}

/** A lease as it was found. */
interface LeaseRow {
  readonly name: string
  readonly owner: string
  readonly until: number
  readonly epoch: number
}

const labels = new Map<string, string>()

/** What a statement does, for the trace: its verb and its first table. */
function labelOf(sql: string): string {
  const known = labels.get(sql)
  if (known) return known
  const verb = /\b(SELECT|INSERT|UPDATE|DELETE)\b/.exec(sql)?.[0] ?? 'SQL'
  const table = /(?:FROM|INTO|UPDATE) (?:"public"\.)?"?(\w+)"?/.exec(sql)?.[1] ?? ''
  const label = `${verb} ${table}`
  labels.set(sql, label)
  return label
}

const writesLease = (sql: string) => /\bleases\b/.test(sql) && /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(sql)

/**
 * A store on an embedded database whose statements are steps of the simulation that `current` returns. A transaction is one step of the
 * scheduler, because the database runs no other statement meanwhile; but its worker may die at each of its statements, and before and
 * after its commit.
 */
export function createSimulatedStore(embedded: EmbeddedSql, current: () => DatabaseUser): Store {
  const inner = new PrismaPGlite(embedded as never)
  const leases = createLeaseWatch(embedded, current)

  function query(run: (query: Query) => Promise<unknown>, isOwnStep: boolean, onLease: () => void = () => {}) {
    return async (original: Query) => {
      const { scheduler, sabotage } = current()
      const label = labelOf(original.sql)
      const life = currentLife()
      if (isOwnStep) await scheduler.step(label)
      else scheduler.count(life, `${label} in a transaction`)
      const changed = sabotage?.(original) ?? original
      const watched = writesLease(original.sql)
      if (watched) onLease()
      const result = await scheduler.track(
        run(changed).then(async (rows) => {
          if (watched && isOwnStep) await leases.look()
          return rows
        }),
      )
      // The statement took effect, but the worker may not live to learn it.
      if (isOwnStep) scheduler.count(life, `the end of ${label}`)
      return result as never
    }
  }

  function begin(adapter: Adapter): Adapter['startTransaction'] {
    return async (isolation) => {
      const { scheduler } = current()
      const life = await scheduler.step('BEGIN')
      let end = () => {}
      void scheduler.track(
        new Promise<void>((resolve) => {
          end = resolve
        }),
      )
      try {
        const tx = await adapter.startTransaction(isolation)
        return simulatedTransaction(tx, end)
      } catch (error) {
        end()
        throw error
      }

      function simulatedTransaction(tx: Transaction, finish: () => void): Transaction {
        let isWatched = false
        const watch = () => {
          isWatched = true
        }
        let isSettled = false
        /** Ends the transaction, at most once. */
        const settle = async (work: () => Promise<void>) => {
          if (isSettled) return
          isSettled = true
          try {
            await work()
            if (isWatched) await leases.look()
          } finally {
            finish()
          }
        }
        const rollback = () => settle(() => tx.rollback())
        return Object.assign(Object.create(tx), {
          queryRaw: query((one) => tx.queryRaw(one), false, watch),
          executeRaw: query((one) => tx.executeRaw(one), false, watch),
          async commit() {
            try {
              scheduler.count(life, 'COMMIT')
            } catch (error) {
              // Nobody rolls back a transaction whose commit has failed.
              await rollback()
              throw error
            }
            await settle(() => tx.commit())
            scheduler.note(`${life.name}: COMMIT`)
            scheduler.count(life, 'the end of COMMIT')
          },
          rollback,
        })
      }
    }
  }

  return createStore({
    adapter: {
      provider: inner.provider,
      adapterName: inner.adapterName,
      async connect() {
        const adapter = await inner.connect()
        return Object.assign(Object.create(adapter), {
          queryRaw: query((one) => adapter.queryRaw(one), true),
          executeRaw: query((one) => adapter.executeRaw(one), true),
          startTransaction: begin(adapter as never),
        })
      },
    } as StoreComponents['adapter'],
    // Its processes share the database, so none of them may take the leases of the others for its own.
    engine: 'postgres',
    close: async () => {},
  })
}

/** Notices a lease that changes hands before it has expired, been released or been revoked. */
function createLeaseWatch(embedded: EmbeddedSql, current: () => DatabaseUser) {
  const seen = new WeakMap<Scheduler, ReadonlyMap<string, LeaseRow>>()
  return {
    async look(): Promise<void> {
      const { scheduler } = current()
      const { rows } = await embedded.query(
        `SELECT name, owner, COALESCE(extract(epoch FROM NULLIF(until, '-infinity')) * 1000, 0)::float8 AS until, epoch FROM leases`,
        [],
      )
      const found = rows as LeaseRow[]
      const before = seen.get(scheduler) ?? new Map()
      for (const lease of found) {
        const held = before.get(lease.name)
        const isTaken = held && lease.epoch !== held.epoch && lease.until > 0
        if (!isTaken || held.until === 0) continue
        if (held.until > scheduler.now()) scheduler.violations.push(`The lease ${lease.name} changed hands while it was held.`)
        else scheduler.lapses++
      }
      seen.set(scheduler, new Map(found.map((lease) => [lease.name, lease])))
    },
  }
}
