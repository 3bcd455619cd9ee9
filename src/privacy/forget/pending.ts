import type { ForgetRequestId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { isLeased } from '../../threads/lease.ts'

/** Lists that nobody has confirmed are of no use any more, but to say so for a while. In ms. */
const previewRetentionMs = 86_400_000

/** What was confirmed and is not done, nor worked on just now; and lists nobody confirmed are thrown away. Relies on forget_requests_confirmed_idx. */
export async function findPendingForgetRequests(db: Db, now: Date): Promise<ForgetRequestId[]> {
  await db.forgetRequest.deleteMany({ where: { state: 'previewed', expiresAt: { lt: new Date(now.getTime() - previewRetentionMs) } } })
  const rows = await db.$queryRaw<{ id: ForgetRequestId }[]>`
    SELECT f.id FROM forget_requests f JOIN continuous_threads c ON c.user_id = f.user_id
    WHERE f.state = 'confirmed' AND NOT ${isLeased('forget', Prisma.sql`f.id`, now)}
    ORDER BY f.id LIMIT 100`
  return rows.map(({ id }) => id)
}
