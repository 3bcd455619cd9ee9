import { memorySearchInput, searchMemory } from '../../memory/search.ts'
import type { MeaningParts } from '../../recall/vectors/meaning.ts'
import { defineTool, type Tool } from '../tool.ts'

/** memory.search for the model. */
export function memorySearch(parts: MeaningParts): Tool {
  return defineTool({
    name: 'memory_search',
    description:
      'Searches what is known about this person for long: facts, preferences, instructions. "*" gives the newest. Archived items only when asked for.',
    input: memorySearchInput,
    run: (context, input) => searchMemory(parts, context, input),
  })
}
