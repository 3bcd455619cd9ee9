import process from 'node:process'
import { loadEnvironment, readConfig } from '../config.ts'
import { messageOf, SetupError } from '../core/domain/errors.ts'
import { systemClock } from '../core/ports/clock.ts'
import { systemRandom } from '../core/ports/random.ts'
import type { Bot } from '../main.ts'
import { createLog } from '../ops/log.ts'
import { redactText } from '../ops/redact.ts'
import { openStore } from '../store/open-store.ts'
import { collectGarbage } from './collect-garbage.ts'
import { onStopSignal } from './stop-signals.ts'

/** The whole process ends within ten seconds, including the grace period for running work. */
const exitWithinMs = 9_500

/** EX_CONFIG of sysexits.h. */
const exitMisconfigured = 78

/** Runs the bot until a signal stops it. */
export async function runBot(): Promise<void> {
  const started: { bot?: Pick<Bot, 'stop'> } = {}
  stopOnSignals(started)
  try {
    started.bot = await start()
  } catch (error) {
    const problems = error instanceof SetupError ? error.problems : [`Throughline could not start: ${messageOf(error)}`]
    process.stderr.write(`Throughline did not start.\n${problems.map((problem) => `  - ${redactText(problem)}`).join('\n')}\n`)
    process.exitCode = error instanceof SetupError ? exitMisconfigured : 1
  }
}

/** Starts the bot. Its database opens while the rest of the program loads, because each of them takes a second. Throws SetupError. */
async function start(): Promise<Pick<Bot, 'stop'>> {
  const config = readConfig(loadEnvironment())
  const log = createLog({ level: config.logLevel })
  const onCreate = () => process.stdout.write('Creating the database…\n')
  const loading = import('../main.ts')
  const store = await openStore(config.store, { onCreate })
  try {
    const { startBot, welcome } = await loading
    const bot = await startBot(config, { clock: systemClock, random: systemRandom, log, store })
    process.stdout.write(`${welcome(bot)}\n`)
    await collectGarbage().catch((error: unknown) => log.debug({ error: messageOf(error) }, 'the memory of the start was not freed'))
    return { stop: () => bot.stop().finally(() => store.close()) }
  } catch (error) {
    await store.close().catch((closeError: unknown) => log.warn({ error: messageOf(closeError) }, 'closing the database failed'))
    throw error
  }
}

/** Stops the bot at a signal. Before it has started, the process just ends, which the next start copes with. */
function stopOnSignals(started: { readonly bot?: Pick<Bot, 'stop'> }): void {
  let stopping = false
  onStopSignal(() => {
    const { bot } = started
    if (!bot) {
      process.stderr.write('Throughline was stopped before it had started.\n')
      process.exit(0)
    }
    // A second signal does not wait for running work.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), exitWithinMs).unref()
    bot.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Throughline did not shut down cleanly: ${redactText(messageOf(error))}\n`)
        process.exit(1)
      },
    )
  })
}
