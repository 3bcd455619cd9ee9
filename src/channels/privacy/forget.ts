import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { windowMs } from '../pyramid.ts'

/**
 * Deletes the summaries of channels that forgotten messages are part of, on all levels. What remains of their windows is summarized again.
 */
export async function forgetInChannels(tx: Tx, { messageIds }: Pick<ForgetBatch, 'messageIds'>): Promise<void> {
  const ids = [...messageIds]
  // A summary that is being stored is stored before this, or not at all.
  await tx.$queryRaw`
    SELECT c.place_id FROM channels c WHERE c.place_id IN (SELECT m.place_id FROM messages m WHERE m.id = ANY(${ids}::int[]))
    ORDER BY c.place_id FOR NO KEY UPDATE`
  await tx.$executeRaw`
    DELETE FROM channel_summaries s USING messages m
    WHERE m.id = ANY(${ids}::int[]) AND m.place_id = s.place_id
      AND s.first_window <= m.sent_at AND s.last_window > m.sent_at - ${windowMs} * INTERVAL '1 millisecond'`
  // Also those that were summarized again since the text was deleted.
  await tx.$executeRaw`
    UPDATE channel_windows w SET summarized_revision = NULL FROM messages m
    WHERE m.id = ANY(${ids}::int[]) AND m.place_id = w.place_id
      AND w.starts_at <= m.sent_at AND w.starts_at > m.sent_at - ${windowMs} * INTERVAL '1 millisecond'`
}

/** Deletes that a user wrote in channels. That they opted out of one stays, so that they are not logged again. */
export async function eraseAuthor(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM channel_authors x USING accounts a, places p
    WHERE a.user_id = ${userId} AND p.id = x.place_id AND p.platform = a.platform AND p.tenant = a.tenant
      AND x.platform_user_id = a.platform_user_id AND x.opted_out_at IS NULL`
}
