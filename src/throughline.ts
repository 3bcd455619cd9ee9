#!/usr/bin/env node
// The program: throughline [<command>] [arguments…]. Handles stop signals from its first line, because loading the rest takes a second.
import process from 'node:process'
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
// Stack traces name the sources.
process.setSourceMapsEnabled(true)

const { runCommandLine } = await import('./cli/main.ts')
process.exitCode = await runCommandLine(args)
