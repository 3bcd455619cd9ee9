import { messageOf } from '../core/domain/errors.ts'
import type { Store } from './store.ts'

/** A step that failed, and why. */
export interface CleanupFailure {
  readonly step: string
  readonly problem: string
}

interface CleanupStep {
  readonly step: string
  readonly sql: string
}

/**
 * A deleted row stays in the file of its table until the file is rewritten, and text samples stay in the planner's statistics until the
 * next ANALYZE. ANALYZE skips empty tables, so their statistics are deleted first.
 */
const tableSteps: readonly CleanupStep[] = [
  { step: 'clear the planner statistics', sql: 'DELETE FROM pg_catalog.pg_statistic' },
  { step: 'collect planner statistics', sql: 'ANALYZE' },
  { step: 'rewrite the tables', sql: 'VACUUM (FULL)' },
]

/** Ends a WAL file, whose rest is filled with zeros, and releases the earlier ones for reuse. */
const walFileSteps: readonly CleanupStep[] = [
  { step: 'start a new log file', sql: 'SELECT pg_switch_wal()' },
  { step: 'make a checkpoint', sql: 'CHECKPOINT' },
]

/**
 * Removes deleted data from the files of the database. Nothing else may use the database meanwhile. Returns the steps for which this user
 * lacks permission, for the administrator.
 */
export async function cleanDatabase(store: Store): Promise<CleanupFailure[]> {
  const failures: CleanupFailure[] = []
  const runStep = async ({ step, sql }: CleanupStep) => {
    try {
      await store.db.$executeRawUnsafe(sql)
    } catch (error) {
      if (!failures.some((other) => other.step === step)) failures.push({ step, problem: messageOf(error) })
    }
  }
  for (const step of tableSteps) await runStep(step)
  // Each file is reused once, and the first one was started before.
  const rounds = (await countWalFiles(store, failures)) + 2
  for (let round = 0; round < rounds; round++) for (const step of walFileSteps) await runStep(step)
  return failures
}

async function countWalFiles({ db }: Store, failures: CleanupFailure[]): Promise<number> {
  try {
    const [row] = await db.$queryRaw<{ files: number }[]>`SELECT count(*)::int AS files FROM pg_ls_waldir()`
    return row?.files ?? 0
  } catch (error) {
    failures.push({ step: 'list its log files', problem: messageOf(error) })
    return 0
  }
}
