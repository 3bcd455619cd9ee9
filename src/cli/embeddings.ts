// npm run embeddings [-- rebuild | retry]: says how far the embeddings are, and makes them again.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runEmbeddings } from './rebuild-embeddings.ts'
import { withApp } from './with-app.ts'

const { texts } = readArguments('embeddings')
await withApp((app) => runEmbeddings(app, texts[0], { in: process.stdin, out: process.stdout, err: process.stderr }))
