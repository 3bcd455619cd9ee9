import type { SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store } from '../../store/store.ts'
import { lockThreadShared } from '../../threads/thread.ts'
import { configurationOf, threadTagSql, tsvectorSql } from '../query/terms.ts'

/** The number of summaries per batch. They are long, and other statements wait for a batch on the embedded database. */
const summaryBatchSize = 20

/**
 * Brings summary_index up to date with a thread: indexes new and rewritten summaries, in the language that they were written in. Reads at
 * most about `maxSummaries`. Safe to run concurrently, in any number of processes. Returns whether the index is complete.
 */
export async function indexSummaries(
  { db, transaction }: Pick<Store, 'db' | 'transaction'>,
  threadId: ThreadId,
  maxSummaries: number,
): Promise<boolean> {
  const unindexed = unindexedSummariesSql(threadId)
  for (let seen = 0; ; seen += summaryBatchSize) {
    const [next] = await db.$queryRaw<unknown[]>`${unindexed} LIMIT 1`
    if (!next) return true
    if (seen >= maxSummaries) return false
    const written = await transaction(async (tx) => {
      await lockThreadShared(tx, threadId)
      // FOR SHARE waits for a summary that is being rewritten. Otherwise, its old words could return to the index.
      const summaries = await tx.$queryRaw<{ id: SegmentId; language: LanguageCode }[]>`
        SELECT d.segment_id AS id, d.language FROM day_summaries d
        WHERE d.segment_id IN (${unindexed} ORDER BY x.segment_id LIMIT ${summaryBatchSize}) ORDER BY d.segment_id FOR SHARE OF d`
      return tx.$executeRaw`
        UPDATE summary_index x SET language = d.language,
          terms = ${tsvectorSql(Prisma.sql`d.markdown`, Prisma.sql`input.configuration`)} || ${threadTagSql(Prisma.sql`x.thread_id`)}
        FROM unnest(${summaries.map(({ id }) => id)}::int[], ${summaries.map(({ language }) => configurationOf(language))}::text[])
          AS input(id, configuration) JOIN day_summaries d ON d.segment_id = input.id
        WHERE x.segment_id = input.id AND x.language = ''`
    })
    // Another run has just written the same rows and will continue with the next ones.
    if (written === 0) return false
  }
}

/** SQL for the summaries that are not indexed. Relies on summary_index_thread_id_language_idx. */
const unindexedSummariesSql = (threadId: ThreadId) => Prisma.sql`
  SELECT x.segment_id FROM summary_index x WHERE x.thread_id = ${threadId} AND x.language = ''`
