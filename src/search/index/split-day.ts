import { Piscina } from 'piscina'
import type { Audience } from '../../core/domain/messages.ts'
import { type ChunkSourceMessage, splitIntoChunks, type TextChunk } from './chunk-text.ts'

/** A message of a day. */
export interface ChunkSourceRow extends ChunkSourceMessage {
  readonly audience: Audience
}

/** A chunk, with its position among those of its day and audience. */
export interface PositionedChunk extends TextChunk {
  readonly audience: Audience
  readonly position: number
}

/** In characters. Splitting a text of this length takes up to 20 ms. A longer one is split in another thread. */
const maxOnMainThread = 10_000

/** In ms. The thread ends when it has had nothing to do for this long. */
const idleTimeout = 30_000

let pool: Piscina<readonly ChunkSourceRow[], PositionedChunk[]> | undefined

/** Splits the messages of a day, given in order, into chunks. Long days are split in another thread. */
export async function splitDay(rows: readonly ChunkSourceRow[]): Promise<PositionedChunk[]> {
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= maxOnMainThread) return splitByAudience(rows)
  pool ??= new Piscina({ filename: new URL('./split-worker.mjs', import.meta.url).href, maxThreads: 1, idleTimeout })
  return pool.run(rows)
}

/** Splits the messages of each audience separately. */
export function splitByAudience(rows: readonly ChunkSourceRow[]): PositionedChunk[] {
  const audiences = [...new Set(rows.map(({ audience }) => audience))]
  return audiences.flatMap((audience) =>
    splitIntoChunks(rows.filter((row) => row.audience === audience)).map((chunk, position) => ({ ...chunk, audience, position })),
  )
}
