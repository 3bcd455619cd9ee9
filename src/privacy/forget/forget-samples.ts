import type { ForgetRequestId, UserId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Db, Tx } from '../../store/store.ts'
import { hasSampleMessages, listSampleMessages } from '../../threads/messages/sample-messages.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import type { PrivacyDeps } from '../deps.ts'
import { lockUserAndThread } from './forget-request.ts'

export type SamplesState = 'none' | 'loaded' | 'removing'

/** Returns whether a user has samples, or whether they are being removed. */
export async function findSamplesState(db: Db, userId: UserId): Promise<SamplesState> {
  if (await findRemoval(db, userId)) return 'removing'
  return (await hasSampleMessages(db, userId)) ? 'loaded' : 'none'
}

/**
 * Starts to remove a user's samples with everything that was derived from them. It is a deletion like any other, so it continues after an
 * interruption. Idempotent.
 */
export async function removeSamples(deps: PrivacyDeps, userId: UserId): Promise<void> {
  const forgetRequestId = await deps.store.transaction((tx) => requestRemoval(tx, deps, userId))
  if (forgetRequestId) await enqueue(deps, 'forget', { forgetRequestId })
}

/** Returns undefined if there are no samples. */
async function requestRemoval(tx: Tx, { clock }: PrivacyDeps, userId: UserId): Promise<ForgetRequestId | undefined> {
  const threadId = await findContinuousThread(tx, userId)
  if (!threadId || !(await lockUserAndThread(tx, { userId, threadId }))) return undefined
  const running = await findRemoval(tx, userId)
  if (running) return running
  const samples = await listSampleMessages(tx, userId)
  const [first] = samples
  if (!first) return undefined
  const now = clock.now()
  const { id } = await tx.forgetRequest.create({
    data: {
      ...{ userId, kind: 'samples', state: 'confirmed', placeId: first.placeId, requestedAt: now, expiresAt: now },
      messageIds: samples.map((sample) => sample.id),
    },
    select: { id: true },
  })
  return id as ForgetRequestId
}

async function findRemoval(db: Db, userId: UserId): Promise<ForgetRequestId | undefined> {
  const removal = await db.forgetRequest.findFirst({ where: { userId, kind: 'samples', state: 'confirmed' }, select: { id: true } })
  return (removal?.id as ForgetRequestId | undefined) ?? undefined
}
