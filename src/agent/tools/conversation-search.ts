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
    run: async ({ userId, threadId, audience, answering = [], replaced = [] }, input) => {
      const excludeMessageIds = [...answering, ...replaced]
      const { words: _, ...output } = await searchConversation(deps, { userId, threadId, audience }, { ...input, excludeMessageIds })
      return output
    },
  })
}
