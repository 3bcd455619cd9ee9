import type { MemoryId } from '../../../src/core/domain/ids.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { loadItemDetails } from '../../../src/memory/items/item-details.ts'
import { loadMemory, loadNewestMemories, type MemoryItem } from '../../../src/memory/items/memory-item.ts'
import { listThemes } from '../../../src/memory/themes.ts'
import { resolveTimezone, type User } from '../../../src/people/users.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebDeps } from '../options.ts'
import type { MemoryView } from '../pages/memory.tsx'
import type { MemoryAddress, ShownItem } from '../pages/memory-item.tsx'
import { findScope } from './day-view.ts'
import { describePlace } from './shown-messages.ts'

/** The number of items to show at once. */
const itemsAtOnce = 50

/** Loads the memory page at an address. */
export async function loadMemoryPage(deps: WebDeps, user: User, address: MemoryAddress): Promise<MemoryView> {
  const { theme, type, archived, before } = address
  const scope = await findScope(deps, user)
  if (!scope) return { address, themes: [], items: [] }
  const { db } = deps.store
  const found = await loadNewestMemories(db, scope, {
    status: archived ? 'archived' : 'active',
    limit: itemsAtOnce + 1,
    theme,
    ...(type && { types: [type] }),
    ...(before && { before }),
  })
  const page = found.slice(0, itemsAtOnce)
  const last = page.at(-1)
  return {
    address,
    themes: await listThemes(db, scope),
    items: await loadShownItems(deps, { user, scope }, page),
    ...(last && found.length > itemsAtOnce && { next: { id: last.id, createdAt: last.createdAt } }),
  }
}

/** Loads the page of one item. Undefined if this user has no item with that id. */
export async function loadItemPage(deps: WebDeps, user: User, id: MemoryId): Promise<MemoryView | undefined> {
  const scope = await findScope(deps, user)
  const item = scope && (await loadMemory(deps.store.db, scope, id))
  if (!item) return undefined
  return {
    address: { archived: item.status === 'archived' },
    themes: await listThemes(deps.store.db, scope),
    items: await loadShownItems(deps, { user, scope }, [item]),
    only: id,
  }
}

/** Loads the items with their details. */
async function loadShownItems(
  deps: WebDeps,
  { user, scope }: { readonly user: User; readonly scope: Scope },
  items: readonly MemoryItem[],
): Promise<ShownItem[]> {
  const details = await loadItemDetails(
    deps.store.db,
    scope,
    items.map(({ id }) => id),
  )
  const byId = new Map(details.map((detail) => [detail.id, detail]))
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const areEmbedded = (await deps.embeddings.embedder()) !== undefined
  return items.flatMap((item) => {
    const detail = byId.get(item.id)
    if (!detail) return []
    const { platform, placeKind, title } = detail
    const elsewhere = platform && placeKind && describePlace({ platform, placeKind, title: title ?? '' })
    const embedding = areEmbedded ? findEmbeddingState(item, detail.problem) : undefined
    return {
      item,
      day: dayLabelOf(item.createdAt, timezone),
      hasSource: detail.hasSource,
      ...(elsewhere && { elsewhere }),
      ...(embedding && { embedding }),
    }
  })
}

/** Returns the state of an item's embedding. Undefined if there is nothing to report. */
function findEmbeddingState({ embedding }: MemoryItem, problem: string | null): ShownItem['embedding'] {
  if (embedding === 'error') return { problem: problem ?? '' }
  return embedding === 'pending' ? embedding : undefined
}
