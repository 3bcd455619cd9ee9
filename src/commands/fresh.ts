import { startTopic } from '../threads/thread.ts'
import type { Command } from './shared/command.ts'

export const fresh: Command = {
  declaration: { name: 'fresh', help: 'fresh.help', arguments: [] },
  async run({ store }, { scope, messageId, translate }) {
    await startTopic(store.db, { threadId: scope.threadId, messageId })
    return { text: translate('fresh.done') }
  },
}
