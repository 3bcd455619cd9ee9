import { expect, test } from 'vitest'
import type { DayLabel, MessageId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { getConversation } from '../../src/search/get.ts'
import { listTextLanguages } from '../../src/search/query/terms.ts'
import { findSegmentsInRanges } from '../../src/search/retrieve/bounds.ts'
import { type SearchInput, searchConversation } from '../../src/search/search.ts'
import { deleteMessage } from '../../src/threads/messages/edit-message.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'

import { testStore } from '../support/store.ts'
import { privately, searchDeps, summarize, texts } from './support.ts'

const garden = sharedPlace('garden')

/** Ana and Ben in a garden that they share. */
async function bench() {
  const store = await testStore()
  const deps = searchDeps(store)
  const [ana, ben] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'ben' })]
  const { audience } = await ana.say('Hello, all.', '2026-11-01T08:00:00Z', { place: garden })
  const there = (person: TestPerson): Scope => ({ ...privately(person), audience })
  const find = async (scope: Scope, input: SearchInput | string) =>
    texts(await searchConversation(deps, scope, typeof input === 'string' ? { query: input } : input))
  return { store, deps, ana, ben, there, find }
}

test('in a shared place, everybody finds what any member said there, and what the bot answered', async () => {
  const { deps, ana, ben, there, find } = await bench()
  const asked = await ana.say('Who feeds the tortoise?', '2026-11-10T08:00:00Z', { place: garden })
  await ana.answer(asked, 'Cleo feeds the tortoise.')
  const own = await ben.say('The tortoise sleeps.', '2026-11-11T08:00:00Z', { place: garden })
  const { results } = await searchConversation(deps, there(ben), { query: 'tortoise' })
  expect(
    results.map((result) => result.kind === 'message' && [result.message_id === own.id, result.author, result.of_another_member]),
  ).toEqual(
    expect.arrayContaining([
      [true, 'ben', undefined],
      [false, '', true],
      [false, 'ana', true],
    ]),
  )
  expect(results).toHaveLength(3)
  expect(await find(privately(ben), 'tortoise')).toEqual(['The tortoise sleeps.'])
  expect((await find(privately(ana), 'tortoise')).sort()).toEqual(['Cleo feeds the tortoise.', 'Who feeds the tortoise?'])
})

test('nothing but what was said there is found there', async () => {
  const { store, ana, ben, there, find } = await bench()
  for (const person of [ana, ben]) {
    const alone = await person.say('tortoise alone', '2026-11-10T08:00:00Z')
    await summarize(store, alone, '## Summary\nThe tortoise in a summary.')
    await person.say('tortoise in the cellar', '2026-11-10T08:10:00Z', { place: sharedPlace('cellar') })
    const said = await person.say('What was it?', '2026-11-10T08:20:00Z', { place: garden })
    await person.answer(said, '{"snippet":"tortoise from a tool"}', { role: 'tool' })
    const command = await person.say('/find tortoise', '2026-11-10T08:30:00Z', { place: garden })
    await store.db.message.update({ where: { id: command.id }, data: { kind: 'command' } })
  }
  expect(await find(there(ben), 'tortoise')).toEqual([])
})

test('a neighbor of any member counts, across an hour at most', async () => {
  const { ana, ben, there, find } = await bench()
  await ana.say('When does the tortoise hatch?', '2026-11-10T08:00:00Z', { place: garden })
  await ben.say('In March, I guess.', '2026-11-10T08:05:00Z', { place: garden })
  await ben.say('I am away.', '2026-11-10T10:05:00Z', { place: garden })
  expect((await find(there(ana), 'tortoise hatch')).sort()).toEqual(['In March, I guess.', 'When does the tortoise hatch?'])
})

test('a day is that of all members', async () => {
  const { deps, ana, ben, there, find } = await bench()
  const said: Message[] = []
  for (const [person, text, time] of [
    [ana, 'Shall we paint?', '08:00'],
    [ben, 'Blue, please.', '08:05'],
    [ana, 'Fine.', '08:10'],
  ] as const)
    said.push(await person.say(text, `2026-11-10T${time}:00Z`, { place: garden }))
  await ben.say('Not here.', '2026-11-10T08:06:00Z')
  await ben.say('Green on another day.', '2026-11-11T08:00:00Z', { place: garden })
  const inOrder = ['Shall we paint?', 'Blue, please.', 'Fine.']
  expect((await find(there(ben), { day: '2026-11-10' })).sort()).toEqual(inOrder.toSorted())
  expect((await find(there(ana), 'what happened on 10 November 2026?')).sort()).toEqual(inOrder.toSorted())
  expect(await find(there(ana), { query: 'blue', day: '2026-11-10' })).toContain('Blue, please.')
  expect(await find(there(ana), { query: 'blue', day: '2026-11-11' })).toEqual(['Green on another day.'])

  const contents = async (scope: Scope, input: Parameters<typeof getConversation>[2]) => {
    const got = await getConversation(deps, scope, input)
    return 'messages' in got ? got.messages.map(({ content }) => content) : []
  }
  const [first, second, third] = said as [Message, Message, Message]
  const range = { from_message_id: first.id, to_message_id: third.id }
  // Whoever's day is named, and whoever asks.
  for (const scope of [there(ana), there(ben)])
    for (const day_segment_id of [first.segmentId, second.segmentId])
      expect(await contents(scope, { day_segment_id, ...range })).toEqual(inOrder)
  expect(await contents(there(ana), { message_id: second.id, limit: 3 })).toEqual(inOrder)
  expect(await contents(there(ana), { after_message_id: first.id, limit: 1 })).toEqual(['Blue, please.'])
  expect(await contents(there(ben), { before_message_id: second.id, limit: 1 })).toEqual(['Shall we paint?'])
})

