import process from 'node:process'
import { buildCommand } from '@stricli/core'

export const indexCommand = buildCommand({
  async loader() {
    const [{ withApp }, { runIndex }] = await Promise.all([import('../with-app.ts'), import('../index-history.ts')])
    return () => withApp((app) => runIndex(app, { out: process.stdout, err: process.stderr }))
  },
  parameters: {},
  docs: { brief: 'Brings the search index up to date with all messages. Idempotent' },
})
