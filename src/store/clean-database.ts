import { messageOf } from '../core/domain/errors.ts'
import type { Store } from './store.ts'

/** A step that failed, and the reason. */
export interface CleanupFailure {
  readonly step: string
  readonly problem: string
}

interface CleanupStep {
  readonly step: string
  readonly sql: string
}

/**
 * A deleted row stays in its table's file until the file is rewritten, and samples of its text stay in the planner's statistics until the
 * next ANALYZE. ANALYZE skips empty tables, so all statistics are deleted first.
 */
const tableSteps: readonly CleanupStep[] = [
  { step: 'clear the planner statistics', sql: 'DELETE FROM pg_catalog.pg_statistic' },
  { step: 'collect planner statistics', sql: 'ANALYZE' },
  { step: 'rewrite the tables', sql: 'VACUUM (FULL)' },
]

/** Ends the current WAL file, the rest of which is filled with zeros, and releases the earlier files for reuse. */
const walFileSteps: readonly CleanupStep[] = [
  { step: 'start a new log file', sql: 'SELECT pg_switch_wal()' },
  { step: 'make a checkpoint', sql: 'CHECKPOINT' },
]

/**
 * Removes deleted data from the files of the database. Nothing else may use the database in the meantime. Returns the steps for which this
 * user lacks permission, so that an administrator can run them.
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
  // Runs often enough that every WAL file is reused once, including the one in use at the start.
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
