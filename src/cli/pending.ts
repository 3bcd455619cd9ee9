import type { Prisma } from '../store/generated/client.ts'
import type { Store } from '../store/store.ts'

/** Whether a place has messages without an answer, or deliveries that are not sent. */
export async function hasPendingMessages({ db }: Store, place: Prisma.PlaceWhereInput): Promise<boolean> {
  const pending = await db.message.count({ where: { pending: true, place } })
  const running = await db.turn.count({ where: { state: 'running', place } })
  // Drafts are not counted, because their turn runs until they are finished.
  const unsent = await db.delivery.count({ where: { state: { in: ['pending', 'sending'] }, message: { kind: { not: 'draft' }, place } } })
  return pending + running + unsent > 0
}
