import { LeaseLost, messageOf } from '../core/domain/errors.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { Db, Store, Tx } from '../store/store.ts'

export interface LeaseParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Names this process among those that share the database. */
  readonly workerName: string
}

/** The right to do one piece of work, for a while. Each holder's is told apart by its epoch. */
export interface Lease {
  readonly name: string
  readonly epoch: number
}

/** How long a holder that is not heard of keeps its lease, in ms. Clocks of several machines must agree to well within it. */
export const leaseDurationMs = 20_000

/** Takes a lease, or returns undefined at once when somebody holds it. */
export async function acquireLease(parts: LeaseParts, name: string): Promise<Lease | undefined> {
  const now = parts.clock.now()
  const [lease] = await parts.store.db.$queryRaw<Lease[]>`
    INSERT INTO leases (name, owner, until, epoch)
    VALUES (${name}, ${parts.workerName}, ${new Date(now.getTime() + leaseDurationMs)}, 1)
    ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until, epoch = leases.epoch + 1
    WHERE leases.until <= ${now}
    RETURNING name, epoch`
  return lease
}

/** Keeps a lease for another while. False when it was lost. */
export async function renewLease(parts: LeaseParts, lease: Lease): Promise<boolean> {
  const until = new Date(parts.clock.now().getTime() + leaseDurationMs)
  const renewed = await parts.store.db.$executeRaw`
    UPDATE leases SET until = ${until} WHERE name = ${lease.name} AND epoch = ${lease.epoch} AND until > '-infinity'`
  return renewed === 1
}

/** Gives a lease back. The row stays, so that epochs go on counting. */
export async function releaseLease(parts: LeaseParts, lease: Lease): Promise<void> {
  await parts.store.db.$executeRaw`UPDATE leases SET until = '-infinity' WHERE name = ${lease.name} AND epoch = ${lease.epoch}`
}

/** For every write of leased work: throws LeaseLost unless the lease is still its holder's, and keeps it so until the transaction ends. */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM leases WHERE name = ${lease.name} AND epoch = ${lease.epoch} AND until > '-infinity' FOR SHARE`
  if (held.length === 0) throw new LeaseLost(`The lease ${lease.name} was lost: another worker goes on with its work.`)
}

/** Takes leases away from whoever holds them, as part of a transaction: nothing more is written under them. */
export async function revokeLeases(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.$executeRaw`UPDATE leases SET until = '-infinity', epoch = epoch + 1 WHERE name = ANY(${[...names]}::text[])`
}

/**
 * Does work under a lease, with a heartbeat that renews it; the signal given to the work is aborted when the lease is lost.
 * `busy` when somebody else holds it, also when they got it in the middle.
 */
export async function withLease<T>(
  parts: LeaseParts,
  name: string,
  work: (lease: Lease, signal: AbortSignal) => Promise<T>,
): Promise<T | 'busy'> {
  const lease = await acquireLease(parts, name)
  if (!lease) return 'busy'
  const lost = new AbortController()
  const done = new AbortController()
  const heartbeat = runHeartbeat(parts, lease, { lost, done: done.signal })
  try {
    return await work(lease, lost.signal)
  } catch (error) {
    if (error instanceof LeaseLost) return 'busy'
    throw error
  } finally {
    done.abort()
    await heartbeat
    await releaseLease(parts, lease)
  }
}

async function runHeartbeat(parts: LeaseParts, lease: Lease, { lost, done }: { lost: AbortController; done: AbortSignal }): Promise<void> {
  while (!done.aborted) {
    await parts.clock.sleep(leaseDurationMs / 4, done)
    if (done.aborted) return
    try {
      if (await renewLease(parts, lease)) continue
      lost.abort(new LeaseLost(`The lease ${lease.name} was lost.`))
      return
    } catch (error) {
      // The database is away for a moment; if it stays away, the lease runs out and whoever holds it next has another epoch.
      parts.log.warn({ lease: lease.name, error: messageOf(error) }, 'a lease could not be renewed')
    }
  }
}

/**
 * For the start of the only process on the embedded database: whoever held a lease is gone, so nobody has to wait
 * until it runs out.
 */
export async function expireAllLeases(store: Store): Promise<void> {
  await store.db.$executeRaw`UPDATE leases SET until = '-infinity' WHERE until > '-infinity'`
}

/** Deletes the leases of single commands, deletion requests and exports that expired before an instant. They would grow without limit. */
export async function deleteExpiredLeases(db: Db, before: Date): Promise<void> {
  await db.$executeRaw`DELETE FROM leases WHERE (name LIKE 'command:%' OR name LIKE 'forget:%' OR name LIKE 'export:%') AND until < ${before}`
}
