import { readdir, readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Store } from '../../src/store/store.ts'

/** What one message takes. */
export interface Usage {
  readonly perSecond: number
  readonly nodeMs: number
  /** Absent where the database and the queue run in the Node.js process. */
  readonly databaseMs?: number
  readonly redisMs?: number
  readonly allMs: number
  /** Absent without the extension pg_stat_statements. */
  readonly statements?: number
  readonly walKilobytes: number
}

/** What the processes have taken since they were started. */
interface Reading {
  readonly nodeMs: number
  readonly databaseMs?: number
  readonly redisMs?: number
  readonly statements?: number
  readonly walBytes: number
}

const quietShare = 0.1
const quietMs = 400

/** Measures what work takes, in this process and in the servers of this machine, including what it leaves to be done in the background. */
export class ResourceMeter {
  private constructor(
    private readonly store: Store,
    private readonly redis: Redis | undefined,
    private readonly countsStatements: boolean,
  ) {}

  static async open(store: Store): Promise<ResourceMeter> {
    const { TEST_REDIS_URL: redisUrl } = process.env
    if (store.engine !== 'postgres') return new ResourceMeter(store, undefined, false)
    const [{ isCounting } = { isCounting: false }] = await store.db.$queryRaw<{ isCounting: boolean }[]>`
      SELECT current_setting('shared_preload_libraries') LIKE '%pg_stat_statements%' AS "isCounting"`
    if (isCounting) await store.db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`
    else console.log('The statements are not counted, because the server does not load pg_stat_statements.')
    return new ResourceMeter(store, redisUrl ? new Redis(redisUrl) : undefined, isCounting)
  }

  /** Runs `work` on so many messages. It resolves with how many it did a second. */
  async measure(messages: number, work: () => Promise<number>): Promise<Usage> {
    await this.settled()
    const before = await this.read()
    const perSecond = await work()
    await this.settled()
    const after = await this.read()
    const each = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? undefined : (to - from) / messages
    const [nodeMs = 0, databaseMs, redisMs, statements, walBytes = 0] = [
      each(before.nodeMs, after.nodeMs),
      each(before.databaseMs, after.databaseMs),
      each(before.redisMs, after.redisMs),
      each(before.statements, after.statements),
      each(before.walBytes, after.walBytes),
    ]
    return {
      perSecond,
      nodeMs,
      ...(databaseMs !== undefined && { databaseMs }),
      ...(redisMs !== undefined && { redisMs }),
      allMs: nodeMs + (databaseMs ?? 0) + (redisMs ?? 0),
      ...(statements !== undefined && { statements }),
      walKilobytes: walBytes / 1_024,
    }
  }

  /** Resolves when nothing is left to do in the background. */
  private async settled(): Promise<void> {
    for (;;) {
      const before = process.cpuUsage()
      await wait(quietMs)
      const { user, system } = process.cpuUsage(before)
      if (user + system < quietShare * quietMs * 1_000) return
    }
  }

  private async read(): Promise<Reading> {
    const [{ pid, wal } = { pid: 0, wal: 0 }] = await this.store.db.$queryRaw<{ pid: number; wal: number }[]>`
      SELECT pg_backend_pid() AS pid, (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal`
    const statements = await this.countStatements()
    const { user, system } = process.cpuUsage()
    return {
      nodeMs: (user + system) / 1_000,
      ...(this.store.engine === 'postgres' && { databaseMs: await serverMs(pid) }),
      ...(this.redis && { redisMs: await redisMs(this.redis) }),
      ...(statements !== undefined && { statements }),
      walBytes: wal,
    }
  }

  private async countStatements(): Promise<number | undefined> {
    if (!this.countsStatements) return undefined
    const [{ calls } = { calls: 0 }] = await this.store.db.$queryRaw<{ calls: number }[]>`
      SELECT coalesce(sum(calls), 0)::float8 AS calls FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`
    return calls
  }

  async close(): Promise<void> {
    await this.redis?.quit()
  }
}

/** Returns the processor time of a PostgreSQL server and of all its processes, of which one is given. Linux: read from /proc. */
async function serverMs(backend: number): Promise<number> {
  const server = (await statOf(backend))[parent] ?? 0
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const stat = await statOf(pid)
      const taken = (fields: readonly number[]) => fields.reduce((sum, field) => sum + (stat[field] ?? 0), 0)
      if (pid === server) return taken([...own, ...ofEndedChildren])
      return stat[parent] === server ? taken(own) : 0
    }),
  )
  return tickMs * ticks.reduce((sum, one) => sum + one, 0)
}

/** proc(5): the fields of stat after the name of the process, counted from 0, and the length of a tick of the processor time. */
const parent = 1
const own = [11, 12]
const ofEndedChildren = [13, 14]
const tickMs = 10

/** Returns the fields after the name of a process. Empty if it has ended. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Returns the processor time of a Redis server. */
async function redisMs(redis: Redis): Promise<number> {
  const info = await redis.info('cpu')
  const seconds = (field: string) => Number(new RegExp(`^${field}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0)
  return 1_000 * (seconds('used_cpu_user') + seconds('used_cpu_sys'))
}
