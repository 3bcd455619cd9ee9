// npm run faults: what survives kill -9, what the platforms and people can do to the bot. Prints a table for each part; exits with 1 when
// something was lost, doubled or left open. On PostgreSQL and Redis with TEST_DATABASE_URL and TEST_REDIS_URL set.
// `-- 1000 4` asks 1000 questions on Telegram and kills at every 4th. `-- 32` is the short form of .ci/run: each step is hit once.
// `-- 32 merges` runs only the parts with "merges" in their name.
import process from 'node:process'
import { readArguments } from '../support/arguments.ts'
import type { FaultPart } from './part.ts'
import { listGroups } from './parts.ts'

const fullSize = 200
const texts = readArguments('faults')
const [questions = fullSize, killEvery = 4] = texts.map(Number).filter(Number.isFinite)
const words = texts.find((text) => !Number.isFinite(Number(text))) ?? ''
const size = questions < fullSize ? 'short' : 'full'
/** What is wrong in each part. */
const results: { readonly name: string; readonly wrong: readonly string[] }[] = []

if (size === 'short')
  console.log(`Short form: ${questions} questions on Telegram, and a kill at every ${killEvery}th. \`npm run faults\` asks ${fullSize}.`)
for (const { heading, parts } of listGroups({ questions, killEvery })) {
  const chosen = parts.filter(({ name }) => name.includes(words))
  if (heading !== undefined && chosen.length > 0) console.log(`\n${heading}`)
  await Promise.all(chosen.map(report))
}
console.log(
  '\nunknown: nobody knows whether the reply arrived; it is marked and offered by /retry. refused: for good, by whoever blocked the bot.\noutOfOrder: after a cut or a kill, Slack tells each event again by a clock of its own, so there it is shown and not judged.',
)
if (results.length === 0) console.error(`No part has "${words}" in its name.`)
const failed = results.filter(({ wrong }) => wrong.length > 0)
for (const { name, wrong } of failed) console.error(`\n${name} FAILED:\n${wrong.join('\n')}`)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1

/** Runs one part and prints its table. What is wrong is printed at the end, where nobody has to look for it. */
async function report({ name, comparesTimes = false, run }: FaultPart): Promise<void> {
  const began = Date.now()
  const runOnce = () => run(size).catch((error: unknown) => ({ rows: {}, wrong: [wordsOf(error)] }))
  const first = await runOnce()
  const isRepeated = comparesTimes && first.wrong.length > 0
  if (isRepeated) console.log(`\n${name} runs once more, because it compares times:\n${first.wrong.join('\n')}`)
  const { rows, wrong } = isRepeated ? await runOnce() : first
  console.log(`\n${name}: ${wrong.length === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1_000)} s`)
  console.table(rows)
  results.push({ name, wrong })
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.message}${error.cause ? `\n${wordsOf(error.cause)}` : ''}` : String(error)
}
