import type { ThreadId } from '../core/domain/ids.ts'
import { formatCount } from '../core/domain/text.ts'
import type { SearchDeps } from '../search/deps.ts'
import { findDaysToChunk } from '../search/index/chunk-day.ts'
import { type IndexUpdateResult, updateIndex } from '../search/index/update-index.ts'
import type { TerminalIo } from './import-jsonl.ts'
import { showProgress } from './progress.ts'

/**
 * npm run index: updates the search index and the chunks of all threads. Idempotent, even after an interruption. A bot may use the same
 * PostgreSQL database at the same time. Returns the exit code.
 */
export async function runIndex(deps: SearchDeps, { out, err }: TerminalIo): Promise<number> {
  const { store } = deps
  const threads = await store.db.thread.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const ids = threads.map(({ id }) => id as ThreadId)
  let total = 0
  for (const id of ids) total += (await findDaysToChunk(store.db, id)).length
  const done: IndexUpdateResult[] = []
  let days = 0
  const progress = showProgress(total, err)
  try {
    for (const id of ids) done.push(await updateIndex(deps, id, { onDay: () => progress.reach(++days) }))
  } finally {
    progress.stop()
  }
  const sum = (count: keyof IndexUpdateResult) => done.reduce((sum, thread) => sum + thread[count], 0)
  out.write(
    sum('messages') + days === 0
      ? 'The index is already up to date.\n'
      : `${formatCount(sum('messages'), 'message')} indexed, ${formatCount(days, 'day')} split into chunks: ${sum('written')} written, ${sum('deleted')} removed.\n`,
  )
  return 0
}
