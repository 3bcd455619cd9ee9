// One conversation, and what the program takes by itself.
import process from 'node:process'
import { buildContext } from '../../src/conversation/context/build.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { findUserById } from '../../src/people/users.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { findPlaceById } from '../../src/threads/places.ts'
import { indexHistories } from './history.ts'
import { idleAgainMs, percentile, perSecond, type Row, rateRow, timeRow, times } from './measure.ts'
import { idleRows, row } from './process.ts'
import { openWorld, type Person, tidied, type World } from './world.ts'

const [largest = 100_000] = process.argv.slice(2).map(Number)
const sizes = [10_000, largest]
/** Before all is compiled, planned and in memory, it is slower. */
const warmUp = 30
const rows: Row[] = []

const world = await openWorld()
const { db } = world.app.store
console.log(`One conversation, on ${world.engine}:`)

const byHand = await times(100, (run) => appendByHand(run))
const growing = { 'accepted to first part sent': [] as number[], 'a context': [] as number[] }
const people: Person[] = []
for (const size of sizes) people.push(await world.person(size))
await indexHistories(
  world.app,
  people.map(({ threadId }) => threadId),
)
await tidied(world.app.store)
await world.app.jobs.start(world.app.handlers)
for (const [index, person] of people.entries()) {
  const size = sizes[index]
  const answer = (run: number) => answerOne(world, person, `What about the garden, ${run}?`)
  await times(warmUp, answer)
  const answered = await times(60, answer, idleAgainMs)
  rows.push(
    timeRow(`accepted to first part sent by an idle bot, thread of ${size}`, 'p95 100 ms embedded, 50 ms PostgreSQL', {
      measured: answered,
      baseline: byHand,
      of: 'the same rows by hand',
    }),
  )
  await times(warmUp, () => buildOne(person))
  const built = await times(60, () => buildOne(person))
  growing['accepted to first part sent'].push(percentile(answered, 0.95))
  growing['a context'].push(percentile(built, 0.95))
  rows.push(
    timeRow(`building a context, thread of ${size}`, 'p95 50 ms', { measured: built, baseline: byHand, of: 'the same rows by hand' }),
  )
}
for (const [what, [short = 1, long = 0]] of Object.entries(growing))
  rows.push(row(`growth of ${what} from ${sizes[0]} to ${sizes[1]}`, `${(long / short).toFixed(2)} x`, 'at most 1.3 x'))
await acceptRow()
await importRow()
await world.close()
rows.push(...(await idleRows()))
console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))

async function answerOne({ app, sent }: World, person: Person, text: string): Promise<void> {
  const arrived = sent()
  await app.inbox(person.event(text))
  await arrived
}

/** What answering one message writes at the least, as plain statements. */
async function appendByHand(run: number): Promise<void> {
  await db.$executeRaw`CREATE TABLE IF NOT EXISTS by_hand (id SERIAL PRIMARY KEY, thread INTEGER, seq INTEGER, text TEXT, state TEXT)`
  const [message] = await db.$queryRaw<
    { id: number }[]
  >`INSERT INTO by_hand (thread, seq, text) VALUES (1, ${run}, 'a question') RETURNING id`
  const [reply] = await db.$queryRaw<
    { id: number }[]
  >`INSERT INTO by_hand (thread, seq, text, state) VALUES (1, ${run}, 'an answer', 'pending') RETURNING id`
  await db.$executeRaw`UPDATE by_hand SET state = 'sent' WHERE id = ${reply?.id ?? 0}`
  await db.$queryRaw`SELECT * FROM by_hand WHERE id = ${message?.id ?? 0}`
}

async function buildOne(person: Person): Promise<void> {
  const [message] = await db.message.findMany({ where: { threadId: person.threadId, role: 'user' }, orderBy: { id: 'desc' }, take: 1 })
  const user = await findUserById(db, person.userId)
  const place = message && (await findPlaceById(db, message.placeId as never))
  if (!message || !user || !place) throw new Error('There is nothing to build a context from.')
  await buildContext(world.app.conversation, {
    user,
    place,
    scope: { userId: user.id, threadId: person.threadId, audience: 'private' },
    timezone: 'Europe/Paris',
    messagesToAnswer: [message as unknown as Message],
    platform: 'Telegram',
    limit: 12_000,
    tools: [],
    themes: [],
    openLoops: undefined,
  })
}

/** Where nothing is answered meanwhile: storing them, finding their day and queueing their turns. */
async function acceptRow(): Promise<void> {
  const world = await openWorld('bench_accept')
  const { db } = world.app.store
  await db.$executeRaw`CREATE TABLE IF NOT EXISTS bare (id SERIAL PRIMARY KEY, text TEXT)`
  const people = await Promise.all(Array.from({ length: 8 }, () => world.person(10)))
  const accept = (run: number) => {
    const person = people[run % people.length]
    return person ? world.app.inbox(person.event(`message ${run}`)) : Promise.resolve()
  }
  await perSecond(400, 8, accept)
  const accepted = await perSecond(1_000, 8, accept)
  const committed = await perSecond(2_000, 8, () => db.$executeRaw`INSERT INTO bare (text) VALUES ('a row')`)
  rows.push(
    rateRow('messages accepted, 8 at a time', '1000 a second PostgreSQL', {
      measured: accepted,
      baseline: committed,
      of: 'bare single-row commits',
    }),
  )
  await world.close()
}

async function importRow(): Promise<void> {
  const person = await world.person(0)
  const messages = Array.from({ length: 10_000 }, (_, index) => ({
    sentAt: new Date(Date.parse('2025-01-01T08:00:00Z') + index * 600_000),
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: `An imported message with some words in it, number ${index}.`,
    externalId: `import-${index}`,
  }))
  const batches = Array.from({ length: 20 }, (_, index) => messages.slice(index * 500, (index + 1) * 500))
  const imported = await perSecond(batches.length, 1, (run) =>
    importMessages(world.app, { userId: person.userId, timezone: 'Europe/Paris', messages: batches[run] ?? [] }),
  )
  await db.$executeRaw`CREATE TABLE IF NOT EXISTS bulk (id SERIAL PRIMARY KEY, sent_at TIMESTAMPTZ, role TEXT, text TEXT, external TEXT UNIQUE)`
  const bulk = await perSecond(
    batches.length,
    1,
    (run) => db.$executeRaw`
      INSERT INTO bulk (sent_at, role, text, external)
      SELECT g."sentAt", g.role, g.text, g."externalId"
      FROM jsonb_to_recordset(${JSON.stringify(batches[run])}::jsonb) AS g("sentAt" timestamptz, role text, text text, "externalId" text)`,
  )
  rows.push(
    rateRow('import', '2000 a second embedded', { measured: imported * 500, baseline: bulk * 500, of: 'bulk insert of the same rows' }),
  )
}
