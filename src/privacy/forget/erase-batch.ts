import type { MessageId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import type { Lease } from '../../threads/lease.ts'
import { findMessagesToErase, tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type CompletedForget, completeForgetRequest } from './complete.ts'
import { assertLeases, type ConfirmedForgetRequest, lockUser, saveProgress } from './forget-request.ts'

/** Erases the next part of all that was said up to the confirmation, and, when nothing of that is left, all else about the person. */
export async function eraseBatch(
  deps: PrivacyDeps,
  request: ConfirmedForgetRequest,
  leases: readonly Lease[],
): Promise<'some' | CompletedForget> {
  return deps.store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    // Made one with another thread a moment ago: the next look finds it there.
    if (!(await lockUser(tx, request))) return 'some'
    const forgottenCount = request.forgottenCount + (await eraseMessages(tx, deps, request))
    if (forgottenCount > request.forgottenCount) {
      await saveProgress(tx, { ...request, forgottenCount })
      return 'some'
    }
    const { userId, threadId } = request
    for (const { erase } of deps.personalData) await erase?.(tx, { userId, threadId })
    return completeForgetRequest(tx, deps, request)
  })
}

/** How many. */
async function eraseMessages(tx: Tx, { personalData, clock }: PrivacyDeps, request: ConfirmedForgetRequest): Promise<number> {
  const { userId, threadId, requestedAt } = request
  const upTo = request.messageIds[0] ?? (0 as MessageId)
  const rows = await findMessagesToErase(tx, { threadId, upTo, now: requestedAt })
  if (rows.length === 0) return 0
  const now = clock.now()
  const messageIds = rows.map(({ id }) => id)
  const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: true })
  for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, memoryIds: [], now })
  const deletableIds = rows.flatMap(({ id, isKept }) => (isKept ? [] : [id]))
  await tx.message.deleteMany({ where: { id: { in: deletableIds } } })
  return rows.length
}
