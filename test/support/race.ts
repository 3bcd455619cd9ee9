import { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import type { LeaseName } from '../../src/threads/lease.ts'
import { gate } from '../conversation/harness.ts'

/** Resolves when a statement waits for a lock, or when the work is over without. Returns which. */
async function untilWaiting({ db }: Store, work: Promise<unknown>): Promise<boolean> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    const [row] = await db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (row && row.waiting > 0) return true
  }
  return false
}

/**
 * Runs a step that meets a transaction: `change` has done its work in the given store and is not committed when the step begins, and is
 * committed once the step waits for it. `change` may call `pause` itself, to go on after the step has begun. Fails if the step does not wait.
 * The embedded database runs one transaction at a time, so the step then runs after the change.
 */
export async function race<T>(
  store: Store,
  change: (held: Store, pause: () => Promise<void>) => Promise<unknown>,
  step: () => Promise<T>,
): Promise<T> {
  const [changed, waiting] = [gate(), gate()]
  const pause = () => {
    changed.open()
    return waiting.opened
  }
  const held: Store = {
    ...store,
    transaction: (work, options) =>
      store.transaction(async (tx) => {
        const result = await work(tx)
        await pause()
        return result
      }, options),
  }
  const changing = change(held, pause)
  await Promise.race([changed.opened, changing])
  const running = step()
  const isMet = store.engine === 'pglite' || (await untilWaiting(store, running))
  waiting.open()
  await changing
  const result = await running
  if (!isMet) throw new Error('The step did not wait for the change.')
  return result
}

/** The store of a worker who does `act` right before it first releases a lease. */
export function beforeRelease(store: Store, lease: LeaseName, act: () => Promise<unknown>): Store {
  let isDone = false
  const db = new Proxy(store.db, {
    get(target, property) {
      if (property !== '$queryRaw') return Reflect.get(target, property)
      return async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        const statement = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
        if (!isDone && statement.sql.includes("UPDATE leases SET until = '-infinity'") && statement.values.includes(lease)) {
          isDone = true
          await act()
        }
        return target.$queryRaw(statement)
      }
    },
  })
  return { ...store, db }
}
