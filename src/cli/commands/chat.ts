import { buildCommand } from '@stricli/core'

export const chatCommand = buildCommand({
  loader: async () => (await import('../chat.ts')).runChat,
  parameters: {},
  docs: { brief: 'Starts a chat on this terminal, in your conversation. /quit or Ctrl+D ends it' },
})
