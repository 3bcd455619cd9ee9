import type { NotifiedLoopDeps } from '../../loops/notified-loops.ts'
import type { MemoryDeps } from '../../memory/notified-changes.ts'
import type { SearchDeps } from '../../search/deps.ts'
import type { Tool } from '../tool.ts'
import { conversationGet } from './conversation-get.ts'
import { conversationSearch } from './conversation-search.ts'
import { loopAdd } from './loop-add.ts'
import { loopClose } from './loop-close.ts'
import { loopList } from './loop-list.ts'
import { loopSnooze } from './loop-snooze.ts'
import { memoryAdd } from './memory-add.ts'
import { memoryArchive } from './memory-archive.ts'
import { memoryGet } from './memory-get.ts'
import { memoryListThemes } from './memory-list-themes.ts'
import { memorySearch } from './memory-search.ts'

/** Creates the tools of the main agent, the most useful first: a small model is only shown the first. Other model runs get no tools. */
export function createTools(deps: SearchDeps & MemoryDeps & NotifiedLoopDeps): readonly Tool[] {
  return [
    conversationSearch(deps),
    conversationGet(deps),
    loopAdd(deps),
    memoryAdd(deps),
    loopClose(deps),
    memorySearch(deps),
    loopSnooze(deps),
    memoryArchive(deps),
    memoryGet(deps),
    loopList(deps),
    memoryListThemes(deps),
  ]
}
