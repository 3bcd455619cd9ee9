import type { MemoryId, MessageId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'

export const memoryTypes = ['preference', 'fact', 'instruction', 'summary', 'other'] as const
export type MemoryType = (typeof memoryTypes)[number]

export const memoryStatuses = ['active', 'archived'] as const
export type MemoryStatus = (typeof memoryStatuses)[number]

/** A lasting fact, preference or instruction about a user. */
export interface MemoryItem {
  readonly id: MemoryId
  readonly type: MemoryType
  readonly content: string
  readonly tags: readonly string[]
  readonly status: MemoryStatus
  /** The slug and the name of the item's theme. */
  readonly theme: string
  readonly themeName: string
  /** The message that the item was learned from, while it exists. */
  readonly sourceMessageId: MessageId | null
  /** The item that replaced this one. */
  readonly supersededById: MemoryId | null
  readonly createdAt: Date
  readonly archivedAt: Date | null
  /** The state of the item's embedding. Null if the database does not store embeddings. */
  readonly embedding: 'pending' | 'ready' | 'error' | null
  /** The model of the embedding. */
  readonly embeddingModel: string | null
}

/** SQL for items, alias i, joined with their themes, alias t. */
export const itemsWithThemeSql = Prisma.sql`memory_items i JOIN memory_themes t ON t.id = i.theme_id`

const itemColumnsSql = Prisma.sql`i.id, i.type, i.content, i.tags, i.status, t.slug AS theme, t.name AS "themeName",
  i.source_message_id AS "sourceMessageId", i.superseded_by_id AS "supersededById", i.created_at AS "createdAt", i.archived_at AS "archivedAt",
  (SELECT e.state FROM embeddings e WHERE e.memory_id = i.id) AS embedding,
  (SELECT e.model FROM embeddings e WHERE e.memory_id = i.id) AS "embeddingModel"`

/** Returns undefined if there is no item with this id that the scope may see. */
export async function loadMemory(db: Db, scope: Scope, id: MemoryId): Promise<MemoryItem | undefined> {
  const [item] = await db.$queryRaw<MemoryItem[]>`
    SELECT ${itemColumnsSql} FROM ${itemsWithThemeSql} WHERE i.id = ${id} AND ${ownedBy(scope, 'i')}`
  return item
}

/** Returns items in the order of the given ids. Relies on the primary key. */
export async function loadMemories(db: Db, scope: Scope, ids: readonly MemoryId[]): Promise<MemoryItem[]> {
  if (ids.length === 0) return []
  return db.$queryRaw<MemoryItem[]>`
    SELECT ${itemColumnsSql} FROM ${itemsWithThemeSql} WHERE i.id = ANY(${[...ids]}::int[]) AND ${ownedBy(scope, 'i')}
    ORDER BY array_position(${[...ids]}::int[], i.id)`
}

/** Selects items. Absent fields do not limit the selection. */
export interface MemoryFilter {
  /** The slug of a theme. */
  readonly theme?: string | undefined
  readonly types?: readonly MemoryType[] | undefined
  readonly status?: MemoryStatus | undefined
  /** Created at or after this time. */
  readonly since?: Date | undefined
}

/** SQL for the items of a scope that match a filter, with the aliases of `itemsWithThemeSql`. */
export function memoryFilterSql(scope: Scope, { theme, types, status, since }: MemoryFilter): Prisma.Sql {
  return Prisma.join(
    [
      ownedBy(scope, 'i'),
      ...(theme === undefined ? [] : [Prisma.sql`t.slug = ${theme}`]),
      ...(types === undefined ? [] : [Prisma.sql`i.type = ANY(${[...types]}::text[])`]),
      ...(status === undefined ? [] : [Prisma.sql`i.status = ${status}`]),
      ...(since === undefined ? [] : [Prisma.sql`i.created_at >= ${since}`]),
    ],
    ' AND ',
  )
}

/** Returns items, newest first, starting after `before`. Relies on memory_items_user_id_created_at_id_idx. */
export async function loadNewestMemories(
  db: Db,
  scope: Scope,
  { before, limit, ...filter }: MemoryFilter & { readonly before?: Pick<MemoryItem, 'id' | 'createdAt'>; readonly limit: number },
): Promise<MemoryItem[]> {
  const olderSql = before ? Prisma.sql` AND (i.created_at, i.id) < (${before.createdAt}, ${before.id})` : Prisma.empty
  return db.$queryRaw<MemoryItem[]>`
    SELECT ${itemColumnsSql} FROM ${itemsWithThemeSql} WHERE ${memoryFilterSql(scope, filter)}${olderSql}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}`
}
