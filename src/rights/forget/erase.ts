import type { MessageId } from '../../core/ids.ts'
import type { Tx } from '../../store/store.ts'
import { buryMessages, messagesToErase } from '../../threads/bury.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import { lockThread } from '../../threads/thread.ts'
import type { RightsParts } from '../parts.ts'
import { advance, type Confirmed, settleForgetting } from './confirmed.ts'

/** Erases the next part of all that was said up to the confirmation, and, when nothing of that is left, all else about the person. */
export async function eraseNext(parts: RightsParts, forgetting: Confirmed, lease: Lease): Promise<'some' | 'none'> {
  return parts.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, forgetting.threadId))) return 'some'
    const forgotten = forgetting.forgotten + (await eraseMessages(tx, parts, forgetting))
    if (forgotten > forgetting.forgotten) {
      await advance(tx, { ...forgetting, forgotten })
      return 'some'
    }
    const { userId, threadId } = forgetting
    for (const { erase } of parts.personalData) await erase?.(tx, { userId, threadId })
    await settleForgetting(tx, forgetting, parts.clock.now())
    return 'none'
  })
}

/** How many. */
async function eraseMessages(tx: Tx, { personalData, clock }: RightsParts, forgetting: Confirmed): Promise<number> {
  const { userId, threadId, listedAt } = forgetting
  const upTo = forgetting.messageIds[0] ?? (0 as MessageId)
  const rows = await messagesToErase(tx, { threadId, upTo, now: listedAt })
  if (rows.length === 0) return 0
  const now = clock.now()
  const messageIds = rows.map(({ id }) => id)
  const segmentIds = await buryMessages(tx, { threadId, messageIds, now, nameless: true })
  for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, memoryIds: [], now })
  const gone = rows.flatMap(({ id, isKept }) => (isKept ? [] : [id]))
  await tx.message.deleteMany({ where: { id: { in: gone } } })
  return rows.length
}
