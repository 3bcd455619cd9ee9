import { memorySearchInput, searchMemory } from '../../memory/search/search-memory.ts'
import type { SearchDeps } from '../../search/deps.ts'
import { defineTool, type Tool } from '../tool.ts'

/** memory.search for the model. */
export function memorySearch(deps: SearchDeps): Tool {
  return defineTool({
    name: 'memory_search',
    description:
      'Searches what is known about this person for long: facts, preferences, instructions. "*" gives the newest. Archived items only when asked for.',
    input: memorySearchInput,
    run: (context, input) => searchMemory(deps, context, input),
  })
}
