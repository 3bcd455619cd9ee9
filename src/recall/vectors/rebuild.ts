import type { Store } from '../../store/store.ts'
import type { EmbedParts } from './items.ts'
import { embedNext } from './items.ts'
import { embeddingCounts, type ModelName, reset, resetErrors } from './table.ts'

/** What is done again: everything, for instance because the model is another one, or what has failed. */
export type Again = 'everything' | 'errors'

/** How many texts it would touch. The confirmation is up to whoever asks for it. */
export async function countAgain(store: Store, model: ModelName, again: Again): Promise<number> {
  const { pending, ready, others, error, failing } = await embeddingCounts(store.db, model)
  return again === 'everything' ? pending + ready + others + error : error + failing
}

/** Sets the texts to pending, so that the jobs make their vectors anew, summaries first. Needs an embedder: without pgvector there is nothing to reset. */
export async function doAgain({ store }: Pick<EmbedParts, 'store'>, again: Again): Promise<void> {
  if (again === 'everything') await reset(store)
  else await resetErrors(store.db)
}

export interface WorkedOff {
  /** Texts that were done with, one way or the other. */
  readonly done: number
  /** Why it ended before everything was done. */
  readonly problem?: string
}

/** Makes here and now what the jobs would make, telling how many texts are done. */
export async function workOff(parts: EmbedParts, signal: AbortSignal, onDone: (done: number) => void): Promise<WorkedOff> {
  let done = 0
  for (;;) {
    const next = await embedNext(parts, signal)
    done += next.done
    onDone(done)
    if (next.left !== 'some') return { done, ...(next.problem !== undefined && { problem: next.problem }) }
  }
}
