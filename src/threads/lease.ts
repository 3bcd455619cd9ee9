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

/**
 * Acquires a lease. If another worker holds it, returns undefined at once and leaves a mark for the holder, who finds it when releasing the
 * lease.
 */
export async function acquireLease(deps: LeaseDeps, name: LeaseName): Promise<Lease | undefined> {
  const [lease] = await deps.store.db.$queryRaw<{ epoch: number; isHeld: boolean }[]>`
    WITH ${acquireSql(deps, name, Prisma.sql`TRUE`)} SELECT epoch, is_wanted AS "isHeld" FROM acquired`
  return lease && !lease.isHeld ? { name, epoch: lease.epoch } : undefined
}

/**
 * SQL for the CTEs of a statement that acquires a lease, as `acquireLease` does, and begins its work. `acquired` has a row if the condition is
 * true: the `epoch`, and in `is_wanted` whether another worker holds the lease. The statement may wait for the lease, but it still reads the
 * snapshot it began with. So it may write only if `begun` has a row: the lease was acquired, and nobody held it in between.
 *
 * The row is updated first, because ON CONFLICT writes more to the log. A row that was added since the statement began is not found, so the
 * insertion updates it.
 */
export function acquireSql(
  { clock, workerName }: Pick<LeaseDeps, 'clock' | 'workerName'>,
  name: LeaseName,
  condition: Prisma.Sql,
): Prisma.Sql {
  const now = clock.now()
  const until = new Date(now.getTime() + leaseDurationMs)
  const isFree = Prisma.sql`leases.until <= ${now}`
  const changes = Prisma.sql`
    owner = CASE WHEN ${isFree} THEN ${workerName} ELSE leases.owner END,
    until = CASE WHEN ${isFree} THEN ${until} ELSE leases.until END,
    epoch = CASE WHEN ${isFree} THEN leases.epoch + 1 ELSE leases.epoch END,
    is_wanted = NOT (${isFree})`
  return Prisma.sql`
    asked_lease AS MATERIALIZED (SELECT 1 WHERE ${condition}),
    known_lease AS (UPDATE leases SET ${changes} FROM asked_lease WHERE name = ${name} RETURNING epoch, is_wanted),
    new_lease AS (
      INSERT INTO leases (name, owner, until, epoch)
      SELECT ${name}, ${workerName}, ${until}, 1 FROM asked_lease WHERE NOT EXISTS (SELECT 1 FROM known_lease)
      ON CONFLICT (name) DO UPDATE SET ${changes} RETURNING epoch, is_wanted),
    acquired AS (SELECT * FROM known_lease UNION ALL SELECT * FROM new_lease),
    begun AS (
      SELECT 1 FROM acquired WHERE NOT is_wanted AND epoch = 1 + COALESCE((SELECT l.epoch FROM leases l WHERE l.name = ${name} AND l.until <= ${now}), 0))`
}

/** Renews a lease for another `leaseDurationMs`. Returns false if it was lost. */
export async function renewLease(deps: LeaseDeps, lease: Lease): Promise<boolean> {
  const until = new Date(deps.clock.now().getTime() + leaseDurationMs)
  const renewed = await deps.store.db.$executeRaw`
    UPDATE leases SET until = ${until} WHERE name = ${lease.name} AND epoch = ${lease.epoch} AND until > '-infinity'`
  return renewed === 1
}

/**
 * Releases a lease. The row stays so that epochs keep increasing. Returns whether another worker wanted the lease while it was held: both
 * statements lock the row, so either the mark is found here, or the other worker finds the lease free. Also returns true if `isUnfinished`,
 * an SQL expression, is true.
 */
export async function releaseLease(db: Db, lease: Lease, isUnfinished = Prisma.sql`FALSE`): Promise<boolean> {
  const [released] = await db.$queryRaw<{ isWanted: boolean }[]>`
    UPDATE leases SET until = '-infinity' WHERE name = ${lease.name} AND epoch = ${lease.epoch}
    RETURNING is_wanted OR ${isUnfinished} AS "isWanted"`
  return released?.isWanted ?? false
}

