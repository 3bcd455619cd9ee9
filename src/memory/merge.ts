import type { UserMerge } from '../core/ports/personal-data.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'

/** Moves the memory of one user to another. Themes with the same name become one. Of items that say the same, the older one stays active. */
export async function mergeMemories(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  // Relies on memory_items_gist_key.
  const duplicatesSql = Prisma.sql`
    SELECT CASE WHEN (a.created_at, a.id) < (b.created_at, b.id) THEN a.id ELSE b.id END AS kept,
      CASE WHEN (a.created_at, a.id) < (b.created_at, b.id) THEN b.id ELSE a.id END AS gone
    FROM memory_items a JOIN memory_items b ON b.audience = a.audience AND b.gist = a.gist AND b.status = 'active'
    WHERE a.user_id = ${from.userId} AND a.status = 'active' AND b.user_id = ${into.userId}`
  await tx.$executeRaw`UPDATE memory_items i SET superseded_by_id = twice.kept FROM (${duplicatesSql}) twice WHERE i.superseded_by_id = twice.gone`
  await tx.$executeRaw`
    UPDATE memory_items i SET superseded_by_id = twice.kept, status = 'archived', archived_at = ${now} FROM (${duplicatesSql}) twice WHERE i.id = twice.gone`
  // One statement, because an item and its theme must belong to the same user after each statement.
  await tx.$executeRaw`
    WITH moved AS (
      UPDATE memory_themes t SET user_id = ${into.userId}
      WHERE t.user_id = ${from.userId} AND NOT EXISTS (
        SELECT 1 FROM memory_themes own WHERE own.user_id = ${into.userId} AND own.audience = t.audience AND own.slug = t.slug)
    )
    UPDATE memory_items i SET user_id = ${into.userId}, theme_id = COALESCE(own.id, t.id)
    FROM memory_themes t LEFT JOIN memory_themes own ON own.user_id = ${into.userId} AND own.audience = t.audience AND own.slug = t.slug
    WHERE i.theme_id = t.id AND t.user_id = ${from.userId}`
  await tx.memoryProposal.updateMany({ where: { userId: from.userId }, data: { userId: into.userId } })
  await tx.memoryTheme.deleteMany({ where: { userId: from.userId } })
}
