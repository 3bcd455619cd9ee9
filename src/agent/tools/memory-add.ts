import type { MemoryId } from '../../core/domain/ids.ts'
import { newMemoryInput } from '../../memory/items/add-memory.ts'
import { loadMemory } from '../../memory/items/memory-item.ts'
import { addAndNotify, type MemoryDeps } from '../../memory/notified-changes.ts'
import { chooseTheme } from '../../memory/themes.ts'
import { defineTool, type Tool, toAnsweringContext } from '../tool.ts'

/** Creates the memory.add tool. */
export function memoryAdd(deps: MemoryDeps): Tool {
  return defineTool({
    name: 'memory_add',
    description: 'Remembers one lasting thing, understandable by itself.',
    input: newMemoryInput,
    shown: ['type', 'content', 'theme', 'supersedes'],
    progress: 'progress.note',
    async run(context, input) {
      const { db } = deps.store
      const replaced = input.supersedes === undefined ? undefined : await loadMemory(db, context, input.supersedes as MemoryId)
      const answering = await toAnsweringContext(context, { noted: input.content, ...(replaced && { concerned: replaced.content }) })
      const theme = input.theme === undefined ? undefined : await chooseTheme(db, context, input.theme)
      const { item, isNew } = await addAndNotify(deps, answering, { ...input, theme })
      return {
        id: item.id,
        theme: item.theme,
        already_known: !isNew,
        ...(!isNew && { known_as: item.content }),
        embedding_pending: item.embedding === 'pending',
      }
    },
  })
}
