import process from 'node:process'
import { buildCommand } from '@stricli/core'

export const cleanupCommand = buildCommand({
  async loader() {
    const [{ withApp }, { runCleanup }] = await Promise.all([import('../with-app.ts'), import('../cleanup.ts')])
    return () => withApp((app) => runCleanup(app, { out: process.stdout, err: process.stderr }))
  },
  parameters: {},
  docs: {
    brief: 'Removes all traces of deleted data from the database',
    fullDescription: 'Removes all traces of deleted data from the database: rewrites its files and drops its old log.\nStop the bot first.',
  },
})
