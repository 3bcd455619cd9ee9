import type { MemoryId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { ownedBy } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'
import type { MemoryWriteContext } from './add-memory.ts'
import { loadMemory, type MemoryItem } from './memory-item.ts'

/** Puts an item away, where it is found only when asked for. Undefined where there is none, or it is put away already. */
export async function archiveMemory(tx: Tx, { scope, now }: MemoryWriteContext, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const archived = await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now} WHERE i.id = ${id} AND i.status = 'active' AND ${ownedBy(scope, 'i')}`
  return archived > 0 ? loadMemory(tx, scope, id) : undefined
}

/**
 * Takes an item out of the archive; one that says the same and is active stands for it, and what replaced it is put away in
 * its turn. Undefined where there is none to take out.
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
  return item
}

/** Removes an item for good, with its vector, and its theme when nothing else is in it. Undefined where there is none. */
export async function deleteMemory(tx: Tx, { scope }: Pick<MemoryWriteContext, 'scope'>, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const item = await loadMemory(tx, scope, id)
  if (!item) return undefined
  const [row] = await tx.$queryRaw<{ themeId: number }[]>`
    DELETE FROM memory_items i WHERE i.id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.theme_id AS "themeId"`
  if (row) await tx.memoryTheme.deleteMany({ where: { id: row.themeId, items: { none: {} } } })
  return item
}

/** As if an item had not been added: it goes for good, and what it replaced is back, or is what its successor has replaced. Undefined where there is none. */
export async function undoAddMemory(tx: Tx, context: MemoryWriteContext, id: MemoryId): Promise<MemoryItem | undefined> {
  const { scope } = context
  await lockThread(tx, scope.threadId)
  const item = await loadMemory(tx, scope, id)
  if (!item) return undefined
  const supersededItems = await tx.$queryRaw<{ id: MemoryId }[]>`
    UPDATE memory_items i SET superseded_by_id = ${item.supersededById}::int WHERE i.superseded_by_id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.id`
  await deleteMemory(tx, context, id)
  if (item.supersededById === null) for (const superseded of supersededItems) await restoreMemory(tx, context, superseded.id)
  return item
}
