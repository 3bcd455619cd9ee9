import type { Lease } from '../../threads/lease.ts'
import { redactCommand, tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type CompletedForget, completeForgetRequest } from './complete.ts'
import { findMessagesToForget } from './derived-rows.ts'
import { assertLeases, type ConfirmedForgetRequest, lockUser, saveProgress, toScope } from './forget-request.ts'
import { mergeConfirmedDeletions } from './platform-deletion.ts'

/** Messages forgotten at a time, besides those that go with them. */
const forgetBatchSize = 1_000

/** Forgets the next part of what was listed. */
export async function forgetBatch(
  deps: PrivacyDeps,
  confirmedRequest: ConfirmedForgetRequest,
  leases: readonly Lease[],
): Promise<'some' | CompletedForget> {
  const request =
    confirmedRequest.kind === 'platform_deletion' ? await mergeConfirmedDeletions(deps, confirmedRequest, leases) : confirmedRequest
  // Part of another one since it was found.
  if (!request) return 'some'
  const { store, clock, personalData } = deps
  const { userId, threadId, memoryIds, commandId, kind, forgottenCount } = request
  const upTo = Math.min(forgottenCount + forgetBatchSize, request.messageIds.length)
  const selection = {
    scope: toScope(request),
    messageIds: request.messageIds.slice(forgottenCount, upTo),
    memoryIds,
    withAnswers: kind === 'message' || kind === 'platform_deletion',
  }
  const isLast = upTo === request.messageIds.length
  // Looked through before anybody is held up; then only what has come in between.
  const snapshot = await store.db.thread.findUnique({ where: { id: threadId }, select: { changeSeq: true } })
  const knownIds = await findMessagesToForget(store.db, selection, 0)
  return store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    // Made one with another thread a moment ago: the next look finds it there.
    if (!(await lockUser(tx, request))) return 'some'
    const now = clock.now()
    const messageIds = [...new Set([...knownIds, ...(await findMessagesToForget(tx, selection, snapshot?.changeSeq ?? 0))])]
    const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: false })
    for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, memoryIds, now })
    if (commandId) await redactCommand(tx, commandId)
    if (isLast) return completeForgetRequest(tx, deps, { ...request, forgottenCount: upTo })
    await saveProgress(tx, { ...request, forgottenCount: upTo })
    return 'some'
  })
}
