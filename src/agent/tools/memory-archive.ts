import { z } from 'zod'
import type { MemoryId } from '../../core/domain/ids.ts'
import { memoryIdInput } from '../../memory/items/add-memory.ts'
import { loadMemory } from '../../memory/items/memory-item.ts'
import { archiveAndNotify, type MemoryDeps } from '../../memory/notified-changes.ts'
import { hasActiveItems } from '../../memory/themes.ts'
import { defineTool, type Tool, toAnsweringContext } from '../tool.ts'

/** Creates the memory.archive tool. */
export function memoryArchive(deps: MemoryDeps): Tool {
  return defineTool({
    name: 'memory_archive',
    description: 'Archives an item that is no longer true.',
    isUseful: hasActiveItems,
    input: z.strictObject({ id: memoryIdInput }),
    progress: 'progress.note',
    async run(context, { id }) {
      const wanted = await loadMemory(deps.store.db, context, id as MemoryId)
      const answering = await toAnsweringContext(context, wanted ? { concerned: wanted.content } : {})
      const item = await archiveAndNotify(deps, answering, id as MemoryId)
      return { id: item.id, status: item.status }
    },
  })
}
