import type { MessageId } from '../../core/domain/ids.ts'
import { formatList, type Translate } from '../../core/messages/messages.ts'
import type { Tx } from '../../store/store.ts'
import { findAffectedSummaries } from '../../summaries/privacy/forget.ts'
import type { Lease } from '../../threads/lease.ts'
import { deleteSampleTombstones } from '../../threads/messages/sample-messages.ts'
import { type StoredNotice, storeNotice } from '../../threads/notify.ts'
import {
  findReferencesById,
  findReferencesToMessages,
  findReferencesToUser,
  type LocatedReference,
} from '../../threads/privacy/references.ts'
import { deleteMessages, findMessagesToErase, redactCommand, tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import type { PrivacyDeps } from '../deps.ts'
import { findDerivedRows } from './derived-rows.ts'
import { assertLeases, type ConfirmedForgetRequest, lockUserAndThread, saveProgress, toScope } from './forget-request.ts'
import { forgetAllLogged, forgetLogged } from './logged-messages.ts'
import { mergeConfirmedDeletions } from './platform-deletion.ts'
import { removeQuotes } from './quotes.ts'
import { forgetAllShownToOthers, forgetShownToOthers, loadSharedContent } from './shown-to-others.ts'

/** The number of messages deleted per batch, not counting derived messages. */
const forgetBatchSize = 1_000

/** Deletes the next batch of the selection. */
export async function forgetBatch(
  deps: PrivacyDeps,
  confirmedRequest: ConfirmedForgetRequest,
  leases: readonly Lease[],
): Promise<'some' | CompletedForget> {
  const request =
    confirmedRequest.kind === 'platform_deletion' ? await mergeConfirmedDeletions(deps, confirmedRequest, leases) : confirmedRequest
  // The request was merged into another deletion in the meantime.
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
  // Searches before the locks are taken. Inside the transaction, only later changes are searched.
  const snapshot = await store.db.thread.findUnique({ where: { id: threadId }, select: { changeSeq: true } })
  const known = await findDerivedRows(store.db, selection, 0)
  await forgetQuotes(deps, request, known.messageIds)
  await forgetLogged(deps, { userId, messageIds: known.messageIds, dropNames: false })
  const shown = await loadSharedContent(store.db, threadId, known.messageIds)
  await forgetShownToOthers(deps, shown)
  const forgottenIds = new Set(known.messageIds)
  const outcome = await store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    // The user has just been merged. The next attempt finds the new thread.
    if (!(await lockUserAndThread(tx, request))) return 'some'
    const now = clock.now()
    const later = await findDerivedRows(tx, selection, snapshot?.changeSeq ?? 0)
    for (const id of later.messageIds) forgottenIds.add(id)
    const messageIds = [...forgottenIds]
    const summaryIds = [...new Set([...known.summaryIds, ...later.summaryIds])]
    const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: false })
    // What was quoted meanwhile. From now on, nothing is. The next batch deletes it, also after an interruption.
    const quotedIds = (await findReferencesToMessages(tx, messageIds)).map(({ id }) => id)
    for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, summaryIds, memoryIds, now })
    if (commandId) await redactCommand(tx, commandId)
    if (isLast && quotedIds.length === 0) return completeForgetRequest(tx, deps, { ...request, forgottenCount: upTo })
    await saveProgress(tx, { ...request, forgottenCount: upTo, referenceIds: [...request.referenceIds, ...quotedIds] })
    return 'some'
  })
  // Again, for what was found meanwhile.
  await forgetShownToOthers(deps, shown)
  return outcome
}

/** Deletes what messages of any user quote of the deleted messages, and the quotes that the request names. */
async function forgetQuotes(
  deps: PrivacyDeps,
  { userId, referenceIds }: ConfirmedForgetRequest,
  messageIds: readonly MessageId[],
): Promise<void> {
  const { db } = deps.store
  await removeQuotes(deps, [...(await findReferencesToMessages(db, messageIds)), ...(await findReferencesById(db, userId, referenceIds))])
}

