import process from 'node:process'
import { buildCommand } from '@stricli/core'

export const demoCommand = buildCommand({
  async loader() {
    const [{ withApp }, { runDemo }] = await Promise.all([import('../with-app.ts'), import('../demo.ts')])
    return () => withApp((app) => runDemo(app, { out: process.stdout, err: process.stderr }))
  },
  parameters: {},
  docs: { brief: 'Fills an empty data folder with two weeks of conversation' },
})
