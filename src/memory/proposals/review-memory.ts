import { type BudgetDeps, doBackgroundWork } from '../../budget/background-work.ts'
import { messageOf } from '../../core/domain/errors.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import type { ChatModel } from '../../core/ports/chat-model.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { findUserById } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { enqueueNotice, type StoredNotice, storeNotice } from '../../threads/notify.ts'
import { lockThread } from '../../threads/thread.ts'
import { type ClaimedReview, claimReview, findQuietEnd, type ItemGroup, moveClaim, type ReviewClaimDeps } from './claim-review.ts'
import { reviewButton } from './format-proposals.ts'
import { maxOpenProposals, type ProposedChange } from './proposal.ts'
import { proposeChanges } from './propose-changes.ts'
import { proposeDuplicates } from './propose-offline.ts'

/** The maximum number of reviews per run of the scheduler, longest due first. */
const maxReviewsPerRun = 5
/** The number of due items looked at to find them. */
const maxDueItems = 500
/** When a review that failed is tried again, in ms. */
const retryDelayMs = 86_400_000

/** The dependencies of reviewing what is remembered. The model and the settings are those of summaries. */
export interface MemoryReviewDeps extends ThreadDeps, BudgetDeps {
  readonly model: ChatModel
  readonly summarySettings: ReviewClaimDeps['summarySettings'] & { readonly maxInputTokens: number; readonly maxOutputTokens: number }
}

/**
 * Proposes changes to the users whose memory has new items for a week. Each group of items is reviewed once, with any number of workers.
 * If the process dies, it is reviewed again after an hour. Changes nothing but proposals. Scheduled.
 */
export async function reviewMemories(deps: MemoryReviewDeps, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  for (const group of await findDueGroups(deps)) {
    if (signal.aborted) return
    const review = await deps.store.transaction((tx) => claimReview(tx, deps, group))
    if (review) await reviewGroup(deps, review, signal)
  }
}

/** Returns the groups of items to review now. Relies on memory_items_review_at_idx. */
function findDueGroups({ store, clock }: MemoryReviewDeps): Promise<ItemGroup[]> {
  return store.db.$queryRaw<ItemGroup[]>`
    SELECT due.user_id AS "userId", due.audience FROM (
      SELECT i.user_id, i.audience, i.review_at FROM memory_items i
      WHERE i.review_at <= ${clock.now()} AND i.status = 'active' ORDER BY i.review_at LIMIT ${maxDueItems}) due
    GROUP BY due.user_id, due.audience ORDER BY min(due.review_at), due.user_id LIMIT ${maxReviewsPerRun}`
}

async function reviewGroup(deps: MemoryReviewDeps, review: ClaimedReview, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = deps
  try {
    const proposed = await propose(deps, review, signal)
    await enqueueNotice(deps, await store.transaction((tx) => storeProposals(tx, deps, { review, proposed })))
  } catch (error) {
    const delayMs = signal.aborted ? 0 : retryDelayMs
    await store.transaction((tx) => moveClaim(tx, review, new Date(clock.now().getTime() + delayMs)))
    if (!signal.aborted)
      log.warn({ userId: review.userId, error: messageOf(error) }, 'a memory could not be reviewed; trying again tomorrow')
  }
}

/** Calls the model, with no lock and no transaction. */
function propose(deps: MemoryReviewDeps, review: ClaimedReview, signal: AbortSignal): Promise<readonly ProposedChange[]> {
  const { userId, items, language } = review
  const { maxInputTokens, maxOutputTokens } = deps.summarySettings
  const expectedTokens = items.reduce((sum, { content }) => sum + estimateTokens(content), maxOutputTokens)
  return doBackgroundWork(deps, { userId, kind: 'consolidation', model: deps.model, expectedTokens }, async ({ model }) =>
    model === deps.backgroundWork.offlineModel
      ? proposeDuplicates(items, translatorOf(language))
      : proposeChanges(model, { items, language, maxInputTokens, maxOutputTokens }, signal),
  )
}

interface FinishedReview {
  readonly review: ClaimedReview
  readonly proposed: readonly ProposedChange[]
}

/**
 * Stores the proposals about items that are still as they were read, and notifies the user in a direct place unless their digest is off.
 * Stores nothing if another worker has taken over.
 */
async function storeProposals(tx: Tx, deps: MemoryReviewDeps, { review, proposed }: FinishedReview): Promise<StoredNotice | undefined> {
  const { userId, audience, threadId, items } = review
  await lockThread(tx, threadId)
  const user = await findUserById(tx, userId)
  if (!user || !(await moveClaim(tx, review, user && (findQuietEnd(deps, user) ?? null)))) return undefined
  if (findQuietEnd(deps, user)) return undefined
  const seen = items.map(({ id }) => id)
  await tx.memoryItem.updateMany({ where: { userId, audience, id: { in: seen } }, data: { reviewAt: null } })
  let room = maxOpenProposals - (await tx.memoryProposal.count({ where: { userId, state: 'open' } }))
  let count = 0
  for (const change of proposed) {
    if (room <= 0) break
    const stored = await storeProposal(tx, review, { change, now: deps.clock.now() })
    room -= stored
    count += stored
  }
  if (count === 0 || user.digest === 'off' || user.isBlocked) return undefined
  return storeNotice(tx, deps, userId, (translate) => ({
    text: translate('proposal.notice', { count }),
    buttons: [reviewButton(translate)],
    silent: true,
  }))
}

/**
 * Stores a proposal if its items are active, no open proposal is about one of them, and the same was never proposed before. Returns the
 * number of stored rows.
 */
function storeProposal(
  tx: Tx,
  { userId, audience }: ItemGroup,
  { change, now }: { readonly change: ProposedChange; readonly now: Date },
): Promise<number> {
  const { kind, text, reason } = change
  const itemIds = [...change.itemIds].sort((a, b) => a - b)
  return tx.$executeRaw`
    INSERT INTO memory_proposals (user_id, audience, kind, item_ids, text, reason, created_at)
    SELECT ${userId}, ${audience}, ${kind}, ${itemIds}::int[], ${text}, ${reason}, ${now}
    WHERE (SELECT count(*) FROM memory_items i
      WHERE i.id = ANY(${itemIds}::int[]) AND i.user_id = ${userId} AND i.audience = ${audience} AND i.status = 'active') = ${itemIds.length}
    AND NOT EXISTS (SELECT 1 FROM memory_proposals p
      WHERE p.user_id = ${userId} AND (p.item_ids = ${itemIds}::int[] OR (p.state = 'open' AND p.item_ids && ${itemIds}::int[])))`
}
