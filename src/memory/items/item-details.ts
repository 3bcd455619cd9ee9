import type { MemoryId } from '../../core/domain/ids.ts'
import type { PlaceKind } from '../../core/domain/messages.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { Db } from '../../store/store.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'

/** What a reader sees of a memory item besides its content. */
export interface MemoryItemDetails {
  readonly id: MemoryId
  /** Why the item has no embedding. */
  readonly problem: string | null
  readonly hasSource: boolean
  /** The place of the source message, or the shared place where the item was learned. All three fields are null if neither is known. */
  readonly platform: PlatformName | null
  readonly placeKind: PlaceKind | null
  readonly title: string | null
}

/**
 * Returns details of the items that the scope may see. The audience of a shared item contains the id of its place.
 * Relies on memory_items_pkey, embeddings_memory_id_key, messages_pkey and places_pkey.
 */
export function loadItemDetails(db: Db, scope: Scope, ids: readonly MemoryId[]): Promise<MemoryItemDetails[]> {
  return db.$queryRaw<MemoryItemDetails[]>`
    SELECT i.id, e.error AS problem, (m.id IS NOT NULL) AS "hasSource", p.platform, p.kind AS "placeKind", p.title
    FROM memory_items i
    LEFT JOIN embeddings e ON e.memory_id = i.id
    LEFT JOIN messages m ON m.id = i.source_message_id AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}
    LEFT JOIN places p ON p.id = coalesce(m.place_id, substring(i.audience FROM '^place:([0-9]+)$')::int)
    WHERE i.id = ANY(${[...ids]}::int[]) AND ${ownedBy(scope, 'i')}`
}
