import { LeaseLostError, messageOf } from '../core/domain/errors.ts'
import type { ExportId, ForgetRequestId, MessageId, PlaceId, SegmentId, ThreadId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import type { LeaseDeps } from './deps.ts'

/** The kinds of work that a lease can cover, each with the id of its subject. */
interface LeaseSubjects {
  /** The turns of a thread. */
  readonly thread: ThreadId
  /** The commands of a thread, which run in order. */
  readonly commands: ThreadId
  /** One command that does not wait for others. */
  readonly command: MessageId
  /** The deliveries of a place. */
  readonly place: PlaceId
  /** The summary of a day. */
  readonly summary: SegmentId
  readonly forget: ForgetRequestId
  readonly export: ExportId
}

type LeaseKind = keyof LeaseSubjects

/** The kinds whose subjects are used only once. Their rows are deleted, because they would accumulate otherwise. */
const singleUseKinds: readonly LeaseKind[] = ['command', 'forget', 'export']

export type LeaseName = `${LeaseKind}:${number}`

/** Returns the name of the lease for one piece of work. */
export const leaseName = <Kind extends LeaseKind>(kind: Kind, id: LeaseSubjects[Kind]): LeaseName => `${kind}:${id as number}`

/** The right to do one piece of work for a limited time. The epoch tells successive holders apart. */
export interface Lease {
  readonly name: LeaseName
  readonly epoch: number
}

/** How long a lease lasts without renewal, in ms. The clocks of several machines must agree much more closely than this. */
export const leaseDurationMs = 20_000

/** Acquires a lease. Returns undefined at once if another worker holds it. */
export async function acquireLease(deps: LeaseDeps, name: LeaseName): Promise<Lease | undefined> {
  const now = deps.clock.now()
  const [lease] = await deps.store.db.$queryRaw<Lease[]>`
    INSERT INTO leases (name, owner, until, epoch)
    VALUES (${name}, ${deps.workerName}, ${new Date(now.getTime() + leaseDurationMs)}, 1)
    ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until, epoch = leases.epoch + 1
    WHERE leases.until <= ${now}
    RETURNING name, epoch`
  return lease
}

/** Renews a lease for another `leaseDurationMs`. Returns false if it was lost. */
export async function renewLease(deps: LeaseDeps, lease: Lease): Promise<boolean> {
  const until = new Date(deps.clock.now().getTime() + leaseDurationMs)
  const renewed = await deps.store.db.$executeRaw`
    UPDATE leases SET until = ${until} WHERE name = ${lease.name} AND epoch = ${lease.epoch} AND until > '-infinity'`
  return renewed === 1
}

/** Releases a lease. The row stays so that epochs keep increasing. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await db.$executeRaw`UPDATE leases SET until = '-infinity' WHERE name = ${lease.name} AND epoch = ${lease.epoch}`
}

/**
 * Throws LeaseLostError unless the lease is still held, and keeps it held until the transaction ends. Every transaction of leased work
 * calls this function.
 */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM leases WHERE name = ${lease.name} AND epoch = ${lease.epoch} AND until > '-infinity' FOR SHARE`
  if (held.length === 0) throw new LeaseLostError(`The lease ${lease.name} was lost. Another worker continues its work.`)
}

/** Revokes leases within a transaction, so that their holders can no longer write under them. */
export async function revokeLeases(tx: Tx, names: readonly LeaseName[]): Promise<void> {
  await tx.$executeRaw`UPDATE leases SET until = '-infinity', epoch = epoch + 1 WHERE name = ANY(${[...names]}::text[])`
}

/** SQL for whether a worker holds the lease of a subject. `id` is an SQL expression for the id. Relies on leases_pkey. */
export const isLeased = (kind: LeaseKind, id: Prisma.Sql, now: Date) =>
  Prisma.sql`EXISTS (SELECT 1 FROM leases l WHERE l.name = ${Prisma.raw(`'${kind}:'`)} || ${id} AND l.until > ${now})`

/** Deletes the leases of commands, deletions and exports that expired before an instant. */
export async function deleteExpiredLeases(db: Db, expiredBefore: Date): Promise<void> {
  const patterns = singleUseKinds.map((kind) => `${kind}:%`)
  await db.$executeRaw`DELETE FROM leases WHERE name LIKE ANY(${patterns}::text[]) AND until < ${expiredBefore}`
}

/**
 * Runs `work` under a lease, which a heartbeat renews. The signal is aborted when the lease is lost.
 * Returns `busy` if another worker holds the lease or acquired it during the work.
 */
export async function withLease<T>(
  deps: LeaseDeps,
  name: LeaseName,
  work: (lease: Lease, signal: AbortSignal) => Promise<T>,
): Promise<T | 'busy'> {
  const lease = await acquireLease(deps, name)
  if (!lease) return 'busy'
  const lost = new AbortController()
  const done = new AbortController()
  const heartbeat = runHeartbeat(deps, lease, { lost, done: done.signal })
  try {
    return await work(lease, lost.signal)
  } catch (error) {
    if (error instanceof LeaseLostError) return 'busy'
    throw error
  } finally {
    done.abort()
    await heartbeat
    await releaseLease(deps.store.db, lease)
  }
}

async function runHeartbeat(deps: LeaseDeps, lease: Lease, { lost, done }: { lost: AbortController; done: AbortSignal }): Promise<void> {
  while (!done.aborted) {
    await deps.clock.sleep(leaseDurationMs / 4, done)
    if (done.aborted) return
    try {
      if (await renewLease(deps, lease)) continue
      lost.abort(new LeaseLostError(`The lease ${lease.name} was lost. Another worker continues its work.`))
      return
    } catch (error) {
      // The database may be unavailable for a moment. If it stays unavailable, the lease expires and its next holder has a new epoch.
      deps.log.warn({ lease: lease.name, error: messageOf(error) }, 'a lease could not be renewed')
    }
  }
}

/** Expires all leases. Called when the only process on the embedded database starts, because earlier holders no longer exist. */
export async function expireAllLeases(store: Store): Promise<void> {
  await store.db.$executeRaw`UPDATE leases SET until = '-infinity' WHERE until > '-infinity'`
}
