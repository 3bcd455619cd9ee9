import type { MessageId } from '../../core/ids.ts'
import type { Tx } from '../../store/store.ts'
import { buryMessages, messagesToErase } from '../../threads/bury.ts'
import type { Lease } from '../../threads/lease.ts'
import type { RightsParts } from '../parts.ts'
import { advance, assertLeases, type Confirmed, lockPerson } from './confirmed.ts'
import { type Settled, settleForgetting } from './settle.ts'

/** Erases the next part of all that was said up to the confirmation, and, when nothing of that is left, all else about the person. */
export async function eraseNext(parts: RightsParts, forgetting: Confirmed, leases: readonly Lease[]): Promise<'some' | Settled> {
  return parts.store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    // Made one with another thread a moment ago: the next look finds it there.
    if (!(await lockPerson(tx, forgetting))) return 'some'
    const forgotten = forgetting.forgotten + (await eraseMessages(tx, parts, forgetting))
    if (forgotten > forgetting.forgotten) {
      await advance(tx, { ...forgetting, forgotten })
      return 'some'
    }
    const { userId, threadId } = forgetting
    for (const { erase } of parts.personalData) await erase?.(tx, { userId, threadId })
    return settleForgetting(tx, parts, forgetting)
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
