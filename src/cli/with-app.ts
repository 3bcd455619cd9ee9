import process from 'node:process'
import { type App, type Foundation, openApp } from '../app.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { InputError, messageOf, SetupError } from '../core/domain/errors.ts'
import { systemClock } from '../core/ports/clock.ts'
import type { PlatformAdapter } from '../core/ports/platform.ts'
import { systemRandom } from '../core/ports/random.ts'
import { createLog } from '../ops/log.ts'

/** What sysexits.h calls EX_USAGE and EX_CONFIG. */
const exitUsage = 64
const exitMisconfigured = 78

/**
 * Runs a command of `npm run` on the opened deps, and ends with the exit code that it gives. What goes wrong is said in
 * plain sentences.
 */
export async function withApp(
  work: (app: App) => Promise<number>,
  makeAdapters: (foundation: Foundation) => readonly PlatformAdapter[] = () => [],
): Promise<void> {
  try {
    const config = readConfig(loadEnvironment())
    // What a person is told goes to standard output; what the program says of itself stays out of it.
    const level = config.logLevel === 'info' ? 'warn' : config.logLevel
    const log = createLog({ level, pretty: process.stderr.isTTY === true, to: process.stderr })
    const app = await openApp(config, { clock: systemClock, random: systemRandom, log }, makeAdapters)
    try {
      process.exitCode = await work(app)
    } finally {
      await app.close()
    }
  } catch (error) {
    const problems = error instanceof SetupError ? error.problems : [messageOf(error)]
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = error instanceof SetupError ? exitMisconfigured : error instanceof InputError ? exitUsage : 1
  }
}
