// npm run import -- jsonl <file> --user <name>: brings in a conversation from elsewhere. npm run import -- export <file>: reads an export in again.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runImportExport } from './import-export.ts'
import { runImport } from './import-jsonl.ts'
import { withApp } from './with-app.ts'

const {
  texts: [format, file = ''],
  values: { user },
} = readArguments('import')
const terminal = { out: process.stdout, err: process.stderr }
await withApp((app) => (format === 'export' ? runImportExport(app.privacy, file, terminal) : runImport(app, { file, user }, terminal)))
