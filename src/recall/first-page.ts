import type { SegmentId } from '../core/ids.ts'
import { type RecentMap, recentMap } from '../core/recent-map.ts'
import type { Store } from '../store/store.ts'
import type { Meaning } from './vectors/meaning.ts'

/** What the first page of a search rested on that cannot be read again later: summaries and vectors are written anew. */
export interface FirstPage {
  readonly meaning: Meaning | undefined
  /** The scores of the summaries found, by their day. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

/** Searches whose first page is remembered, some kilobytes each. */
const mostRemembered = 200

/** By store: the latest searches that have more pages. In this process only: elsewhere what was written since is left out. */
const remembered = new WeakMap<Store, RecentMap<FirstPage>>()

/** `search` names a search and when its first page was read. */
export function firstPageOf(store: Store, search: string): FirstPage | undefined {
  return remembered.get(store)?.get(search)
}

export function rememberFirstPage(store: Store, search: string, page: FirstPage): void {
  const pages = remembered.get(store) ?? recentMap(mostRemembered)
  remembered.set(store, pages)
  pages.set(search, page)
}
