// Everybody at once: 1,000 people who each write 20 messages in a row, and two processes that answer them.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile, perSecond } from './measure.ts'
import { openWorld, type Person, tidied, type World } from './world.ts'

const peopleCount = 1_000
const burst = 20
const atOnce = 64
const pastMessages = 10
/** How often it is looked whether all are answered, in ms, and when that is given up. */
const lookEveryMs = 500
const patienceMs = 20 * 60_000

/** What came of a crowd. */
interface CrowdRow {
  readonly 'the model thinks': string
  readonly accepted: string
  readonly 'last message to answer': string
  readonly ratio: string
  readonly target: string
  readonly 'not answered': number
  readonly 'not sent once': number
}

let thinkingMs = 0
const { TEST_DATABASE_URL: server } = process.env
if (server) await measureCrowds()
else console.log('\nA crowd is measured on PostgreSQL and Redis only: node scripts/servers.mjs npm run bench -- crowd')

async function measureCrowds(): Promise<void> {
  const world = await openWorld('bench_crowd', { thinkingMs: () => thinkingMs, workers: 2 })
  try {
    console.log(`\n${peopleCount} people who each write ${burst} messages at once, on ${world.engine}:`)
    const people: Person[] = []
    for (let number = 0; number < peopleCount; number++) people.push(await world.person(pastMessages))
    await tidied(world.app.store)
    for (const app of [world.app, ...world.others]) await app.jobs.start(app.handlers)
    const rows: CrowdRow[] = []
    for (const ms of [0, 5_000]) {
      thinkingMs = ms
      rows.push(await measureCrowd(world, people))
    }
    console.table(rows)
  } finally {
    await world.close()
  }
}

async function measureCrowd(world: World, people: readonly Person[]): Promise<CrowdRow> {
  const { db } = world.app.store
  const [{ last } = { last: 0 }] = await db.$queryRaw<{ last: number }[]>`SELECT coalesce(max(id), 0) AS last FROM messages`
  const saidAt = new Map<Person, number>()
  const accepted = await perSecond(people.length, atOnce, async (run) => {
    const person = people[run] as Person
    for (let said = 0; said < burst; said++) await world.app.inbox(person.event(`What did we say about the garden, ${said}?`))
    saidAt.set(person, performance.now())
  })
  const givenUpAt = performance.now() + patienceMs
  let open = 1
  while (open > 0 && performance.now() < givenUpAt) {
    await wait(lookEveryMs)
    const [row] = await db.$queryRaw<{ open: number }[]>`
      SELECT (SELECT count(*)::int FROM messages WHERE pending) + (SELECT count(*)::int FROM turns WHERE state = 'running')
        + (SELECT count(*)::int FROM deliveries WHERE state IN ('pending', 'sending')) AS open`
    open = row?.open ?? 0
  }
  const [lost] = await db.$queryRaw<{ unanswered: number; unsent: number }[]>`
    SELECT ${people.length * burst} - (
        SELECT count(*)::int FROM messages m JOIN turns t ON t.id = m.turn_id AND t.state = 'done'
        WHERE m.id > ${last} AND m.role = 'user' AND NOT m.pending) AS unanswered,
      (SELECT count(*)::int FROM messages m WHERE m.id > ${last} AND m.role = 'assistant'
        AND (SELECT count(*) FROM deliveries d WHERE d.message_id = m.id AND d.state = 'sent') <> 1) AS unsent`
  const taken = people
    .map((person) => Math.max(0, (world.lastSent(person) ?? Number.POSITIVE_INFINITY) - (saidAt.get(person) ?? 0)))
    .sort((a, b) => a - b)
  const [p50, p95] = [percentile(taken, 0.5), percentile(taken, 0.95)]
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return {
    'the model thinks': seconds(thinkingMs),
    accepted: `${Math.round(accepted * burst)} messages a second`,
    'last message to answer': `p50 ${seconds(p50)}, p95 ${seconds(p95)}`,
    ratio: `${(p95 / p50).toFixed(1)} x`,
    target: 'at most 4 x',
    'not answered': lost?.unanswered ?? Number.NaN,
    'not sent once': lost?.unsent ?? Number.NaN,
  }
}
