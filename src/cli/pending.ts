import type { Prisma } from '../store/generated/client.ts'
import type { Store } from '../store/store.ts'

/** Whether something that was written in a place waits for its answer, or an answer there to be shown. */
export async function hasPendingMessages({ db }: Store, place: Prisma.PlaceWhereInput): Promise<boolean> {
  const pending = await db.message.count({ where: { pending: true, place } })
  // A draft is not waited for: what it answers is pending as long as somebody writes it.
  const unsent = await db.delivery.count({ where: { state: { in: ['pending', 'sending'] }, message: { kind: { not: 'draft' }, place } } })
  return pending + unsent > 0
}
