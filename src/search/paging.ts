import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { SegmentId } from '../core/domain/ids.ts'
import type { Store } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { compareRank, type RankPosition } from './rank/rank.ts'
import type { RankedResult } from './rank/ranking.ts'
import type { SemanticScores } from './vectors/semantic-scores.ts'

/** The position where a page ended. Lets the search continue as if nothing had been written since the first page. */
export interface SearchCursor extends RankPosition {
  /** When the first page was requested, in ms. Preserves the meaning of words such as "yesterday". */
  readonly startedAt: number
  /** The last change to the thread that the first page saw. Later messages affect neither results nor scores. */
  readonly upTo: number
  /** Whether the first page used embeddings. */
  readonly semantic: boolean
}

const nonNegativeNumber = z.number().finite().nonnegative()
const cursorSchema = z.tuple([
  z.string(),
  nonNegativeNumber.int().max(8.64e15),
  nonNegativeNumber.int().max(2_147_483_647),
  z.boolean(),
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

export function encodeCursor(searchKey: string, { startedAt, upTo, semantic, score, day, kind, id }: SearchCursor): string {
  return Buffer.from(JSON.stringify([searchKey, startedAt, upTo, semantic, score, day, kind, id])).toString('base64url')
}

/** Decodes a cursor. Throws InputError if it is malformed or belongs to another search. */
export function decodeCursor(searchKey: string, cursor: string): SearchCursor {
  const parsed = cursorSchema.safeParse(decodeBase64Json(cursor))
  if (!parsed.success)
    throw new InputError('The cursor is invalid. Pass next_cursor of the previous page unchanged, or omit it to start at the beginning.')
  const [cursorSearchKey, startedAtMs, upTo, semantic, score, day, kind, id] = parsed.data
  if (cursorSearchKey !== searchKey)
    throw new InputError('The cursor belongs to another search. Repeat that search with the same words and dates, or omit the cursor.')
  return { startedAt: startedAtMs, upTo, semantic, score, day, kind, id }
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
  readonly summaryScores: ReadonlyMap<SegmentId, number>
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

export function toSummaryScores(candidates: readonly RankedResult[]): Map<SegmentId, number> {
  return new Map(candidates.flatMap((result) => (result.kind === 'summary' ? [[result.id, result.score]] : [])))
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
    const score = firstPage ? firstPage.summaryScores.get(result.id) : result.summary.updatedAt <= startedAt ? result.score : undefined
    return score === undefined ? [] : { ...result, score }
  })
}

export function findIndexAfter(ranked: readonly RankedResult[], cursor: SearchCursor): number {
  const index = ranked.findIndex((result) => compareRank(result, cursor) > 0)
  return index < 0 ? ranked.length : index
}
