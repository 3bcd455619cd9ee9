import type { MemoryId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import type { Audience } from '../../core/domain/messages.ts'
import { isQuiet, nextOccurrence, type QuietHours } from '../../core/lib/quiet-hours.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { findContinuousThread, isBeingErased, lockThread } from '../../threads/thread.ts'
import { reviewDelayMs } from '../items/add-memory.ts'
import { loadMemories, type MemoryItem } from '../items/memory-item.ts'
import { maxOpenProposals } from './proposal.ts'

/** With fewer active items, there is nothing to tidy up. */
const minItems = 5
/** The maximum number of items reviewed together, newest first. */
const maxItems = 200
/** After this time, in ms, another worker takes over. */
const claimMs = 3_600_000
/** A proposal that the user has not decided about for this long, in ms, expires. */
const proposalLifetimeMs = 30 * 86_400_000

/** Items of one user and one audience. A review never mixes audiences, so that nothing gets from one to another. */
export interface ItemGroup {
  readonly userId: UserId
  readonly audience: Audience
}

export interface ClaimedReview extends ItemGroup {
  readonly threadId: ThreadId
  readonly language: LanguageCode
  /** Names the claim. */
  readonly until: Date
  /** The active items about which nothing is proposed, newest first. */
  readonly items: readonly MemoryItem[]
}

export interface ReviewClaimDeps extends Pick<ThreadDeps, 'clock' | 'defaultTimezone'> {
  readonly summarySettings: QuietHours
}

/** Claims the review of a group that is due. Returns undefined if there is nothing to review now, or another worker does it. */
export async function claimReview(tx: Tx, deps: ReviewClaimDeps, { userId, audience }: ItemGroup): Promise<ClaimedReview | undefined> {
  const now = deps.clock.now()
  const threadId = await findContinuousThread(tx, userId)
  if (threadId) await lockThread(tx, threadId)
  const until = new Date(now.getTime() + claimMs)
  const claimed = await tx.memoryItem.updateMany({
    where: { userId, audience, status: 'active', reviewAt: { lte: now } },
    data: { reviewAt: until },
  })
  if (claimed.count === 0) return undefined
  const postpone = async (reviewAt: Date): Promise<undefined> => {
    await moveClaim(tx, { userId, audience, until }, reviewAt)
    return undefined
  }
  const nextWeek = new Date(now.getTime() + reviewDelayMs)
  const user = await findUserById(tx, userId)
  if (!user || !threadId || user.isBlocked || (await isErased(tx, threadId))) return postpone(nextWeek)
  const later = findQuietEnd(deps, user)
  if (later) return postpone(later)
  await expireProposals(tx, userId, now)
  if ((await tx.memoryProposal.count({ where: { userId, state: 'open' } })) >= maxOpenProposals) return postpone(nextWeek)
  const ids = await listReviewableIds(tx, { userId, audience })
  if (ids.length < minItems) return postpone(nextWeek)
  const items = await loadMemories(tx, { userId, threadId, audience }, ids)
  return { userId, audience, threadId, language: user.language, until, items }
}

/** Returns when quiet hours end for a user, if it is quiet now. Nobody is notified before. */
export function findQuietEnd(
  { clock, defaultTimezone, summarySettings: quietHours }: ReviewClaimDeps,
  user: { readonly timezone: string | null },
): Date | undefined {
  const [now, timezone] = [clock.now(), resolveTimezone(user, defaultTimezone)]
  return isQuiet(quietHours, timezone, now) ? nextOccurrence(quietHours.quietUntil, timezone, now) : undefined
}

/** Ends a claim: its items are reviewed again at that time, or null for never. Returns false if it is no longer the current claim. */
export async function moveClaim(
  tx: Tx,
  { userId, audience, until }: Pick<ClaimedReview, 'userId' | 'audience' | 'until'>,
  reviewAt: Date | null,
): Promise<boolean> {
  const { count } = await tx.memoryItem.updateMany({ where: { userId, audience, reviewAt: until }, data: { reviewAt } })
  return count > 0
}

async function isErased(tx: Tx, threadId: ThreadId): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ erased: boolean }[]>`SELECT ${isBeingErased(Prisma.sql`${threadId}::int`)} AS erased`
  return row?.erased ?? false
}

/** Ends the proposals that can no longer be accepted, because an item was archived, and those that have waited for too long. */
async function expireProposals(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_proposals p SET state = 'expired', decided_at = ${now}, text = '', reason = ''
    WHERE p.user_id = ${userId} AND p.state = 'open' AND (p.created_at < ${new Date(now.getTime() - proposalLifetimeMs)} OR cardinality(p.item_ids) > (
      SELECT count(*) FROM memory_items i WHERE i.id = ANY(p.item_ids) AND i.status = 'active'))`
}

/** Lists the newest active items about which no proposal is open. Relies on memory_items_user_id_created_at_id_idx. */
async function listReviewableIds(tx: Tx, { userId, audience }: ItemGroup): Promise<MemoryId[]> {
  const rows = await tx.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i
    WHERE i.user_id = ${userId} AND i.audience = ${audience} AND i.status = 'active' AND NOT EXISTS (
      SELECT 1 FROM memory_proposals p WHERE p.user_id = i.user_id AND p.state = 'open' AND i.id = ANY(p.item_ids))
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${maxItems}`
  return rows.map(({ id }) => id)
}
