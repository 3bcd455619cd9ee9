import { Piscina } from 'piscina'
import type { Audience } from '../../core/domain/messages.ts'
import { type ChunkSourceMessage, splitIntoChunks, type TextChunk, type TextPosition } from './chunk-text.ts'

/** A message of a day. */
export interface ChunkSourceRow extends ChunkSourceMessage {
  readonly audience: Audience
}

/** A chunk, with its position among those of its day and audience. */
export interface PositionedChunk extends TextChunk {
  readonly audience: Audience
  readonly position: number
}

/** Where to continue splitting the messages of an audience. Without one, they are split from the start of the day. */
export interface ResumePoint extends TextPosition {
  readonly audience: Audience
  /** The position of the first new chunk. */
  readonly position: number
}

/** The messages of a day to split, in order: for each audience, those from the start of the chunk that ends at its resume point. */
export interface SplitRequest {
  readonly rows: readonly ChunkSourceRow[]
  readonly resumePoints: readonly ResumePoint[]
}

/**
 * The most characters that are split on the main thread, which takes up to 20 ms. Each message takes as long as this many further
 * characters.
 */
const maxOnMainThread = 5_000
const charactersPerMessage = 100

/** In ms. The thread ends when it has had nothing to do for this long. */
const idleTimeout = 30_000

type SplitterPool = Piscina<SplitRequest, PositionedChunk[]>

let pool: SplitterPool | undefined

function openPool(): SplitterPool {
  const opened: SplitterPool = new Piscina({
    filename: new URL('./split-worker.mjs', import.meta.url).href,
    name: splitByAudience.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
  })
  // A thread can fail while it is idle. Without a listener, its error would end the process.
  opened.on('error', () => {
    if (pool === opened) pool = undefined
  })
  return opened
}

/** Splits the messages of a day into chunks. Long days are split in another thread. */
export async function splitDay(request: SplitRequest): Promise<PositionedChunk[]> {
  const characters = request.rows.reduce((sum, { text }) => sum + text.length + charactersPerMessage, 0)
  if (characters <= maxOnMainThread) return splitByAudience(request)
  pool ??= openPool()
  return pool.run(request)
}

/** Splits the messages of each audience separately. */
export function splitByAudience({ rows, resumePoints }: SplitRequest): PositionedChunk[] {
  const audiences = [...new Set(rows.map(({ audience }) => audience))]
  return audiences.flatMap((audience) => {
    const resumeAt = resumePoints.find((point) => point.audience === audience)
    const chunks = splitIntoChunks(
      rows.filter((row) => row.audience === audience),
      resumeAt,
    )
    return chunks.map((chunk, index) => ({ ...chunk, audience, position: (resumeAt?.position ?? 0) + index }))
  })
}
