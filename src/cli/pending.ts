import type { Prisma } from '../store/generated/client.ts'
import type { Store } from '../store/store.ts'

/** Whether a place has pending messages or deliveries. */
export async function hasPendingMessages({ db }: Store, place: Prisma.PlaceWhereInput): Promise<boolean> {
  const pending = await db.message.count({ where: { pending: true, place } })
  // Drafts are not counted, because the message that a draft answers is pending until the draft is finished.
  const unsent = await db.delivery.count({ where: { state: { in: ['pending', 'sending'] }, message: { kind: { not: 'draft' }, place } } })
  return pending + unsent > 0
}
