import { memorySearchInput, searchMemory } from '../../memory/search/search-memory.ts'
import type { SearchDeps } from '../../search/deps.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the memory.search tool. */
export function memorySearch(deps: SearchDeps): Tool {
  return defineTool({
    name: 'memory_search',
    description:
      'Searches the lasting facts, preferences and instructions of this person. "*" returns the newest. Includes archived items only on request.',
    input: memorySearchInput,
    progress: 'progress.memory',
    run: (context, input) => searchMemory(deps, context, input),
  })
}
