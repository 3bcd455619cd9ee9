import type { ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store } from '../../store/store.ts'
import { lockThreadShared } from '../../threads/thread.ts'
import { type SearchLanguage, tsvectorSql } from '../query/terms.ts'

/** The number of summaries per batch. They are long, and other statements wait for a batch on the embedded database. */
const batchSize = 20

export interface SummaryIndexOptions {
  readonly language: SearchLanguage
  /** At most about this many summaries are read. */
  readonly maxSummaries: number
}

/**
 * Brings summary_index up to date with a thread: indexes new and rewritten summaries, and summaries last indexed in another language. Safe
 * to run concurrently, in any number of processes. Returns whether the index is complete.
 */
export async function indexSummaries(
  { db, transaction }: Pick<Store, 'db' | 'transaction'>,
  threadId: ThreadId,
  { language, maxSummaries }: SummaryIndexOptions,
): Promise<boolean> {
  const unindexed = unindexedSql(threadId, language)
  for (let seen = 0; ; seen += batchSize) {
    const [next] = await db.$queryRaw<unknown[]>`${unindexed} LIMIT 1`
    if (!next) return true
    if (seen >= maxSummaries) return false
    const written = await transaction(async (tx) => {
      await lockThreadShared(tx, threadId)
      // The lock on the summaries keeps words that are being rewritten from reappearing in the index, whoever rewrites them.
      return tx.$executeRaw`
        WITH batch AS (
          SELECT d.segment_id, ${tsvectorSql(Prisma.sql`d.markdown`, Prisma.sql`${language}`)} AS terms FROM day_summaries d
          WHERE d.segment_id IN (${unindexed} ORDER BY x.segment_id LIMIT ${batchSize}) ORDER BY d.segment_id FOR SHARE OF d
        )
        UPDATE summary_index x SET language = ${language}, terms = batch.terms FROM batch WHERE x.segment_id = batch.segment_id`
    })
    // Another run has just written the same rows and will continue with the next ones.
    if (written === 0) return false
  }
}

/** SQL for the summaries that are not indexed in a language. Relies on summary_index_thread_id_language_idx. */
const unindexedSql = (threadId: ThreadId, language: SearchLanguage) => Prisma.sql`
  SELECT x.segment_id FROM summary_index x WHERE x.thread_id = ${threadId} AND (x.language < ${language} OR x.language > ${language})`
