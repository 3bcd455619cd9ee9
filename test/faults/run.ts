// npm run faults: what survives kill -9, and what the platforms can do to it. Prints tables; exits with 1 when something was
// lost, doubled or left open. On PostgreSQL and Redis with TEST_DATABASE_URL and TEST_REDIS_URL set.
// `-- 1000 4` asks 1000 questions on Telegram and kills at every 4th. `-- 32` is the short form of .ci/run: each step is hit once.
import process from 'node:process'
import { readArguments } from '../../src/cli/arguments.ts'
import { discordStage } from '../support/stages/discord.ts'
import { slackStage } from '../support/stages/slack.ts'
import { telegramStage } from '../support/stages/telegram.ts'
import { interruptFirstStarts } from './interrupted-starts.ts'
import { type KillCounts, killAtEveryStep, steps } from './kill.ts'
import { type Expected, toldAgain } from './platform-faults.ts'
import { type FaultCounts, faultsOn } from './platforms.ts'
import type { Counts } from './questions.ts'

const fullSize = 200
const [questions = fullSize, killEvery = 4] = readArguments('faults').texts.map(Number)
const platforms = [
  { name: 'Telegram', stage: 'telegram', open: telegramStage, kill: { questions, killEvery, redisNumber: 1 } },
  { name: 'Discord', stage: 'discord', open: discordStage, kill: { questions: 40, killEvery: 5, redisNumber: 2 } },
  { name: 'Slack', stage: 'slack', open: slackStage, kill: { questions: 40, killEvery: 5, redisNumber: 3 } },
] as const
type Platform = (typeof platforms)[number]
/** Whether each passed. */
const passed: boolean[] = []

if (questions < fullSize)
  console.log(`Short form: ${questions} questions on Telegram, and a kill at every ${killEvery}th. \`npm run faults\` asks ${fullSize}.`)
console.log('kill -9 at these steps in turn, questions asked alone and in a room:')
for (const step of steps) console.log(`  - ${step}`)
await reported('first starts that are interrupted', firstStarts)
await Promise.all(platforms.map((platform) => reported(`kill -9 on ${platform.name}`, () => kill(platform))))
console.log('\nWhat the platforms can do; a row is 10 to 20 questions, alone and in a room.')
await Promise.all(platforms.map((platform) => reported(`faults of ${platform.name}`, () => faults(platform))))
console.log(
  '\nunknown: nobody knows whether the reply arrived; it is marked and offered by /retry. refused: for good, by whoever blocked the bot.\noutOfOrder: after a cut or a kill, Slack tells each event again by a clock of its own, so there it is shown and not judged.',
)

const failed = passed.filter((one) => !one).length
console.log(`${passed.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs one part, and prints its table with what is wrong in it. */
async function reported(what: string, run: () => Promise<{ readonly rows: object; readonly wrong: readonly string[] }>): Promise<void> {
  const began = Date.now()
  const { rows, wrong } = await run().catch((error: unknown) => ({ rows: {}, wrong: [wordsOf(error)] }))
  console.log(`\n${what}: ${wrong.length === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1_000)} s`)
  console.table(rows)
  for (const words of wrong) console.error(words)
  passed.push(wrong.length === 0)
}

async function firstStarts() {
  const { counts, wrong } = await interruptFirstStarts(questions < fullSize ? 10 : 100)
  return { rows: { 'first starts': counts }, wrong }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? `\n${wordsOf(error.cause)}` : ''}` : String(error)

async function kill({ name, stage, open, kill: options }: Platform) {
  const counts: KillCounts = await killAtEveryStep(open, options)
  // A kill leaves at most the turn unknown that it hit, with the few questions answered together in it; none where repeats are known.
  const unknown = name === 'Discord' ? 0 : counts.kills
  return { rows: { [name]: counts }, wrong: wrongIn(name, counts, { unknown, ...toldAgain(stage) }) }
}

async function faults({ open, kill: { redisNumber } }: Platform) {
  const { faults: counted, stayedUp, output } = await faultsOn(open, redisNumber)
  const rows = Object.fromEntries(counted.map(({ fault, expected: _, gaveUp: __, ...counts }) => [fault, counts]))
  const wrong = counted.flatMap(({ fault, expected, gaveUp, ...counts }: FaultCounts) => [
    ...(gaveUp === undefined ? [] : [`${fault}: ${gaveUp}`]),
    ...wrongIn(fault, counts, expected),
  ])
  if (!stayedUp) wrong.push('The process ended by itself.')
  return { rows, wrong: wrong.length === 0 ? wrong : [...wrong, `The bot's last words:\n${output}`] }
}

function wrongIn(what: string, counts: Counts, { unknown = 0, refused = 0, anyOrder = false }: Expected): string[] {
  const { lost, storedTwice, unanswered, doubled, outOfOrder } = counts
  const excess = {
    lost,
    storedTwice,
    unanswered,
    doubled,
    outOfOrder: anyOrder ? 0 : outOfOrder,
    [`unknown beyond ${unknown}`]: Math.max(0, counts.unknown - unknown),
    [`refused other than ${refused}`]: Math.abs(counts.refused - refused),
  }
  return Object.entries(excess).flatMap(([name, number]) => (number === 0 ? [] : [`${what}: ${name}: ${number}, expected 0`]))
}
