import type { MemoryId } from '../core/ids.ts'
import type { Tx } from '../store/store.ts'
import { ownedBy } from '../threads/scope.ts'
import { lockThread } from '../threads/thread.ts'
import type { By } from './add.ts'
import { type MemoryItem, memoryById } from './item.ts'

/** Puts an item away, where it is found only when asked for. Undefined where there is none, or it is put away already. */
export async function archiveMemory(tx: Tx, { scope, now }: By, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const archived = await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now} WHERE i.id = ${id} AND i.status = 'active' AND ${ownedBy(scope, 'i')}`
  return archived > 0 ? memoryById(tx, scope, id) : undefined
}

/**
 * Takes an item out of the archive; one that says the same and is active stands for it, and what replaced it is put away in
 * its turn. Undefined where there is none to take out.
 */
export async function restoreMemory(tx: Tx, { scope, now }: By, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const item = await memoryById(tx, scope, id)
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
export async function deleteMemory(tx: Tx, { scope }: Pick<By, 'scope'>, id: MemoryId): Promise<MemoryItem | undefined> {
  await lockThread(tx, scope.threadId)
  const item = await memoryById(tx, scope, id)
  if (!item) return undefined
  const [row] = await tx.$queryRaw<{ themeId: number }[]>`
    DELETE FROM memory_items i WHERE i.id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.theme_id AS "themeId"`
  if (row) await tx.memoryTheme.deleteMany({ where: { id: row.themeId, items: { none: {} } } })
  return item
}

/** As if an item had not been added: it goes for good, and what it replaced is back, or is what its successor has replaced. Undefined where there is none. */
export async function undoMemory(tx: Tx, by: By, id: MemoryId): Promise<MemoryItem | undefined> {
  const { scope } = by
  await lockThread(tx, scope.threadId)
  const item = await memoryById(tx, scope, id)
  if (!item) return undefined
  const replaced = await tx.$queryRaw<{ id: MemoryId }[]>`
    UPDATE memory_items i SET superseded_by_id = ${item.supersededById}::int WHERE i.superseded_by_id = ${id} AND ${ownedBy(scope, 'i')} RETURNING i.id`
  await deleteMemory(tx, by, id)
  if (item.supersededById === null) for (const one of replaced) await restoreMemory(tx, by, one.id)
  return item
}
