import type { MemoryDeps } from '../../memory/notified-changes.ts'
import type { SearchDeps } from '../../search/deps.ts'
import type { Tool } from '../tool.ts'
import { conversationGet } from './conversation-get.ts'
import { conversationSearch } from './conversation-search.ts'
import { memoryAdd } from './memory-add.ts'
import { memoryArchive } from './memory-archive.ts'
import { memoryGet } from './memory-get.ts'
import { memoryListThemes } from './memory-list-themes.ts'
import { memorySearch } from './memory-search.ts'

/** Creates the tools of the main agent, the most useful first: a small model is only shown the first. Other model runs get no tools. */
export function createTools(deps: SearchDeps & MemoryDeps): readonly Tool[] {
  return [
    conversationSearch(deps),
    conversationGet(deps),
    memoryAdd(deps),
    memorySearch(deps),
    memoryArchive(deps),
    memoryGet(deps),
    memoryListThemes(deps),
  ]
}
