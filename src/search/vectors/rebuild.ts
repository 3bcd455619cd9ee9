import type { Store } from '../../store/store.ts'
import type { EmbedParts } from './embed-pending.ts'
import { embedNextBatch } from './embed-pending.ts'
import { countEmbeddings, type EmbeddingModelName, resetEmbeddings, resetFailedEmbeddings } from './embedding-table.ts'

/** What is done again: everything, for instance because the model is another one, or what has failed. */
export type RebuildTarget = 'everything' | 'errors'

/** How many texts it would touch. The confirmation is up to whoever asks for it. */
export async function countTextsToRebuild(store: Store, model: EmbeddingModelName, target: RebuildTarget): Promise<number> {
  const { pending, ready, others, error, failing } = await countEmbeddings(store.db, model)
  return target === 'everything' ? pending + ready + others + error : error + failing
}

/** Sets the texts to pending, so that the jobs make their vectors anew, summaries first. Needs an embedder: without pgvector there is nothing to reset. */
export async function resetForRebuild({ store }: Pick<EmbedParts, 'store'>, target: RebuildTarget): Promise<void> {
  if (target === 'everything') await resetEmbeddings(store)
  else await resetFailedEmbeddings(store.db)
}

export interface RebuildResult {
  /** Texts that were done with, one way or the other. */
  readonly done: number
  /** Why it ended before everything was done. */
  readonly problem?: string
}

/** Makes here and now what the jobs would make, telling how many texts are done. */
export async function embedAllPending(parts: EmbedParts, signal: AbortSignal, onDone: (done: number) => void): Promise<RebuildResult> {
  let done = 0
  for (;;) {
    const next = await embedNextBatch(parts, signal)
    done += next.done
    onDone(done)
    if (next.left !== 'some') return { done, ...(next.problem !== undefined && { problem: next.problem }) }
  }
}
