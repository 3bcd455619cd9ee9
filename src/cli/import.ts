// npm run import -- jsonl <file> --user <name>: brings in a conversation from elsewhere.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runImport } from './import-jsonl.ts'
import { withApp } from './with-app.ts'

const {
  texts: [, file = ''],
  values: { user },
} = readArguments('import')
await withApp((app) => runImport(app, { file, user }, { out: process.stdout, err: process.stderr }))
