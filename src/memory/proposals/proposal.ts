import type { MemoryId, ProposalId, UserId } from '../../core/domain/ids.ts'
import type { Audience } from '../../core/domain/messages.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'
import { loadMemories, type MemoryItem } from '../items/memory-item.ts'

/** The maximum number of proposals that wait for a user's decision. */
export const maxOpenProposals = 5

/** A change that could be made: items that become one with this text, or one item that is archived. */
export interface ProposedChange {
  readonly kind: 'merge' | 'archive'
  /** At least two for a merge, one otherwise. */
  readonly itemIds: readonly MemoryId[]
  /** What a merge remembers instead. Empty otherwise. */
  readonly text: string
  readonly reason: string
}

/** A change that the bot proposes to a user. */
export interface MemoryProposal extends ProposedChange {
  readonly id: ProposalId
  /** That of its items. */
  readonly audience: Audience
  readonly state: 'open' | 'accepted' | 'declined' | 'expired'
  /** The item that an accepted merge has made, while it exists. */
  readonly resultId: MemoryId | null
}

/** An open proposal with its items, which are all active. */
export interface OpenProposal extends MemoryProposal {
  readonly items: readonly MemoryItem[]
}

const proposalColumns = Prisma.sql`p.id, p.audience, p.kind, p.item_ids AS "itemIds", p.text, p.reason, p.state, p.result_id AS "resultId"`

/** Returns undefined if there is no proposal with this id that the scope may see. */
export async function loadProposal(db: Db, scope: Scope, id: ProposalId): Promise<MemoryProposal | undefined> {
  const [proposal] = await db.$queryRaw<MemoryProposal[]>`
    SELECT ${proposalColumns} FROM memory_proposals p WHERE p.id = ${id} AND ${ownedBy(scope, 'p')}`
  return proposal
}

/** Returns the proposals that a user can accept, oldest first. Relies on memory_proposals_user_id_state_idx. */
export async function listOpenProposals(db: Db, scope: Scope): Promise<OpenProposal[]> {
  const proposals = await db.$queryRaw<MemoryProposal[]>`
    SELECT ${proposalColumns} FROM memory_proposals p WHERE ${ownedBy(scope, 'p')} AND p.state = 'open' ORDER BY p.id`
  const items = await loadMemories(
    db,
    scope,
    proposals.flatMap(({ itemIds }) => itemIds),
  )
  const active = new Map(items.filter(({ status }) => status === 'active').map((item) => [item.id, item]))
  return proposals
    .map((proposal) => ({ ...proposal, items: proposal.itemIds.flatMap((id) => active.get(id) ?? []) }))
    .filter((proposal) => proposal.items.length === proposal.itemIds.length)
}

/** Ends a proposal. Its texts are deleted, because nobody needs them any more. */
export async function closeProposal(
  tx: Tx,
  id: ProposalId,
  { state, now, resultId }: { readonly state: MemoryProposal['state']; readonly now: Date; readonly resultId?: MemoryId | undefined },
): Promise<void> {
  await tx.memoryProposal.update({ where: { id }, data: { state, decidedAt: now, text: '', reason: '', resultId: resultId ?? null } })
}

/** Deletes all proposals about items that are being deleted or leave their user. */
export async function deleteProposalsOf(tx: Tx, userId: UserId, itemIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM memory_proposals p WHERE p.user_id = ${userId} AND p.item_ids && ${[...itemIds]}::int[]`
}

/** Counts accepted proposals as declined if the item that they made is deleted, or the one that they archived is restored. */
export async function takeBackProposals(tx: Tx, userId: UserId, itemId: MemoryId): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_proposals p SET state = 'declined', result_id = NULL
    WHERE p.user_id = ${userId} AND p.state = 'accepted'
      AND (p.result_id = ${itemId} OR (p.kind = 'archive' AND p.item_ids = ARRAY[${itemId}]::int[]))`
}
