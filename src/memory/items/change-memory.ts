import type { MemoryId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { ownedBy } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'
import { deleteProposalsOf, takeBackProposals } from '../proposals/proposal.ts'
import type { MemoryWriteContext } from './add-memory.ts'
import { loadMemory, type MemoryItem } from './memory-item.ts'

/** Archives an item, so that only searches of the archive find it. Returns undefined if there is no such item or it is already archived. */
export async function archiveMemory(tx: Tx, { scope, now }: MemoryWriteContext, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const archived = await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now} WHERE i.id = ${id} AND i.status = 'active' AND ${ownedBy(scope, 'i')}`
  return archived > 0 ? loadMemory(tx, scope, id) : undefined
}

/**
 * Restores an archived item, unless an active item says the same. Archives the item that replaced it. Returns undefined if there is
 * nothing to restore.
 */
export async function restoreMemory(tx: Tx, { scope, now }: MemoryWriteContext, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const item = await loadMemory(tx, scope, id)
  if (item?.status !== 'archived') return undefined
  await tx.$executeRaw`
    UPDATE memory_items i SET status = 'active', archived_at = NULL, superseded_by_id = NULL
    WHERE i.id = ${id} AND ${ownedBy(scope, 'i')} AND NOT EXISTS (
      SELECT 1 FROM memory_items same WHERE same.user_id = i.user_id AND same.audience = i.audience AND same.gist = i.gist AND same.status = 'active')`
  await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now}, superseded_by_id = ${id}
    WHERE i.id = ${item.supersededById}::int AND i.status = 'active' AND ${ownedBy(scope, 'i')}`
  await takeBackProposals(tx, scope.userId, id)
  return item
}

/** Deletes an item with its embedding, and its theme if the theme is then empty. Returns undefined if there is no such item. */
export async function deleteMemory(tx: Tx, { scope }: Pick<MemoryWriteContext, 'scope'>, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const item = await loadMemory(tx, scope, id)
  if (!item) return undefined
  const [row] = await tx.$queryRaw<{ themeId: number }[]>`
    DELETE FROM memory_items i WHERE i.id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.theme_id AS "themeId"`
  if (row) await tx.memoryTheme.deleteMany({ where: { id: row.themeId, items: { none: {} } } })
  await deleteProposalsOf(tx, scope.userId, [id])
  return item
}

/**
 * Undoes an addition: deletes the item and restores the items it replaced. If it has itself been replaced, links those items to its
 * replacement instead. Returns undefined if there is no such item.
 */
export async function undoAddMemory(tx: Tx, context: MemoryWriteContext, id: MemoryId): Promise<MemoryItem | undefined> {
  const { scope } = context
  await lockThread(tx, scope.threadId)
  const item = await loadMemory(tx, scope, id)
  if (!item) return undefined
  const supersededItems = await tx.$queryRaw<{ id: MemoryId }[]>`
    UPDATE memory_items i SET superseded_by_id = ${item.supersededById}::int WHERE i.superseded_by_id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.id`
  await takeBackProposals(tx, scope.userId, id)
  await deleteMemory(tx, context, id)
  if (item.supersededById === null) for (const superseded of supersededItems) await restoreMemory(tx, context, superseded.id)
  return item
}
