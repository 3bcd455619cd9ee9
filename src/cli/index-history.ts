import type { ThreadId } from '../core/domain/ids.ts'
import { formatCount } from '../core/domain/text.ts'
import type { SearchDeps } from '../search/deps.ts'
import { findDaysToChunk } from '../search/index/chunk-day.ts'
import { type IndexUpdateResult, refreshIndex } from '../search/index/update-index.ts'
import type { TerminalIo } from './import/import-jsonl.ts'
import { showProgress } from './progress.ts'

/**
 * throughline index: updates the search index of all threads, and their chunks if an embedding model is in use. Idempotent, even after an
 * interruption. A bot may use the same PostgreSQL database at the same time. Returns the exit code.
 */
export async function runIndex(deps: SearchDeps, { out, err }: TerminalIo): Promise<number> {
  const { store } = deps
  const threads = await store.db.thread.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const ids = threads.map(({ id }) => id as ThreadId)
  const hasModel = (await deps.embeddings?.embedder()) !== undefined
  let total = 0
  if (hasModel) for (const id of ids) total += (await findDaysToChunk(store.db, id)).length
  const done: IndexUpdateResult[] = []
  let days = 0
  const progress = showProgress(total, err)
  try {
    for (const id of ids) done.push(await refreshIndex(deps, id, { onDay: () => progress.reach(++days) }))
  } finally {
    progress.stop()
  }
  const sum = (count: keyof IndexUpdateResult) => done.reduce((sum, thread) => sum + thread[count], 0)
  const indexed = `${formatCount(sum('messages'), 'message')} indexed`
  const chunks = hasModel ? `, ${formatCount(sum('written'), 'chunk')} written, ${sum('deleted')} removed` : ''
  const isUpToDate = sum('messages') + sum('written') + sum('deleted') + days === 0
  out.write(isUpToDate ? 'The index is already up to date.\n' : `${indexed}${chunks}.\n`)
  return 0
}
