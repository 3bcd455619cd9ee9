import { newMemoryInput } from '../../memory/items/add-memory.ts'
import { addAndNotify, type MemoryDeps } from '../../memory/notified-changes.ts'
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
      const { item, isNew } = await addAndNotify(deps, await toAnsweringContext(context, { noted: input.content }), input)
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
