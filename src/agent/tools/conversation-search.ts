import type { SearchDeps } from '../../search/deps.ts'
import { searchConversation, searchInput } from '../../search/search.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the conversation.search tool. */
export function conversationSearch(deps: SearchDeps): Tool {
  return defineTool({
    name: 'conversation_search',
    description:
      'Searches the whole conversation with this person: messages and day summaries, best first. Any word may match. A phrase in quotes must occur, unless it is part of a question and no result has it. -word or -"a phrase" excludes what contains it. Snippets only show where something is: read it with conversation_get (with from_character, if the result has one) before you quote it.',
    input: searchInput,
    progress: 'progress.search',
    run: ({ userId, threadId, audience, answering = [], replaced = [] }, input) =>
      searchConversation(deps, { userId, threadId, audience }, { ...input, excludeMessageIds: [...answering, ...replaced] }),
  })
}
