// npm run cleanup: takes what was forgotten out of the files of the database.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runCleanup } from './clean-database.ts'
import { withApp } from './with-app.ts'

readArguments('cleanup')
await withApp((app) => runCleanup(app, { out: process.stdout, err: process.stderr }))
