// npm run import -- jsonl <file> --user <name>: brings in a conversation from elsewhere.
import process from 'node:process'
import { runImport } from './import-jsonl.ts'
import { withApp } from './with-app.ts'

await withApp((app, args) => runImport(app, args, { out: process.stdout, err: process.stderr }))
