import type { ErasedUser, ForgetBatch } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

/**
 * Deletes items by id, items learned from deleted messages, and themes that are empty afterwards. Embeddings are deleted with their items.
 */
export async function forgetMemories(tx: Tx, { userId, messageIds, memoryIds }: ForgetBatch): Promise<void> {
  // Relies on memory_items_source_message_id_idx.
  const deletedCount = await tx.$executeRaw`
    DELETE FROM memory_items i
    WHERE i.user_id = ${userId} AND (i.source_message_id = ANY(${[...messageIds]}::int[]) OR i.id = ANY(${[...memoryIds]}::int[]))`
  if (deletedCount > 0) await tx.memoryTheme.deleteMany({ where: { userId, items: { none: {} } } })
}

/** Deletes all memory of a user. Items are deleted with their themes. */
export async function eraseMemories(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.memoryTheme.deleteMany({ where: { userId } })
}