test('a page stays the same whatever members say before the next one', async () => {
  const { deps, ana, ben, there } = await bench()
  for (let n = 0; n < 5; n++) await (n % 2 ? ana : ben).say(`The tortoise ate leaf ${n}.`, `2026-11-1${n}T08:00:00Z`, { place: garden })
  const scope = there(ana)
  const all = texts(await searchConversation(deps, scope, { query: 'tortoise', limit: 5 }))
  const first = await searchConversation(deps, scope, { query: 'tortoise', limit: 2 })
  await ben.say('The tortoise again.', '2026-11-17T08:00:00Z', { place: garden })
  await ana.say('And the tortoise again.', '2026-11-17T08:01:00Z', { place: garden })
  const second = await searchConversation(deps, scope, { query: 'tortoise', limit: 5, cursor: first.next_cursor ?? '' })
  expect([...texts(first), ...texts(second)]).toEqual(all)
  const cursor = first.next_cursor ?? ''
  await expect(searchConversation(deps, there(ben), { query: 'tortoise', limit: 2, cursor })).rejects.toThrow('another search')
})

test('what is being deleted, and what is deleted, is found by nobody', async () => {
  const { store, deps, ana, ben, there, find } = await bench()
  const said = await ana.say('The tortoise is ill.', '2026-11-10T08:00:00Z', { place: garden, id: 'ill' })
  const other = await ana.say('The hedgehog is well.', '2026-11-10T08:01:00Z', { place: garden })
  expect(await find(there(ben), 'tortoise')).toContain('The tortoise is ill.')
  const missing = await refusal(deps, there(ben), 999_999)
  await deleteMessage(deps, garden, 'ill' as PlatformMessageId)
  expect(await find(there(ben), 'tortoise')).toEqual([])
  expect(await refusal(deps, there(ben), said.id)).toBe(missing)

  const { placeId } = said
  const now = new Date('2026-11-18T09:00:00Z')
  await store.db.forgetRequest.create({
    data: { userId: ana.userId, placeId, kind: 'everything', state: 'confirmed', requestedAt: now, expiresAt: now },
  })
  expect(await find(there(ben), 'hedgehog')).toEqual([])
  expect(await find(there(ben), { day: '2026-11-10' })).toEqual([])
  expect(await refusal(deps, there(ben), other.id)).toBe(missing)
  expect(await listTextLanguages(store.db, there(ben))).toEqual([])
  const day = { from: '2026-11-10' as DayLabel, to: '2026-11-10' as DayLabel }
  expect(await findSegmentsInRanges(store.db, there(ben), [day])).toEqual([])
})

test('numbers of what was not said there are answered like those that nothing has', async () => {
  const { store, deps, ana, ben, there } = await bench()
  const alone = await ana.say('alone', '2026-11-10T08:00:00Z')
  const elsewhere = await ana.say('elsewhere', '2026-11-11T08:00:00Z', { place: sharedPlace('cellar') })
  const said = await ana.say('there', '2026-11-12T08:00:00Z', { place: garden })
  const tool = await ana.answer(said, 'a tool', { role: 'tool' })
  const command = await ana.say('/days', '2026-11-13T08:00:00Z', { place: garden })
  await store.db.message.update({ where: { id: command.id }, data: { kind: 'command' } })
  const asked = (id: number, segment: number) => [
    { message_id: id },
    { before_message_id: id },
    { after_message_id: id },
    { day_segment_id: segment },
    { day_segment_id: segment, after_message_id: said.id },
    { day_segment_id: said.segmentId, from_message_id: id },
  ]
  const outcomes = (id: number, segment: number) =>
    Promise.all(asked(id, segment).map((input) => getConversation(deps, there(ben), input).catch(String)))
  const missing = await outcomes(999_999, 999_999)
  expect(missing).toEqual(missing.map(() => expect.stringContaining('not found')))
  for (const { id, segmentId } of [alone, elsewhere, command]) expect(await outcomes(id, segmentId)).toEqual(missing)
  expect(await outcomes(tool.id, 999_999)).toEqual(missing)
})

const refusal = (deps: ReturnType<typeof searchDeps>, scope: Scope, id: number) =>
  getConversation(deps, scope, { message_id: id as MessageId }).then(JSON.stringify, String)