/** Erases the next batch of messages up to the confirmation. When none is left, erases the user's other data. */
export async function eraseBatch(
  deps: PrivacyDeps,
  request: ConfirmedForgetRequest,
  leases: readonly Lease[],
): Promise<'some' | CompletedForget> {
  // In the first batch, because afterwards it is not known which messages were the user's.
  if (request.forgottenCount === 0) {
    await removeQuotes(deps, await findReferencesToUser(deps.store.db, request))
    // Since the confirmation, others find nothing of it anymore.
    await forgetAllShownToOthers(deps, request.threadId)
    await forgetAllLogged(deps, request.userId)
  }
  let quotedMeanwhile: readonly LocatedReference[] = []
  const outcome = await deps.store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    // The user has just been merged. The next attempt finds the new thread.
    if (!(await lockUserAndThread(tx, request))) return 'some'
    const forgottenCount = request.forgottenCount + (await eraseMessages(tx, deps, request))
    if (forgottenCount > request.forgottenCount) {
      await saveProgress(tx, { ...request, forgottenCount })
      return 'some'
    }
    // The deletion is complete once nothing is quoted, so that an interruption cannot leave anything.
    quotedMeanwhile = await findReferencesToUser(tx, request)
    if (quotedMeanwhile.length > 0) return 'some'
    const { userId, threadId } = request
    for (const { erase } of deps.personalData) await erase?.(tx, { userId, threadId })
    return completeForgetRequest(tx, deps, request)
  })
  if (quotedMeanwhile.length > 0) await removeQuotes(deps, quotedMeanwhile)
  return outcome
}

/** Returns the number of messages erased. */
async function eraseMessages(tx: Tx, { personalData, clock }: PrivacyDeps, request: ConfirmedForgetRequest): Promise<number> {
  const { userId, threadId, requestedAt } = request
  const upTo = request.messageIds[0] ?? (0 as MessageId)
  const rows = await findMessagesToErase(tx, { threadId, upTo, now: requestedAt })
  if (rows.length === 0) return 0
  const now = clock.now()
  const messageIds = rows.map(({ id }) => id)
  const summaryIds = (await findAffectedSummaries(tx, messageIds)).map(({ segmentId }) => segmentId)
  const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: true })
  for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, summaryIds, memoryIds: [], now })
  const deletableIds = rows.flatMap(({ id, isKept }) => (isKept ? [] : [id]))
  await deleteMessages(tx, threadId, deletableIds)
  return rows.length
}

/** A finished deletion. */
export interface CompletedForget {
  /** The notice to the user. Enqueue it after the commit. */
  readonly storedNotice: StoredNotice | undefined
}

/** Completes a request and clears its contents. Stores the notice in the same transaction, so that an interruption cannot lose it. */
async function completeForgetRequest(tx: Tx, deps: PrivacyDeps, request: ConfirmedForgetRequest): Promise<CompletedForget> {
  const { id, kind, userId, threadId, placeId, isDirect, forgottenCount } = request
  if (kind === 'samples') await deleteSampleTombstones(tx, { userId, threadId })
  if (kind === 'platform_deletion' || kind === 'samples') {
    await tx.forgetRequest.delete({ where: { id } })
    return { storedNotice: undefined }
  }
  const data = { state: 'done', doneAt: deps.clock.now(), forgottenCount, messageIds: [], memoryIds: [], referenceIds: [], commandId: null }
  await tx.forgetRequest.update({ where: { id }, data })
  return {
    storedNotice: await storeNotice(tx, deps, userId, (translate) => ({
      text: formatCompletion(request, translate),
      ...(isDirect && { placeId }),
    })),
  }
}

function formatCompletion({ kind, messageIds, memoryIds }: ConfirmedForgetRequest, translate: Translate): string {
  if (kind === 'everything') return translate('forget.doneEverything')
  const counts = [
    ...(messageIds.length > 0 ? [translate('count.messages', { count: messageIds.length })] : []),
    ...(memoryIds.length > 0 ? [translate('count.memories', { count: memoryIds.length })] : []),
  ]
  return translate('forget.done', { counts: formatList(counts, translate) })
}
