#!/usr/bin/env node
// The program: throughline [<command>] [arguments…]. Handles stop signals from its first line, because loading the rest takes a second.
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { handleStopSignals, onStopSignal } from './cli/stop-signals.ts'

const [, , ...args] = process.argv
if (args.length === 0) args.push('start')
// The bot is stopped on purpose. Other commands are interrupted, and exit as a shell expects.
if (args[0] === 'start')
  onStopSignal(() => {
    process.stderr.write('Throughline was stopped before it had started.\n')
    process.exit(0)
  })
handleStopSignals()
// The optimizing compiler would take a quarter of the start for parts of the embedded database that hardly run again.
setFlagsFromString('--wasm-tiering-budget=10000000')
// Stack traces name the sources.
process.setSourceMapsEnabled(true)

const { runCommandLine } = await import('./cli/main.ts')
process.exitCode = await runCommandLine(args)
