// Many people at once: how many messages are answered a second, what each costs, and how much of that any bot on these tables needs.

import { indexHistories } from './history.ts'
import { perSecond, type Row } from './measure.ts'
import { ResourceMeter, type Usage } from './resources.ts'
import { openWorld, type Person, tidied, type World } from './world.ts'

const peopleCount = 40
const messagesEach = 200
const atOnce = 16
const answers = 800
/** Before all is compiled, planned and in memory, it is slower. */
const warmUp = 160
/** The last change number that was written by hand, beyond those of the bot. */
let changes = 1_000_000

// What is measured, as it is printed.
const targets: Readonly<Record<keyof Usage, string>> = {
  perSecond: 'at least 40 a second embedded, 120 PostgreSQL',
  nodeMs: '',
  databaseMs: '',
  redisMs: '',
  allMs: 'at most 30 ms embedded, 12 ms PostgreSQL',
  statements: 'at most 25 embedded, 20 PostgreSQL',
  walKilobytes: 'at most 8',
}
const names: Readonly<Record<keyof Usage, string>> = {
  perSecond: 'messages answered a second',
  nodeMs: 'processor time of Node.js a message, ms',
  databaseMs: 'processor time of PostgreSQL a message, ms',
  redisMs: 'processor time of Redis a message, ms',
  allMs: 'processor time a message, ms',
  statements: 'SQL statements a message',
  walKilobytes: 'write-ahead log a message, KB',
}

const world = await openWorld('bench_load')
try {
  console.log(`\nMany people at once, on ${world.engine}:`)
  const people: Person[] = []
  for (let number = 0; number < peopleCount; number++) people.push(await world.person(messagesEach))
  await indexHistories(
    world.app,
    people.map(({ threadId }) => threadId),
  )
  await tidied(world.app.store)
  await world.app.jobs.start(world.app.handlers)
  const meter = await ResourceMeter.open(world.app.store)
  await answerMany(world, people, warmUp)
  const answered = await meter.measure(answers, () => answerMany(world, people, answers))
  await writeByHand(world, people, warmUp)
  const floor = await meter.measure(answers, () => writeByHand(world, people, answers))
  await meter.close()
  console.table(compare(answered, floor))
} finally {
  await world.close()
}

/** Each person waits for the answer before they write again. */
async function answerMany({ app, sent }: World, people: readonly Person[], count: number): Promise<number> {
  const free = [...people]
  return perSecond(count, atOnce, async (run) => {
    const person = free.shift()
    if (!person) throw new Error('Everybody is waiting for an answer.')
    const arrived = sent(person)
    await app.inbox(person.event(`What did we say about the garden, ${run}?`))
    await arrived
    free.push(person)
  })
}

/**
 * The statements that any such bot needs for a message: it stores the message, reads the latest, stores the reply, stores what is to be sent,
 * and marks it as sent.
 */
async function writeByHand({ app }: World, people: readonly Person[], count: number): Promise<number> {
  const { db } = app.store
  const places = await db.$queryRaw<{ thread: number; segment: number; place: number }[]>`
    SELECT m.thread_id AS thread, max(m.segment_id) AS segment, max(m.place_id) AS place FROM messages m
    WHERE m.thread_id = ANY(${people.map(({ threadId }) => threadId)}::int[]) GROUP BY m.thread_id`
  return perSecond(count, atOnce, async (run) => {
    const { thread, segment, place } = places[run % places.length] ?? places[0] ?? { thread: 0, segment: 0, place: 0 }
    const insert = async (role: string, text: string) => {
      const [row] = await db.$queryRaw<{ id: number }[]>`
        INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
        VALUES (${thread}, ${segment}, ${place}, 'private', ${role}, 'chat', ${text}, now(), ${++changes})
        RETURNING id`
      return row?.id ?? 0
    }
    await insert('user', `What did we say about the garden, ${run}?`)
    await db.$queryRaw`SELECT id, role, text, sent_at FROM messages WHERE thread_id = ${thread} ORDER BY change_seq DESC LIMIT 30`
    const reply = await insert('assistant', 'An answer at once.')
    const [part] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO deliveries (message_id, part, text, state, updated_at) VALUES (${reply}, 0, 'An answer at once.', 'sending', now()) RETURNING id`
    await db.$executeRaw`UPDATE deliveries SET state = 'sent', platform_message_id = 'sent', updated_at = now() WHERE id = ${part?.id ?? 0}`
  })
}

function compare(answered: Usage, floor: Usage): Record<string, Omit<Row, 'what'>> {
  const format = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 100 ? 1 : 0))
  return Object.fromEntries(
    (Object.keys(names) as (keyof Usage)[]).map((key) => {
      const [measured, least] = [answered[key], floor[key]]
      const ratio = measured && least ? `${(key === 'perSecond' ? least / measured : measured / least).toFixed(1)} x` : ''
      return [names[key], { measured: format(measured), baseline: `five statements: ${format(least)}`, ratio, target: targets[key] }]
    }),
  )
}
