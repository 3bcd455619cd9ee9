import { startTopic } from '../threads/thread.ts'
import type { Command } from './command.ts'

export const fresh: Command = {
  declaration: { name: 'fresh', help: 'Begin a new topic; nothing is deleted', arguments: [] },
  async run({ store }, { scope, messageId }) {
    await startTopic(store.db, { threadId: scope.threadId, messageId })
    return {
      text: 'A new topic begins here: what was said before is kept, and looked up where it matters, but does not lead on into what you write now.',
    }
  },
}
