import type { MemoryId, ProposalId } from '../../../src/core/domain/ids.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { loadItemDetails } from '../../../src/memory/items/item-details.ts'
import { loadMemory, loadNewestMemories, type MemoryItem } from '../../../src/memory/items/memory-item.ts'
import { listOpenProposals, loadProposal } from '../../../src/memory/proposals/proposal.ts'
import { listThemes } from '../../../src/memory/themes.ts'
import { resolveTimezone, type User } from '../../../src/people/users.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebDeps } from '../options.ts'
import type { MemoryView } from '../pages/memory.tsx'
import type { MemoryAddress, ShownItem } from '../pages/memory-item.tsx'
import type { ShownProposal } from '../pages/proposals.tsx'
import { findScope } from './day-view.ts'
import { describePlace } from './shown-messages.ts'

/** The number of items to show at once. */
const itemsAtOnce = 50

export interface MemoryRequest extends MemoryAddress {
  readonly decidedId?: ProposalId
}

/** Loads the memory page at an address, with what became of a proposal. */
export async function loadMemoryPage(deps: WebDeps, user: User, { decidedId, ...address }: MemoryRequest): Promise<MemoryView> {
  const { theme, type, archived, before } = address
  const scope = await findScope(deps, user)
  if (!scope) return { address, themes: [], items: [], proposals: [] }
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
  const decided = decidedId && (await loadProposal(db, scope, decidedId))
  return {
    address,
    themes: await listThemes(db, scope),
    items: await loadShownItems(deps, { user, scope }, page),
    proposals: before || archived ? [] : await loadShownProposals(deps, { user, scope }),
    ...(decided && { decided }),
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
    proposals: [],
    only: id,
  }
}

async function loadShownProposals(
  deps: WebDeps,
  reader: { readonly user: User; readonly scope: Scope },
): Promise<readonly ShownProposal[]> {
  const proposals = await listOpenProposals(deps.store.db, reader.scope)
  const items = await loadShownItems(
    deps,
    reader,
    proposals.flatMap((proposal) => proposal.items),
  )
  return proposals.map((proposal) => ({ proposal, items: items.filter(({ item }) => proposal.itemIds.includes(item.id)) }))
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
