import { z } from 'zod'
import type { MemoryId } from '../../core/domain/ids.ts'
import { memoryIdInput } from '../../memory/items/add-memory.ts'
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
      const item = await archiveAndNotify(deps, toAnsweringContext(context), id as MemoryId)
      return { id: item.id, status: item.status }
    },
  })
}
