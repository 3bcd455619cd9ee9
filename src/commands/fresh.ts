import { startTopic } from '../threads/thread.ts'
import type { Command } from './shared/command.ts'

export const fresh: Command = {
  declaration: { name: 'fresh', help: 'Start a new topic; nothing is deleted', arguments: [] },
  async run({ store }, { scope, messageId }) {
    await startTopic(store.db, { threadId: scope.threadId, messageId })
    return {
      text: 'A new topic starts here. Earlier messages are kept, and I look them up where they matter, but they do not carry over into what you write now.',
    }
  },
}
