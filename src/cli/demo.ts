// npm run demo: fills an empty data folder with two weeks of conversation, so that there is something to look at.
import process from 'node:process'
import { readArguments } from './arguments.ts'
import { runDemo } from './fill-demo.ts'
import { withApp } from './with-app.ts'

readArguments('demo')
await withApp((app) => runDemo(app, { out: process.stdout, err: process.stderr }))
