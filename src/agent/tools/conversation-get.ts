import type { SearchDeps } from '../../search/deps.ts'
import { getConversation } from '../../search/get.ts'
import { getInput } from '../../search/get-input.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Creates the conversation.get tool. */
export function conversationGet(deps: SearchDeps): Tool {
  return defineTool({
    name: 'conversation_get',
    description: 'Reads messages or a day in full.',
    input: getInput,
    shown: ['message_id', 'from_character', 'day', 'messages', 'before_message_id'],
    progress: 'progress.read',
    run: ({ userId, threadId, audience }, input) => getConversation(deps, { userId, threadId, audience }, input),
  })
}
