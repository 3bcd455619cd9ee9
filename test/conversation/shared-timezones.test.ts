import { expect, test } from 'vitest'
import { getConversation } from '../../src/search/get.ts'
import { searchConversation } from '../../src/search/search.ts'
import { commandBench } from '../commands/bench.ts'
import { searchDeps } from '../search/support.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { contextOf } from './context/conversation.ts'

const place = sharedPlace('Garden')

/** Olek writes from Tokyo, where it is the next day already. Ana in Berlin reads it. She was in New York when she wrote the first time. */
async function bench() {
  const store = await testStore()
  const olek = await testPerson(store, { name: 'Olek', timezone: 'Asia/Tokyo' })
  const ana = await testPerson(store, { name: 'Ana', timezone: 'America/New_York' })
  const own = await ana.say('The tortoise eats radishes.', '2026-10-05T02:00:00Z', { place })
  const theirs = await olek.say('The tortoise eats lettuce.', '2026-10-05T16:11:00Z', { place })
  const answer = await olek.answer(theirs, 'So the tortoise likes lettuce.')
  await store.db.user.update({ where: { id: ana.userId }, data: { timezone: 'Europe/Berlin' } })
  const reader = { ...ana, timezone: 'Europe/Berlin' }
  const scope = { userId: ana.userId, threadId: ana.threadId, audience: theirs.audience }
  return { store, olek, ana: reader, own, theirs, answer, scope }
}

/** What tells where Olek lives: his timezone, and his day and time there. */
const tokyo = /Tokyo|\+09:00|2026-10-06|6 October|01:11/

test('what is quoted of another member is shown in the timezone of the reader', async () => {
  const { store, ana, olek, own, theirs } = await bench()
  const now = new Date('2026-11-18T09:00:00Z')
  const context = () => ana.say('What does the tortoise eat?', now, { place }).then((asked) => contextOf(store, { ...ana }, [asked]))

  const part7 = (await context()).background
  expect(part7).toContain(`[#${theirs.id}] Monday 5 October 2026, 18:11 user (Olek): The tortoise eats lettuce.`)
  expect(part7).not.toMatch(tokyo)

  // So much is said since that only a search finds it.
  for (let n = 0; n < 45; n++) await olek.say(`Rain ${'again '.repeat(300)}`, new Date(now.getTime() - 3_600_000 + n * 1_000), { place })
  for (let n = 0; n < 45; n++) await ana.say(`Sun ${'again '.repeat(300)}`, new Date(now.getTime() - 3_000_000 + n * 1_000), { place })
  const { background } = await context()
  const [, recall = ''] = /<recall>\n([\s\S]*?)\n<\/recall>/.exec(background) ?? []
  expect(recall).toMatch(/Monday 5 October 2026 \(2026-10-05\):\n.*18:11 user \(Olek\): The tortoise eats lettuce\./)
  expect(background).not.toMatch(tokyo)
  expect(background).toContain('Sunday 4 October 2026 (2026-10-04), in America/New_York:')
  expect(background).toContain(`[#${own.id}] 22:00 user (Ana): The tortoise eats radishes.`)
})

test('the tools and /open show another member’s message in the timezone of the reader', async () => {
  const { store, ana, own, theirs, answer, scope } = await bench()
  const deps = searchDeps(store)
  const { results } = await searchConversation(deps, scope, { query: 'tortoise' })
  const found = results.map((one) => one.kind === 'message' && [one.message_id, one.day_label, one.sent_at])
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      [own.id, '2026-10-04', '2026-10-04T22:00:00-04:00'],
      [theirs.id, '2026-10-05', '2026-10-05T18:11:00+02:00'],
      [answer.id, '2026-10-05', '2026-10-05T18:11:00+02:00'],
    ]),
  )
  expect(await getConversation(deps, scope, { message_id: theirs.id })).toMatchObject({
    messages: [
      { message_id: own.id, created_at: '2026-10-04T22:00:00-04:00' },
      { message_id: theirs.id, created_at: '2026-10-05T18:11:00+02:00' },
      { message_id: answer.id, created_at: '2026-10-05T18:11:00+02:00' },
    ],
  })
  const { give } = commandBench(store)
  expect((await give(ana, `/open ${theirs.id}`, { place })).text).toContain('**Olek**, Monday 5 October 2026, 18:11')
  expect((await give(ana, `/open ${answer.id}`, { place })).text).toContain('Monday 5 October 2026, 18:11')
  expect((await give(ana, `/open ${own.id}`, { place })).text).toContain('Sunday 4 October 2026, 22:00')
  const list = (await give(ana, '/find tortoise', { place })).text
  expect(list).toContain('5 October')
  expect(list).not.toMatch(tokyo)
})

test('a reader without a timezone sees another member’s message in that of their latest day', async () => {
  const { store, ana, theirs, scope } = await bench()
  await store.db.user.update({ where: { id: ana.userId }, data: { timezone: null } })
  const { results } = await searchConversation(searchDeps(store), scope, { query: 'lettuce' })
  expect(results).toContainEqual(
    expect.objectContaining({ message_id: theirs.id, day_label: '2026-10-05', sent_at: '2026-10-05T12:11:00-04:00' }),
  )
})
