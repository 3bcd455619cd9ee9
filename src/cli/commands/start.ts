import { buildCommand } from '@stricli/core'

export const startCommand = buildCommand({
  loader: async () => (await import('../run-bot.ts')).runBot,
  parameters: {},
  docs: {
    brief: 'Starts the bot and its page',
    fullDescription:
      'Starts the bot and its page.\nSettings are variables of the environment, or of a file .env in the current folder: see .env.example.',
  },
})
