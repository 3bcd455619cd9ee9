import type { ProposalId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { lockThread } from '../../threads/thread.ts'
import { addMemory, findDuplicate, type MemoryWriteContext, maxTags } from '../items/add-memory.ts'
import { archiveMemory, restoreMemory, undoAddMemory } from '../items/change-memory.ts'
import { hashGist } from '../items/gist.ts'
import { loadMemories, type MemoryItem } from '../items/memory-item.ts'
import { closeProposal, loadProposal, type MemoryProposal } from './proposal.ts'

export interface ProposalDecision {
  /** The state of the proposal afterwards. It is `expired` if its items have changed since. */
  readonly state: MemoryProposal['state']
  /** Whether it was open. If not, nothing was changed. */
  readonly isNew: boolean
  /** The item that was added or archived. */
  readonly item?: MemoryItem
}

/**
 * Accepts or declines a proposal. An accepted merge adds an item that replaces the others. Idempotent. Returns undefined if there is no
 * such proposal.
 */
export async function decideProposal(
  tx: Tx,
  context: MemoryWriteContext,
  { id, accept }: { readonly id: ProposalId; readonly accept: boolean },
): Promise<ProposalDecision | undefined> {
  const { scope, now } = context
  await lockThread(tx, scope.threadId)
  const proposal = await loadProposal(tx, scope, id)
  if (!proposal) return undefined
  if (proposal.state !== 'open') return { state: proposal.state, isNew: false }
  const decide = async (state: MemoryProposal['state'], item?: MemoryItem): Promise<ProposalDecision> => {
    await closeProposal(tx, id, { state, now, resultId: proposal.kind === 'merge' ? item?.id : undefined })
    return { state, isNew: true, ...(item && { item }) }
  }
  if (!accept) return decide('declined')
  const items = (await loadMemories(tx, scope, proposal.itemIds)).filter(({ status }) => status === 'active')
  if (items.length !== proposal.itemIds.length) return decide('expired')
  const item = await acceptProposal(tx, context, { proposal, items })
  return item ? decide('accepted', item) : decide('expired')
}

async function acceptProposal(
  tx: Tx,
  { scope, now }: MemoryWriteContext,
  { proposal, items }: { readonly proposal: MemoryProposal; readonly items: readonly MemoryItem[] },
): Promise<MemoryItem | undefined> {
  const [first] = items
  const newest = items.at(-1)
  const context = { scope: { ...scope, audience: proposal.audience }, now }
  if (!first || !newest) return undefined
  if (proposal.kind === 'archive') return archiveMemory(tx, context, first.id)
  // Another item that says the same was added since.
  const sameId = await findDuplicate(tx, context.scope, hashGist(proposal.text))
  if (sameId !== undefined && !proposal.itemIds.includes(sameId)) return undefined
  const { type, themeName: theme } = newest
  const tags = [...new Set(items.flatMap((item) => item.tags))].slice(0, maxTags)
  return (await addMemory(tx, context, { type, theme, tags, content: proposal.text, supersedes: proposal.itemIds })).item
}

/**
 * Takes an accepted proposal back, so that it counts as declined. Changes nothing if it is not accepted. Returns undefined if there is no
 * such proposal.
 */
export async function undoProposal(tx: Tx, context: MemoryWriteContext, id: ProposalId): Promise<MemoryProposal | undefined> {
  await lockThread(tx, context.scope.threadId)
  const proposal = await loadProposal(tx, context.scope, id)
  const [itemId] = proposal?.itemIds ?? []
  if (proposal?.state !== 'accepted' || itemId === undefined) return proposal
  const { kind, resultId } = proposal
  if (kind === 'archive') await restoreMemory(tx, context, itemId)
  else if (resultId !== null) await undoAddMemory(tx, context, resultId)
  await closeProposal(tx, id, { state: 'declined', now: context.now })
  return proposal
}
