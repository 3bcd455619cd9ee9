import { createHash } from 'node:crypto'
import PgBoss from 'pg-boss'
import { systemClock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { EmbeddedSql } from '../../store/store.ts'
import { type JobList, listScheduledJobs, type QueueName, queueNames } from '../job-list.ts'
import type { StoredJob } from '../job-queue.ts'

/** A job fetched from a queue. */
export interface ClaimedJob {
  readonly id: string
  readonly job: StoredJob
  readonly attempt: number
  readonly last: boolean
}

export interface NewJob {
  readonly queue: QueueName
  readonly job: StoredJob
  readonly attempts: number
  readonly delayMs: number
  /** A job whose id already exists is not added, so each scheduled job exists at most once. */
  readonly id?: string
}

/** pg-boss on the embedded database, plus a few statements that pg-boss does not offer. */
export interface PgBossStore {
  add(job: NewJob): Promise<void>
  claim(queue: QueueName, limit: number): Promise<ClaimedJob[]>
  complete(queue: QueueName, id: string): Promise<void>
  /** Marks a job as permanently failed. */
  fail(queue: QueueName, id: string): Promise<void>
  remove(queue: QueueName, id: string): Promise<void>
  retryIn(queue: QueueName, id: string, ms: number): Promise<void>
  /** Requeues a job without counting the attempt. */
  release(queue: QueueName, id: string): Promise<void>
  /** Recovers the jobs of a dead process: requeues each job, or fails it if that was its last attempt. Returns the number of each. */
  recover(): Promise<{ readonly requeued: number; readonly failed: number }>
  /** Returns for each delayed job of a queue in how many ms it is due. */
  listDelays(queue: QueueName): Promise<number[]>
  /** Archives finished jobs, recovers jobs that have been running for hours, and frees the space of deleted rows. */
  maintain(): Promise<void>
  close(): Promise<void>
}

export async function openPgBossStore(sql: EmbeddedSql, log: Log): Promise<PgBossStore> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => runStatements(sql, text, values) },
    // Both would poll with their own timers. Our loops fetch and maintain jobs.
    schedule: false,
    supervise: false,
    expireInHours: 2,
    archiveCompletedAfterSeconds: 600,
    archiveFailedAfterSeconds: 7 * 24 * 3600,
    deleteAfterHours: 24,
  })
  boss.on('error', (error) => log.error({ error }, 'The embedded job queue reported an error'))
  await boss.start()
  for (const queue of queueNames) await boss.createQueue(queue)

  return {
    async add({ queue, job, attempts, delayMs, id }) {
      await boss.send(queue, job, {
        // The database counts whole milliseconds, and pg-boss fetches only jobs that are due strictly before now.
        startAfter: dateIn(delayMs - 1),
        retryLimit: attempts - 1,
        ...(id && { id }),
      })
    },
    async claim(queue, limit) {
      const rows = await boss.fetch<StoredJob>(queue, { includeMetadata: true, priority: false, batchSize: limit })
      // The oldest jobs are chosen, but returned in no particular order.
      rows.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
      return rows.map(({ id, data, retryCount, retryLimit }) => ({
        id,
        job: data,
        attempt: retryCount + 1,
        last: retryCount >= retryLimit,
      }))
    },
    complete: (queue, id) => boss.complete(queue, id),
    // The reason is only logged, because the text of an error may quote a user.
    fail: (queue, id) => boss.fail(queue, id),
    remove: (queue, id) => boss.deleteJob(queue, id),
    // pg-boss delays by whole seconds and adds random backoff. Uses the primary key (name, id).
    async retryIn(queue, id, ms) {
      await sql.query(`UPDATE pgboss.job SET state = 'retry', start_after = $3 WHERE name = $1 AND id = $2::uuid AND state = 'active'`, [
        queue,
        id,
        dateIn(ms - 1),
      ])
    },
    // pg-boss counts an attempt only if the job has a start time.
    async release(queue, id) {
      await sql.query(
        `UPDATE pgboss.job SET state = 'retry', started_on = NULL, start_after = now() - interval '1 second'
         WHERE name = $1 AND id = $2::uuid AND state = 'active'`,
        [queue, id],
      )
    },
    // Runs once at startup, over the few rows that are not archived yet, and needs no index.
    async recover() {
      const { rows } = await sql.query(
        `UPDATE pgboss.job SET
           state = CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END::pgboss.job_state,
           start_after = now() - interval '1 second',
           completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END
         WHERE state = 'active' RETURNING state::text`,
        [],
      )
      const failed = rows.filter((row) => (row as { state: unknown }).state === 'failed').length
      return { requeued: rows.length - failed, failed }
    },
    // Relies on index job_i5 of the queue's partition: (name, start_after) where state < 'active'.
    async listDelays(queue) {
      const { rows } = await sql.query(
        `SELECT (extract(epoch FROM start_after - now()) * 1000)::float8 AS ms
         FROM pgboss.job WHERE name = $1 AND state < 'active' AND start_after > now()`,
        [queue],
      )
      return rows.map((row) => Number((row as { ms: unknown }).ms))
    },
    async maintain() {
      await boss.maintain()
      // The embedded database has no autovacuum.
      await sql.exec('VACUUM pgboss.job')
      await sql.exec('VACUUM pgboss.archive')
    },
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

const dateIn = (ms: number) => new Date(systemClock.now().getTime() + ms)

/** pg-boss sends whole scripts without values, each in its own transaction. */
async function runStatements(sql: EmbeddedSql, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  if (values && values.length > 0) return sql.query(text, values)
  try {
    return (await sql.exec(text)).at(-1) ?? { rows: [] }
  } catch (error) {
    // Otherwise, a script that fails halfway would leave the only session inside its transaction.
    await sql.exec('ROLLBACK')
    throw error
  }
}

/** Returns the fixed id of each scheduled job, in the form of a UUID. */
export function computeScheduledJobIds(list: JobList): ReadonlyMap<string, string> {
  return new Map(
    listScheduledJobs(list).map(({ name }) => {
      const hex = createHash('sha256').update(`throughline schedule ${name}`).digest('hex')
      return [name, [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')]
    }),
  )
}
