import { memorySearchInput, searchMemory } from '../../memory/search/search-memory.ts'
import { hasItems } from '../../memory/themes.ts'
import type { SearchDeps } from '../../search/deps.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the memory.search tool. */
export function memorySearch(deps: SearchDeps): Tool {
  return defineTool({
    name: 'memory_search',
    description: 'Searches the memory of this person.',
    input: memorySearchInput,
    shown: ['query', 'theme', 'status'],
    isUseful: hasItems,
    progress: 'progress.memory',
    run: (context, input) => searchMemory(deps, context, input),
  })
}
