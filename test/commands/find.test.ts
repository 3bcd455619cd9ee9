import { expect, test } from 'vitest'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, commandBench } from './bench.ts'

test('/find lists results with day, place, who said it and the matching words, and a button that opens each', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('We take the night train to Lyon.', '2026-11-10T10:00:00Z')
  await person.say('The weather is fine.', '2026-11-11T10:00:00Z')

  const answer = await give(person, '/find lyon')
  expect(answer.text).toContain(`1. **Tuesday 10 November 2026** · test · you · [#${said.id}]\n   We take the night train to **Lyon**.`)
  expect(answer.text).not.toContain('weather')
  expect(answer.buttons?.[0]).toEqual({ label: 'Open 1', action: `/open ${said.id}` })
  expect((await give(person, answer.buttons?.[0]?.action ?? '')).replyTo).toBe(said.id)
})

test('a result that its platform has a link to is linked, and needs no button', async () => {
  const store = await testStore()
  const { give } = commandBench(store, { permalink: (_place, id) => `https://test.example/${id}` })
  const person = await testPerson(store)
  await person.say('We take the night train to Lyon.', '2026-11-10T10:00:00Z', { id: 'm1' })
  const answer = await give(person, '/find lyon')
  expect(answer.text).toContain('[open](https://test.example/m1)')
  expect(answer.buttons).toEqual([])
})

test('a day summary that matches opens as the summary of that day', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  await person.say('We decided to take the night train to Lyon.', '2026-11-17T10:00:00Z')
  await give(person, '/resummarize yesterday')
  const answer = await give(person, '/find what did we decide yesterday')
  expect(answer.text).toContain('**Tuesday 17 November 2026 (yesterday)** · summary of the day')
  expect(actionsOf(answer)).toContain('/summary 2026-11-17')
})

test('more than one screen is cut, and says how to narrow it down', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  for (let day = 10; day < 18; day++) await person.say(`Lyon again, take ${day}.`, `2026-11-${day}T10:00:00Z`)
  const { text } = await give(person, '/find lyon')
  expect(text.match(/^\d\. /gm)).toHaveLength(6)
  expect(text).toContain('The best 6 of 8 results. Add words or a day to narrow them down.')
})

test('nothing found says what to try', async () => {
  const store = await testStore()
  const { text } = await commandBench(store).give(await testPerson(store), '/find basil')
  expect(text).toBe('I found nothing. Try fewer or different words, or look at a day with /days.')
})

test('a message and a day that were chosen among the suggestions are shown', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('We take the night train to Lyon.', '2026-11-10T10:00:00Z')
  expect(await give(person, `/find #${said.id}`)).toEqual(await give(person, `/open ${said.id}`))
  expect(await give(person, '/find 2026-11-10')).toEqual(await give(person, '/summary 2026-11-10'))
})

test('a number that is no message, and a day with nothing in it, are searched for like other words', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  for (const words of ['#123456', '#99999999999', '2026-11-17']) {
    expect((await give(person, `/find ${words}`)).text).toMatch(/^I found nothing/)
  }
  await person.say('It is about ticket #123456 and ticket #99999999999.', '2026-11-10T10:00:00Z')
  for (const words of ['#123456', '#99999999999']) {
    expect((await give(person, `/find ${words}`)).text).toContain('1. **Tuesday 10 November 2026**')
  }
})

test('nobody finds what somebody else said alone', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  await ana.say('The secret is basil.', '2026-11-17T10:00:00Z')
  expect((await give(bo, '/find basil')).text).toContain('I found nothing')
})

test('in a shared place, what any member said there is found, and nothing else', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'bo' })]
  const place = sharedPlace('club')
  const said = await ana.say('The herb is basil.', '2026-11-17T10:00:00Z', { place })
  const answered = await ana.answer(said, 'So it is basil.')
  const own = await bo.say('I like basil.', '2026-11-17T11:00:00Z', { place })
  const alone = await bo.say('My secret is basil.', '2026-11-17T12:00:00Z')
  await ana.say('Basil elsewhere.', '2026-11-17T12:00:00Z', { place: sharedPlace('cellar') })

  const { text, buttons } = await give(bo, '/find basil', { place })
  expect(text.match(/^\d\. /gm)).toHaveLength(3)
  for (const [who, { id }] of [
    ['ana', said],
    ['me', answered],
    ['you', own],
  ] as const)
    expect(text).toContain(`test: club · ${who} · [#${id}]`)
  // The answer may be in a direct chat, where the messages of others cannot be opened.
  expect(buttons?.map(({ action }) => action)).toEqual([`/open ${own.id}`])
  expect((await give(bo, `/find #${said.id}`, { place })).text).toContain('> The herb is basil.')
  expect((await give(bo, `/find #${alone.id}`, { place })).text).toContain('I found nothing')
  expect((await give(bo, '/find 2026-11-17', { place })).text).toContain('basil')
  expect((await give(bo, '/find basil')).text.match(/^\d\. /gm)).toHaveLength(2)
  expect((await give(bo, `/find #${said.id}`)).text).toContain('I found nothing')
})
