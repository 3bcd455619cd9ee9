import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { SegmentId } from '../core/domain/ids.ts'
import type { Store } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { compareByDensity, type DensityPosition, keyOf, leaderCount } from './rank/rank.ts'
import type { RankedResult, Scores } from './rank/ranking.ts'
import type { SemanticScores } from './vectors/semantic-scores.ts'

/** The position where a page ended. Lets the search continue as if nothing had been written since the first page. */
export interface SearchCursor {
  /** When the first page was requested, in ms. Preserves the meaning of words such as "yesterday". */
  readonly startedAt: number
  /** The last change to the thread, or in a shared place the last message, that the first page saw. Later ones affect neither results nor scores. */
  readonly upTo: number
  /** Whether the first page used embeddings. */
  readonly semantic: boolean
  /** Whether the quoted phrases had to occur on the first page. */
  readonly requiresPhrases: boolean
  /** The keys of the leaders. */
  readonly leaders: readonly string[]
  /** The last result of the page. */
  readonly last: DensityPosition
}

const nonNegativeNumber = z.number().finite().nonnegative()
const cursorSchema = z.tuple([
  z.string(),
  nonNegativeNumber.int().max(8.64e15),
  nonNegativeNumber.int().max(2_147_483_647),
  z.boolean(),
  z.boolean(),
  z.array(z.string()).max(leaderCount),
  nonNegativeNumber,
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  z.enum(['summary', 'message']),
  nonNegativeNumber.int(),
])

/** Returns a short hash of the caller and the criteria, so that a cursor continues only its own search. */
export function fingerprintSearch(scope: Scope, input: object): string {
  return createHash('sha256')
    .update(JSON.stringify([scope.userId, scope.threadId, scope.audience, input]))
    .digest('base64url')
    .slice(0, 16)
}

export function encodeCursor(searchKey: string, { startedAt, upTo, semantic, requiresPhrases, leaders, last }: SearchCursor): string {
  const { density, day, kind, id } = last
  return Buffer.from(JSON.stringify([searchKey, startedAt, upTo, semantic, requiresPhrases, leaders, density, day, kind, id])).toString(
    'base64url',
  )
}

/** Decodes a cursor. Throws InputError if it is malformed or belongs to another search. */
export function decodeCursor(searchKey: string, cursor: string): SearchCursor {
  const parsed = cursorSchema.safeParse(decodeBase64Json(cursor))
  if (!parsed.success)
    throw new InputError('The cursor is invalid. Pass next_cursor of the previous page unchanged, or omit it to start at the beginning.')
  const [cursorSearchKey, startedAt, upTo, semantic, requiresPhrases, leaders, density, day, kind, id] = parsed.data
  if (cursorSearchKey !== searchKey)
    throw new InputError('The cursor belongs to another search. Repeat that search with the same words and dates, or omit the cursor.')
  return { startedAt, upTo, semantic, requiresPhrases, leaders, last: { density, day, kind, id } as DensityPosition }
}

function decodeBase64Json(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Data behind a first page that cannot be read again, because summaries and embeddings may be rewritten between two pages. */
export interface FirstPageSnapshot {
  readonly semanticScores: SemanticScores | undefined
  /** The scores of the summaries that were found, by day. */
  readonly summaryScores: ReadonlyMap<SegmentId, Scores>
}

/** Each cached search takes a few kilobytes. */
const maxCachedSearches = 200

/**
 * The first pages of the latest searches that have more pages, by store. Known only to this process: other processes leave out summaries
 * written since the first page.
 */
const snapshotsByStore = new WeakMap<Store, LRUCache<string, FirstPageSnapshot>>()

/** Returns the cached first page of a search, if any. `pageCacheKey` identifies the search and the time of its first page. */
export function getFirstPage(store: Store, pageCacheKey: string): FirstPageSnapshot | undefined {
  return snapshotsByStore.get(store)?.get(pageCacheKey)
}

export function cacheFirstPage(store: Store, pageCacheKey: string, snapshot: FirstPageSnapshot): void {
  const snapshots = snapshotsByStore.get(store) ?? new LRUCache({ max: maxCachedSearches })
  snapshotsByStore.set(store, snapshots)
  snapshots.set(pageCacheKey, snapshot)
}

export function toSummaryScores(candidates: readonly RankedResult[]): Map<SegmentId, Scores> {
  return new Map(
    candidates.flatMap((result) => (result.kind === 'summary' ? [[result.id, { score: result.score, density: result.density }]] : [])),
  )
}

/**
 * Limits the results to the summaries of the first page, with the scores they had there. If the first page is not cached, leaves out
 * summaries written since.
 */
export function restoreFirstPageSummaries(
  candidates: readonly RankedResult[],
  firstPage: FirstPageSnapshot | undefined,
  startedAt: Date,
): RankedResult[] {
  return candidates.flatMap((result) => {
    if (result.kind === 'message') return result
    const scores = firstPage ? firstPage.summaryScores.get(result.id) : result.summary.updatedAt <= startedAt.getTime() ? result : undefined
    return scores === undefined ? [] : { ...result, ...scores }
  })
}

/** Returns the index of the first result after the cursor, even if the result at the cursor no longer exists. */
export function findIndexAfter(ordered: readonly RankedResult[], { leaders, last }: SearchCursor): number {
  const lastLeader = leaders.indexOf(keyOf(last))
  const isAfter = (result: RankedResult): boolean => {
    const leader = leaders.indexOf(keyOf(result))
    if (leader >= 0) return lastLeader >= 0 && leader > lastLeader
    return lastLeader >= 0 || compareByDensity(result, last) > 0
  }
  const index = ordered.findIndex(isAfter)
  return index < 0 ? ordered.length : index
}
