// npm run faults: what survives kill -9. Prints a table; exits with 1 when something was lost, doubled or left open.
import { killAtEveryStep, steps } from './kill.ts'

const [questions = 200, killEvery = 4] = process.argv.slice(2).map(Number)
const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env
const shared = databaseUrl && redisUrl ? { databaseUrl, redisUrl } : undefined

console.log(`${questions} questions on Telegram, private and in a group; kill -9 at every ${killEvery}th, at these steps in turn:`)
for (const step of steps) console.log(`  - ${step}`)
const began = Date.now()
const counts = await killAtEveryStep({ questions, killEvery, ...(shared && { shared }) })
console.table({ [shared ? 'PostgreSQL and BullMQ' : 'PGlite and embedded jobs']: counts })
console.log(
  `in ${Math.round((Date.now() - began) / 1000)} s. unknown: nobody knows whether the reply arrived; it is marked and offered by /retry.`,
)

// A kill leaves at most the turn unknown that it hit, with the few questions answered together in it.
const { lost, storedTwice, unanswered, doubled, outOfOrder, unknown, kills } = counts
const wrong = { lost, storedTwice, unanswered, doubled, outOfOrder, 'unknown beyond one a kill': Math.max(0, unknown - kills) }
const failed = Object.entries(wrong).filter(([, number]) => number > 0)
for (const [what, number] of failed) console.error(`${what}: ${number}, expected 0`)
console.log(failed.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = failed.length === 0 ? 0 : 1
