import type { CommandAnswer } from '../conversation/deps.ts'
import type { MemoryId, ProposalId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Translate } from '../core/messages/messages.ts'
import { memoryIdInput } from '../memory/items/add-memory.ts'
import { deleteMemory, restoreMemory, undoAddMemory } from '../memory/items/change-memory.ts'
import { loadMemory, type MemoryItem } from '../memory/items/memory-item.ts'
import { quoteContent } from '../memory/notified-changes.ts'
import { decideProposal } from '../memory/proposals/decide.ts'
import { formatDecision, formatProposals } from '../memory/proposals/format-proposals.ts'
import { listOpenProposals } from '../memory/proposals/proposal.ts'
import type { Command } from './shared/command.ts'

/** Each change takes effect at once. Only `forget` asks for confirmation first, because a deletion is final. */
const changes = {
  undo: { change: undoAddMemory, done: 'memory.undone' },
  restore: { change: restoreMemory, done: 'memory.restored' },
  delete: { change: deleteMemory, done: 'memory.deletedNow' },
} as const

/** What the buttons below proposals do. Their ids are those of proposals. */
const decisions = ['accept', 'decline']

/** Used by the buttons below memories and proposals. */
export const memory: Command = {
  declaration: {
    name: 'memory',
    help: 'memory.help',
    arguments: [
      {
        name: 'change',
        kind: 'choice',
        required: true,
        choices: [...Object.keys(changes), 'forget', 'review', ...decisions],
        help: 'choice.help',
      },
      { name: 'id', kind: 'text', required: false, help: 'memory.id' },
    ],
    hidden: true,
  },
  async run({ store, clock }, { scope, translate }, args) {
    const { change: name = '' } = args
    if (name === 'review') return formatProposals(await listOpenProposals(store.db, scope), translate)
    const read = memoryIdInput.safeParse(Number(args['id']))
    if (!read.success) throw new LocalizedInputError('memory.notANumber')
    if (decisions.includes(name)) {
      const proposal = { id: read.data as ProposalId, accept: name === 'accept' }
      const decided = await store.transaction((tx) => decideProposal(tx, { scope, now: clock.now() }, proposal))
      return decided ? formatDecision(decided, translate) : { text: translate('proposal.unknown', { id: proposal.id }) }
    }
    const id = read.data as MemoryId
    if (name === 'forget') return formatConfirmation(await loadMemory(store.db, scope, id), id, translate)
    const { change, done } = changes[name as keyof typeof changes]
    const changed = await store.transaction((tx) => change(tx, { scope, now: clock.now() }, id))
    if (changed) return { text: translate(done) }
    // If the button was pressed twice, a restored item exists, but a deleted one does not.
    const isThere = await loadMemory(store.db, scope, id)
    return { text: translate(isThere ? 'memory.notArchived' : 'memory.none', { id }) }
  },
}

function formatConfirmation(item: MemoryItem | undefined, id: MemoryId, translate: Translate): CommandAnswer {
  if (!item) return { text: translate('memory.none', { id }) }
  return {
    text: `${translate('memory.question')}\n${quoteContent(item)}`,
    buttons: [{ label: translate('button.forgetIt'), action: `/memory delete ${id}` }],
  }
}
