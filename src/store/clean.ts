import { messageOf } from '../core/errors.ts'
import type { Store } from './store.ts'

/** What could not be done, and why. */
export interface Undone {
  readonly step: string
  readonly problem: string
}

interface Step {
  readonly step: string
  readonly sql: string
}

/**
 * A row that is deleted stays in the file of its table until that is written anew, and samples of texts in the planner's
 * statistics until they are taken again: of a table that is empty they never are, hence those go first.
 */
const tables: readonly Step[] = [
  { step: 'empty the statistics of the planner', sql: 'DELETE FROM pg_catalog.pg_statistic' },
  { step: 'take statistics of what there is', sql: 'ANALYZE' },
  { step: 'write the tables anew', sql: 'VACUUM (FULL)' },
]

/** Ends a file of the log, whose rest is filled with zeros, and lets those before it go: to be used again, as they are. */
const oneFileOfLog: readonly Step[] = [
  { step: 'begin another file of the log', sql: 'SELECT pg_switch_wal()' },
  { step: 'make a checkpoint', sql: 'CHECKPOINT' },
]

/**
 * Takes what was deleted out of the files of the database. Nothing else may use it meanwhile. What this user of the database
 * may not do is said, and left to its administrator.
 */
export async function cleanUp(store: Store): Promise<Undone[]> {
  const undone: Undone[] = []
  const take = async ({ step, sql }: Step) => {
    try {
      await store.db.$executeRawUnsafe(sql)
    } catch (error) {
      if (!undone.some((other) => other.step === step)) undone.push({ step, problem: messageOf(error) })
    }
  }
  for (const step of tables) await take(step)
  // Each file comes round once, and the first was begun before.
  const rounds = (await filesOfLog(store, undone)) + 2
  for (let round = 0; round < rounds; round++) for (const step of oneFileOfLog) await take(step)
  return undone
}

async function filesOfLog({ db }: Store, undone: Undone[]): Promise<number> {
  try {
    const [row] = await db.$queryRaw<{ files: number }[]>`SELECT count(*)::int AS files FROM pg_ls_waldir()`
    return row?.files ?? 0
  } catch (error) {
    undone.push({ step: 'list the files of its log', problem: messageOf(error) })
    return 0
  }
}
