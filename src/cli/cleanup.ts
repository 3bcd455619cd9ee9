import { cleanDatabase } from '../store/clean-database.ts'
import type { Store } from '../store/store.ts'
import type { TerminalIo } from './import/import-jsonl.ts'

/**
 * throughline cleanup: removes deleted data from the database files. Returns the exit code: 1 if a step is left to the database administrator.
 */
export async function runCleanup({ store }: { readonly store: Store }, io: TerminalIo): Promise<number> {
  const undone = await cleanDatabase(store)
  for (const { step, problem } of undone) io.err.write(`The database could not ${step}: ${problem}\n`)
  if (undone.length > 0) {
    io.err.write('The database administrator must do this. docs/forgetting.md lists the steps, and what log archives and backups keep.\n')
    return 1
  }
  io.out.write('The database files no longer contain deleted data. Existing backups are unchanged.\n')
  return 0
}
