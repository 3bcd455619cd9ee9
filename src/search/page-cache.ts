import type { SegmentId } from '../core/domain/ids.ts'
import { createLruMap, type LruMap } from '../core/lib/lru-map.ts'
import type { Store } from '../store/store.ts'
import type { SemanticScores } from './vectors/semantic-scores.ts'

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
