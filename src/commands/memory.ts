import type { CommandAnswer } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import type { MemoryId } from '../core/domain/ids.ts'
import { memoryIdInput } from '../memory/items/add-memory.ts'
import { deleteMemory, restoreMemory, undoAddMemory } from '../memory/items/change-memory.ts'
import { loadMemory, type MemoryItem } from '../memory/items/memory-item.ts'
import { quoteContent } from '../memory/notified-changes.ts'
import type { Command } from './shared/command.ts'

/** Each change takes effect at once. Only `forget` asks for confirmation first, because a deletion is final. */
const changes = {
  undo: { change: undoAddMemory, done: 'Undone: I no longer remember that.' },
  restore: { change: restoreMemory, done: 'I remember that again.' },
  delete: { change: deleteMemory, done: 'Permanently deleted from my memory.' },
} as const

/** Used by the buttons below memories. */
export const memory: Command = {
  declaration: {
    name: 'memory',
    help: 'Change what I remember',
    arguments: [
      { name: 'change', kind: 'choice', required: true, choices: [...Object.keys(changes), 'forget'], help: 'What to do' },
      { name: 'id', kind: 'text', required: true, help: 'The number of a memory' },
    ],
    hidden: true,
  },
  async run({ store, clock }, { scope }, args) {
    const read = memoryIdInput.safeParse(Number(args['id']))
    if (!read.success) throw new InputError('Write the number of a memory, as in /memory delete 12.')
    const id = read.data as MemoryId
    if (args['change'] === 'forget') return formatConfirmation(await loadMemory(store.db, scope, id), id)
    const { change, done } = changes[args['change'] as keyof typeof changes]
    const changed = await store.transaction((tx) => change(tx, { scope, now: clock.now() }, id))
    if (changed) return { text: done }
    // If the button was pressed twice, a restored item exists, but a deleted one does not.
    const isThere = await loadMemory(store.db, scope, id)
    return { text: isThere ? `I already remember that: memory ${id} is not archived.` : noSuch(id) }
  },
}

const noSuch = (id: MemoryId) => `There is no memory ${id}.`

function formatConfirmation(item: MemoryItem | undefined, id: MemoryId): CommandAnswer {
  if (!item) return { text: noSuch(id) }
  return {
    text: `Permanently delete this memory?\n${quoteContent(item)}`,
    buttons: [{ label: 'Forget it', action: `/memory delete ${id}` }],
  }
}
