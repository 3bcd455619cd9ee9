import type { SearchDeps } from '../../search/deps.ts'
import { searchConversation, searchInput } from '../../search/search.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the conversation.search tool. */
export function conversationSearch(deps: SearchDeps): Tool {
  return defineTool({
    name: 'conversation_search',
    description: 'Searches messages and day summaries.',
    input: searchInput,
    shown: ['query', 'since', 'until', 'cursor'],
    progress: 'progress.search',
    run: ({ userId, threadId, audience, answering = [], replaced = [] }, input) =>
      searchConversation(deps, { userId, threadId, audience }, { ...input, excludeMessageIds: [...answering, ...replaced] }),
  })
}
