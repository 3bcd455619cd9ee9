import type { ThreadSplit } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

/**
 * Moves the items that were learned from leaving messages. An item that was replaced by one on the other side, or is a duplicate of it, is
 * active again.
 */
export async function splitMemories(tx: Tx, { from, to, messageIds, now }: ThreadSplit): Promise<void> {
  const ids = [...messageIds]
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
