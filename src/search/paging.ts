import { createHash } from 'node:crypto'
import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { SegmentId } from '../core/domain/ids.ts'
import { createLruMap, type LruMap } from '../core/lib/lru-map.ts'
import type { Store } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import type { RankedResult } from './rank/ranking.ts'
import type { SemanticScores } from './vectors/semantic-scores.ts'

/** Where a page ended. Enough to go on as if nothing had been said since. */
export interface SearchCursor {
  /** When the first page was asked for, in ms: words such as "yesterday" keep their meaning. */
  readonly startedAt: number
  /** The last change of the thread that the first page saw: later messages change neither results nor scores. */
  readonly upTo: number
  /** Whether it was searched by meaning too. */
  readonly semantic: boolean
  readonly score: number
  readonly day: string
  readonly kind: 'summary' | 'message'
  readonly id: number
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

/** A short name of a search: whoever asks, and what for. A cursor goes on with its own search only. */
export function fingerprintSearch(scope: Scope, input: object): string {
  return createHash('sha256')
    .update(JSON.stringify([scope.userId, scope.threadId, scope.audience, input]))
    .digest('base64url')
    .slice(0, 16)
}

export function encodeCursor(searchKey: string, { startedAt, upTo, semantic, score, day, kind, id }: SearchCursor): string {
  return Buffer.from(JSON.stringify([searchKey, startedAt, upTo, semantic, score, day, kind, id])).toString('base64url')
}

/** Throws InputError for what is no cursor, and for the cursor of another search. */
export function decodeCursor(searchKey: string, cursor: string): SearchCursor {
  const parsed = cursorSchema.safeParse(decodeBase64Json(cursor))
  if (!parsed.success)
    throw new InputError(
      'The cursor is not one that a search gave. Pass next_cursor of the page before as it is, or leave it out to start at the beginning.',
    )
  const [cursorSearchKey, startedAtMs, upTo, semantic, score, day, kind, id] = parsed.data
  if (cursorSearchKey !== searchKey)
    throw new InputError('The cursor belongs to another search. Repeat that search with the same words and dates, or leave the cursor out.')
  return { startedAt: startedAtMs, upTo, semantic, score, day, kind, id }
}

function decodeBase64Json(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** What the first page of a search rested on that cannot be read again later: summaries and vectors are written anew. */
export interface FirstPageSnapshot {
  readonly semanticScores: SemanticScores | undefined
  /** The scores of the summaries found, by their day. */
  readonly summaryScores: ReadonlyMap<SegmentId, number>
}

/** Searches whose first page is remembered, some kilobytes each. */
const maxCachedSearches = 200

/** By store: the latest searches that have more pages. In this process only: elsewhere what was written since is left out. */
const snapshotsByStore = new WeakMap<Store, LruMap<FirstPageSnapshot>>()

/** `search` names a search and when its first page was read. */
export function getFirstPage(store: Store, pageCacheKey: string): FirstPageSnapshot | undefined {
  return snapshotsByStore.get(store)?.get(pageCacheKey)
}

export function cacheFirstPage(store: Store, pageCacheKey: string, snapshot: FirstPageSnapshot): void {
  const snapshots = snapshotsByStore.get(store) ?? createLruMap(maxCachedSearches)
  snapshotsByStore.set(store, snapshots)
  snapshots.set(pageCacheKey, snapshot)
}

export function toSummaryScores(candidates: readonly RankedResult[]): Map<SegmentId, number> {
  return new Map(candidates.flatMap((result) => (result.kind === 'summary' ? [[result.id, result.score]] : [])))
}

/** With the summaries that the first page knew, in their places then; where that is forgotten, without those written since. */
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

type RankPosition = Pick<SearchCursor, 'score' | 'day' | 'kind' | 'id'>

/** Best first; of equals the newer day, then its summary, then the newer message. */
export function compareRank(a: RankPosition, b: RankPosition): number {
  return (
    b.score - a.score || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) || (a.kind === b.kind ? b.id - a.id : a.kind === 'summary' ? -1 : 1)
  )
}

export function findIndexAfter(ranked: readonly RankedResult[], cursor: SearchCursor): number {
  const index = ranked.findIndex((result) => compareRank(result, cursor) > 0)
  return index < 0 ? ranked.length : index
}
