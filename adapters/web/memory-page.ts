import type { MemoryId } from '../../src/core/domain/ids.ts'
import type { PlaceKind } from '../../src/core/domain/messages.ts'
import { dayLabelOf, formatDay } from '../../src/core/ports/clock.ts'
import type { PlatformName } from '../../src/core/ports/platform.ts'
import { loadMemory, loadNewestMemories, type MemoryItem } from '../../src/memory/items/memory-item.ts'
import { listThemes } from '../../src/memory/themes.ts'
import { resolveTimezone } from '../../src/people/settings.ts'
import type { User } from '../../src/people/users.ts'
import { ownedBy, type Scope, visibleTo } from '../../src/threads/scope.ts'
import { describePlace } from './decorate.ts'
import type { WebDeps } from './options.ts'
import type { MemoryView } from './pages/memory.tsx'
import type { MemoryAddress, ShownItem } from './pages/memory-item.tsx'
import { findScope } from './reading.ts'

/** Items that are shown at once. */
const itemsAtOnce = 50

/** What the page of memory shows at an address. */
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

/** The page with one item alone; undefined where this user has none of that id. */
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

interface MemoryDecoration {
  readonly id: MemoryId
  /** Why it has no vector. */
  readonly problem: string | null
  readonly hasSource: boolean
  /** Of the source, or where it was learned in front of others. All three are null where neither is known. */
  readonly platform: PlatformName | null
  readonly placeKind: PlaceKind | null
  readonly title: string | null
}

/** Items with what the page says besides them. */
async function loadShownItems(
  deps: WebDeps,
  { user, scope }: { readonly user: User; readonly scope: Scope },
  items: readonly MemoryItem[],
): Promise<ShownItem[]> {
  // Relies on memory_items_pkey, embeddings_memory_id_key, messages_pkey and places_pkey. An audience is named after its place.
  const decorations = await deps.store.db.$queryRaw<MemoryDecoration[]>`
    SELECT i.id, e.error AS problem, (m.id IS NOT NULL) AS "hasSource", p.platform, p.kind AS "placeKind", p.title
    FROM memory_items i
    LEFT JOIN embeddings e ON e.memory_id = i.id
    LEFT JOIN messages m ON m.id = i.source_message_id AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}
    LEFT JOIN places p ON p.id = coalesce(m.place_id, substring(i.audience FROM '^place:([0-9]+)$')::int)
    WHERE i.id = ANY(${items.map(({ id }) => id)}::int[]) AND ${ownedBy(scope, 'i')}`
  const byId = new Map(decorations.map((decoration) => [decoration.id, decoration]))
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const areEmbedded = (await deps.embeddings.embedder()) !== undefined
  return items.flatMap((item) => {
    const decoration = byId.get(item.id)
    if (!decoration) return []
    const { platform, placeKind, title } = decoration
    const elsewhere = platform && placeKind && describePlace({ platform, placeKind, title: title ?? '' })
    const vector = areEmbedded ? describeVector(item, decoration.problem) : undefined
    return {
      item,
      day: formatDay(dayLabelOf(item.createdAt, timezone)),
      hasSource: decoration.hasSource,
      ...(elsewhere && { elsewhere }),
      ...(vector && { vector }),
    }
  })
}

/** Nothing is to be said of a vector that is there, or of none where the database keeps none. */
function describeVector({ embedding }: MemoryItem, problem: string | null): string | undefined {
  if (embedding === 'error') return `no vector: ${problem}`
  return embedding === 'pending' ? 'waiting for its vector' : undefined
}
