import type { SearchDeps } from '../../search/deps.ts'
import { getConversation } from '../../search/get.ts'
import { getInput } from '../../search/get-input.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the conversation.get tool. */
export function conversationGet(deps: SearchDeps): Tool {
  return defineTool({
    name: 'conversation_get',
    description:
      'Reads the conversation: a message and those around it (message_id), the summary of a day (day_segment_id), or messages of a day or next to another message. Ids come from conversation_search, from citations such as [#123], and from earlier calls.',
    input: getInput,
    progress: 'progress.read',
    run: ({ userId, threadId, audience }, input) => getConversation(deps, { userId, threadId, audience }, input),
  })
}
