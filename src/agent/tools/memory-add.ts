import { newMemoryInput } from '../../memory/items/add-memory.ts'
import { addAndNotify, type MemoryDeps } from '../../memory/notified-changes.ts'
import { defineTool, type Tool, toAnsweringContext } from '../tool.ts'

/** memory.add for the model. */
export function memoryAdd(deps: MemoryDeps): Tool {
  return defineTool({
    name: 'memory_add',
    description:
      'Remembers one thing about this person for long: what they ask for, or what is clearly lasting and not sensitive. They are told. What is known already is not added again. With supersedes, the item it replaces is archived.',
    input: newMemoryInput,
    async run(context, input) {
      const { item, isNew } = await addAndNotify(deps, toAnsweringContext(context), input)
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
