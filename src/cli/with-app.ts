import process from 'node:process'
import { type App, type MakeAdapters, openApp } from '../app.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { InputError, messageOf, SetupError } from '../core/domain/errors.ts'
import { systemClock } from '../core/ports/clock.ts'
import { systemRandom } from '../core/ports/random.ts'
import { createLog, type LogConfig } from '../ops/log.ts'
import { redactText } from '../ops/redact.ts'

/** Exit codes of sysexits.h: EX_USAGE and EX_CONFIG. */
const exitUsage = 64
const exitMisconfigured = 78

/** Opens the app for a command, and sets the exit code to the command's result. Logs to standard error unless `logTo` is given. Errors are printed as plain sentences. */
export async function withApp(
  work: (app: App) => Promise<number>,
  makeAdapters: MakeAdapters = () => [],
  logTo: LogConfig['to'] = process.stderr,
): Promise<void> {
  try {
    const config = readConfig(loadEnvironment())
    // Standard output is for the command's result, so the program's own log stays quiet.
    const level = config.logLevel === 'info' ? 'warn' : config.logLevel
    const log = createLog({ level, pretty: process.stderr.isTTY === true, to: logTo })
    const onCreateDatabase = () => process.stderr.write('Creating the database…\n')
    const app = await openApp(config, { clock: systemClock, random: systemRandom, log, onCreateDatabase }, makeAdapters)
    try {
      process.exitCode = await work(app)
    } finally {
      await app.close()
    }
  } catch (error) {
    const problems = error instanceof SetupError ? error.problems : [messageOf(error)]
    process.stderr.write(`${redactText(problems.join('\n'))}\n`)
    process.exitCode = error instanceof SetupError ? exitMisconfigured : error instanceof InputError ? exitUsage : 1
  }
}
