import type { App } from '../app.ts'
import type { SegmentId } from '../core/domain/ids.ts'
import { ensureLocalOwner } from '../people/users.ts'
import { loadSamples } from '../samples/load-samples.ts'
import { refreshIndex } from '../search/index/update-index.ts'
import { summarizeDay } from '../summaries/run/summarize-day.ts'
import { listDays } from '../threads/messages/read-messages.ts'
import { ensureContinuousThread } from '../threads/thread.ts'
import type { TerminalIo } from './import/import-jsonl.ts'
import { showProgress } from './progress.ts'

/** EX_CANTCREAT of sysexits.h: the database already contains a conversation. */
const exitNotEmpty = 73

/** More days than the samples have. */
const allDays = 100

/**
 * throughline demo: gives the local owner two weeks of conversation up to now, with a summary of each day that has ended. Leaves a database
 * that contains a conversation unchanged. Returns the exit code.
 */
export async function runDemo(deps: App, { out, err }: TerminalIo): Promise<number> {
  const { store, clock } = deps
  const where = deps.config.store
  const start = 'dataDir' in where && where.dataDir !== './data' ? `DATA_DIR=${where.dataDir} npx throughline` : 'npx throughline'
  if (await store.db.message.findFirst({ select: { id: true } })) {
    const what = 'dataDir' in where ? `The folder ${where.dataDir}` : 'The database that DATABASE_URL names'
    err.write(
      `${what} already contains a conversation, which the demo would be mixed into. If it is the demo, it is ready: ${start}. If not, use a new folder: DATA_DIR=./another-folder npx throughline demo\n`,
    )
    return exitNotEmpty
  }
  const now = clock.now()
  const owner = await ensureLocalOwner(store, now)
  // Summarized here, because no worker runs.
  const { jobs, ...rest } = deps
  await loadSamples({ ...rest, jobs: { add: async () => {} }, defaultTimezone: deps.config.defaultTimezone }, owner)
  const threadId = await ensureContinuousThread(store, owner.id, now)
  await refreshIndex(deps, threadId, {})
  const days = await listDays(store.db, threadId, { limit: allDays })
  const ended = days.filter(({ finalizedAt }) => finalizedAt !== null).reverse()
  await summarizeAll(
    deps,
    ended.map(({ segmentId }) => segmentId),
    err,
  )
  const count = await store.db.message.count()
  out.write(
    `${count} messages on ${days.length} days, ${ended.length} of them summarized.\n` +
      `Now: ${start}, and ask "What did we decide last week?"\n`,
  )
  return 0
}

/** Summarizes days, oldest first, because each summary has the previous one as context. */
async function summarizeAll(deps: App, segments: readonly SegmentId[], err: TerminalIo['err']): Promise<void> {
  const progress = showProgress(segments.length, err)
  try {
    for (const [index, segmentId] of segments.entries()) {
      await summarizeDay(deps.summaries, { segmentId, mode: 'nightly' }, { signal: new AbortController().signal, last: true })
      progress.reach(index + 1)
    }
  } finally {
    progress.stop()
  }
}
