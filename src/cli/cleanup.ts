import { cleanDatabase } from '../store/clean-database.ts'
import type { Store } from '../store/store.ts'
import type { TerminalIo } from './import-jsonl.ts'

/** npm run cleanup. Returns the exit code: 1 if a step is left to the database administrator. */
export async function runCleanup({ store }: { readonly store: Store }, io: TerminalIo): Promise<number> {
  const undone = await cleanDatabase(store)
  for (const { step, problem } of undone) io.err.write(`The database did not ${step}: ${problem}\n`)
  if (undone.length > 0) {
    io.err.write('Its administrator has to: docs/forgetting.md says what, and what an archive of the log and backups keep.\n')
    return 1
  }
  io.out.write('What was forgotten is in no file of the database any more. Backups keep what they had.\n')
  return 0
}
