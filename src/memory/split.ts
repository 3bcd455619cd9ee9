import type { MessageId, UserId } from '../core/domain/ids.ts'
import type { ThreadSplit } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { deleteProposalsOf } from './proposals/proposal.ts'

/**
 * Moves the items that were learned from leaving messages. An item that was replaced by one on the other side, or is a duplicate of it, is
 * active again.
 */
export async function splitMemories(tx: Tx, { from, to, messageIds, now }: ThreadSplit): Promise<void> {
  const ids = [...messageIds]
  await takeMergesApart(tx, from.userId, ids)
  await tx.$executeRaw`
    INSERT INTO memory_themes (user_id, audience, slug, name, created_at)
    SELECT DISTINCT ${to.userId}::int, t.audience, t.slug, t.name, ${now}::timestamptz
    FROM memory_items i JOIN memory_themes t ON t.id = i.theme_id
    WHERE i.user_id = ${from.userId} AND i.source_message_id = ANY(${ids}::int[])`
  await tx.$executeRaw`
    UPDATE memory_items i SET user_id = ${to.userId}, theme_id = own.id
    FROM memory_themes t JOIN memory_themes own ON own.user_id = ${to.userId} AND own.audience = t.audience AND own.slug = t.slug
    WHERE t.id = i.theme_id AND i.user_id = ${from.userId} AND i.source_message_id = ANY(${ids}::int[])`
  await tx.$executeRaw`
    UPDATE memory_items i SET superseded_by_id = NULL, status = 'active', archived_at = NULL
    FROM memory_items other
    WHERE other.id = i.superseded_by_id AND i.user_id <> other.user_id AND i.user_id IN (${from.userId}, ${to.userId})`
  await tx.memoryTheme.deleteMany({ where: { userId: from.userId, items: { none: {} } } })
}

/**
 * Takes back the merges of items that leave, so that what was learned from a message leaves with it, and deletes the proposals about such
 * items.
 */
async function takeMergesApart(tx: Tx, userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
  const leaving = await tx.memoryItem.findMany({ where: { userId, sourceMessageId: { in: [...messageIds] } }, select: { id: true } })
  const ids = leaving.map(({ id }) => id)
  const merges = await tx.memoryProposal.findMany({ where: { userId, itemIds: { hasSome: ids } }, select: { resultId: true } })
  const made = merges.flatMap(({ resultId }) => resultId ?? [])
  await deleteProposalsOf(tx, userId, [...ids, ...made])
  // The items that the merge replaced are no longer linked to it once it is deleted.
  const replaced = await tx.memoryItem.findMany({ where: { supersededById: { in: made } }, select: { id: true } })
  await tx.memoryItem.deleteMany({ where: { id: { in: made } } })
  for (const { id } of replaced)
    await tx.$executeRaw`
      UPDATE memory_items i SET status = 'active', archived_at = NULL WHERE i.id = ${id} AND NOT EXISTS (
        SELECT 1 FROM memory_items same WHERE same.user_id = i.user_id AND same.audience = i.audience AND same.gist = i.gist AND same.status = 'active')`
}
