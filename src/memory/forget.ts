import type { ErasedUser, ForgetBatch } from '../core/ports/personal-data.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { deleteProposalsOf } from './proposals/proposal.ts'

/**
 * Deletes items by id, items learned from deleted messages, what merges have made of these, the proposals about all of them, and themes
 * that are empty afterwards. Embeddings are deleted with their items.
 */
export async function forgetMemories(tx: Tx, { userId, messageIds, memoryIds }: ForgetBatch): Promise<void> {
  const forgotten = await tx.$queryRaw<{ id: number }[]>`${selectForgottenItems({ userId, messageIds, memoryIds })}`
  const ids = forgotten.map(({ id }) => id)
  if (ids.length === 0) return
  await deleteProposalsOf(tx, userId, ids)
  const { count } = await tx.memoryItem.deleteMany({ where: { userId, id: { in: ids } } })
  if (count > 0) await tx.memoryTheme.deleteMany({ where: { userId, items: { none: {} } } })
}

/**
 * SQL that selects the ids of the items that go with deleted messages and items: what was learned from them, and what merges have made of
 * that. Relies on memory_items_source_message_id_idx.
 */
export const selectForgottenItems = ({
  userId,
  messageIds,
  memoryIds,
}: Pick<ForgetBatch, 'userId' | 'messageIds' | 'memoryIds'>) => Prisma.sql`
  WITH RECURSIVE forgotten(id) AS (
    SELECT i.id FROM memory_items i WHERE i.user_id = ${userId} AND i.source_message_id = ANY(${[...messageIds]}::int[])
    UNION SELECT p.result_id FROM forgotten f JOIN memory_proposals p ON p.user_id = ${userId} AND f.id = ANY(p.item_ids)
    WHERE p.result_id IS NOT NULL
  ) SELECT id FROM forgotten UNION SELECT i.id FROM memory_items i WHERE i.user_id = ${userId} AND i.id = ANY(${[...memoryIds]}::int[])`

/** Deletes all memory of a user. Items are deleted with their themes. */
export async function eraseMemories(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.memoryProposal.deleteMany({ where: { userId } })
  await tx.memoryTheme.deleteMany({ where: { userId } })
}
