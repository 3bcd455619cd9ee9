import { z } from 'zod'
import { InputError } from '../../core/domain/errors.ts'
import type { MemoryId } from '../../core/domain/ids.ts'
import { memoryIdInput } from '../../memory/items/add-memory.ts'
import { loadMemory } from '../../memory/items/memory-item.ts'
import { hasItems } from '../../memory/themes.ts'
import type { Store } from '../../store/store.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the memory.get tool. */
export function memoryGet({ store }: { readonly store: Store }): Tool {
  return defineTool({
    name: 'memory_get',
    description: 'Reads one item in full.',
    isUseful: hasItems,
    input: z.strictObject({ id: memoryIdInput }),
    progress: 'progress.memory',
    async run(context, { id }) {
      const item = await loadMemory(store.db, context, id as MemoryId)
      if (!item) throw new InputError(`There is no memory ${id}.`)
      const { type, theme, content, tags, status, createdAt, sourceMessageId, supersededById } = item
      return {
        id,
        type,
        theme,
        content,
        tags,
        status,
        created_at: createdAt,
        ...(sourceMessageId !== null && { source_message_id: sourceMessageId }),
        ...(supersededById !== null && { superseded_by: supersededById }),
      }
    },
  })
}