/** SQL that releases a lease in a statement that holds it, if a condition is true. Its result tells whether another worker wanted the lease. */
export const releaseSql = ({ name, epoch }: Lease, condition: Prisma.Sql) => Prisma.sql`
  UPDATE leases SET until = '-infinity' WHERE name = ${name} AND epoch = ${epoch} AND until > '-infinity' AND ${condition} RETURNING is_wanted`

/**
 * SQL for a CTE that has a row if a lease is still held, and keeps it held until the transaction ends. A single statement of leased work
 * writes only if there is such a row. Refer to the CTE, because it is not run otherwise.
 */
export const holdSql = ({ name, epoch }: Lease) => Prisma.sql`
  SELECT 1 AS held FROM leases WHERE name = ${name} AND epoch = ${epoch} AND until > '-infinity' FOR SHARE`

/** Creates the error of leased work that finds its lease lost. */
export const leaseLost = ({ name }: Lease) => new LeaseLostError(`The lease ${name} was lost. Another worker continues its work.`)

/**
 * Throws LeaseLostError unless the lease is still held, and keeps it held until the transaction ends. Every transaction of leased work
 * calls this function.
 */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  if ((await tx.$queryRaw<unknown[]>(holdSql(lease))).length === 0) throw leaseLost(lease)
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

/** What work under a lease came to. */
export interface LeasedOutcome<T> {
  readonly value: T
  /** Whether more is to be done: another worker wanted to do the same work meanwhile and gave up, or the work is unfinished. */
  readonly isWanted: boolean
}

/** The result of work that may have released its own lease. */
interface KeptOutcome<T> {
  readonly value: T
  /** Set if the work has released the lease itself. */
  readonly isWanted?: boolean | undefined
}

/**
 * Runs `work` under a lease, which a heartbeat renews and the end of the work releases. The signal is aborted when the lease is lost. Returns
 * `busy` if another worker acquired it meanwhile. `isUnfinished` is as in `releaseLease`.
 */
export async function keepLease<T>(
  deps: LeaseDeps,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<KeptOutcome<T>>,
  isUnfinished?: Prisma.Sql,
): Promise<LeasedOutcome<T> | 'busy'> {
  const lost = new AbortController()
  const done = new AbortController()
  const heartbeat = runHeartbeat(deps, lease, { lost, done: done.signal })
  const stop = async () => {
    done.abort()
    await heartbeat
  }
  const release = async () => {
    await stop()
    return releaseLease(deps.store.db, lease, isUnfinished)
  }
  try {
    const { value, isWanted } = await work(lost.signal)
    if (isWanted !== undefined) await stop()
    return { value, isWanted: isWanted ?? (await release()) }
  } catch (error) {
    if (!done.signal.aborted) await release()
    if (error instanceof LeaseLostError) return 'busy'
    throw error
  }
}

/** Acquires a lease and runs `work` under it, for work that looks by itself whether more was added. Returns `busy` if another worker holds it. */
export async function withLease<T>(
  deps: LeaseDeps,
  name: LeaseName,
  work: (lease: Lease, signal: AbortSignal) => Promise<T>,
): Promise<T | 'busy'> {
  const lease = await acquireLease(deps, name)
  if (!lease) return 'busy'
  const outcome = await keepLease(deps, lease, async (signal) => ({ value: await work(lease, signal) }))
  return outcome === 'busy' ? outcome : outcome.value
}

async function runHeartbeat(deps: LeaseDeps, lease: Lease, { lost, done }: { lost: AbortController; done: AbortSignal }): Promise<void> {
  while (!done.aborted) {
    await deps.clock.sleep(leaseDurationMs / 4, done)
    if (done.aborted) return
    try {
      if (await renewLease(deps, lease)) continue
      lost.abort(leaseLost(lease))
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
