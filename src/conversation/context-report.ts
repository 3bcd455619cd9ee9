import type { ThreadId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import type { ContextReport } from './context/report.ts'

/** What the last reply was built from. */
export interface LastContext {
  readonly report: ContextReport & { readonly toolCalls?: readonly { name: string; arguments: string; ms: number }[] }
  readonly model: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly startedAt: Date
}

/** What the last reply of a thread was built from; undefined before the first. Written by answer.ts, so its shape is known. */
export async function lastContext(db: Db, threadId: ThreadId): Promise<LastContext | undefined> {
  const [turn] = await db.$queryRaw<LastContext[]>`
    SELECT context AS report, model, input_tokens AS "inputTokens", output_tokens AS "outputTokens", started_at AS "startedAt"
    FROM turns WHERE thread_id = ${threadId} AND context IS NOT NULL ORDER BY id DESC LIMIT 1`
  return turn
}
