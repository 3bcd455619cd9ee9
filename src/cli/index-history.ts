// npm run index: brings the search index and the chunks up to date with everything that was ever said.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runIndex } from './fill-index.ts'
import { withApp } from './with-app.ts'

readArguments('index')
await withApp((app) => runIndex(app, { out: process.stdout, err: process.stderr }))
