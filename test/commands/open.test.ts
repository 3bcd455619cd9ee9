import { expect, test } from 'vitest'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test('a message of this chat is opened by a reply to it', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('Basil.', '2026-11-17T12:30:00Z')
  const answered = await person.answer(said, 'Noted.')
  expect(await give(person, `/open ${said.id}`)).toEqual({
    text: `**You**, Tuesday 17 November 2026 (yesterday), 13:30, above: [#${said.id}]`,
    replyTo: said.id,
  })
  expect(await give(person, `/open #${answered.id}`)).toMatchObject({ text: expect.stringContaining('**Me**'), replyTo: answered.id })
})

test('the time of a message is that of the timezone of its day, and that of another member is not told in theirs', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store, { timezone: 'Asia/Tokyo' }), await testPerson(store)]
  const place = sharedPlace('club')
  const said = await ana.say('Basil.', '2026-11-16T22:30:00Z', { place })
  await store.db.user.update({ where: { id: ana.userId }, data: { timezone: 'Europe/Paris' } })
  const now = { ...ana, timezone: 'Europe/Paris' }
  expect((await give(now, `/open ${said.id}`)).text).toContain('Tuesday 17 November 2026 (yesterday), 07:30')
  expect((await give(bo, `/open ${said.id}`, { place })).text).toContain('Monday 16 November 2026, 23:30')
})

test('a message of another place is quoted, with its place and a link', async () => {
  const store = await testStore()
  const { give } = commandBench(store, { permalink: (place, id) => `https://${place.platform}.example/${id}` })
  const person = await testPerson(store)
  const said = await person.say('Basil.\nAnd thyme.', '2026-11-17T12:30:00Z', { place: sharedPlace('club'), id: 'm1' })
  expect(await give(person, `/open ${said.id}`)).toEqual({
    text: '**You**, Tuesday 17 November 2026 (yesterday), 13:30 · test: club · [open](https://test.example/m1) · [#1]\n\n> Basil.\n> And thyme.',
  })
})

test('asked in a shared place, a message of it is quoted too: the answer goes elsewhere', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('Basil.', '2026-11-17T12:30:00Z', { place: sharedPlace('club') })
  const answer = await give(person, `/open ${said.id}`, { place: sharedPlace('club') })
  expect(answer.text).toContain('> Basil.')
  expect(answer.replyTo).toBeUndefined()
})

test('asked in a shared place, what another member said there is quoted with the name, and nothing else of theirs', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'bo' })]
  const place = sharedPlace('club')
  const said = await ana.say('Basil.', '2026-11-17T12:30:00Z', { place, id: 'm1' })
  const answered = await ana.answer(said, 'Noted.')
  expect((await give(bo, `/open ${said.id}`, { place })).text).toBe(
    `**ana**, Tuesday 17 November 2026 (yesterday), 13:30 · test: club · [#${said.id}]\n\n> Basil.`,
  )
  expect((await give(bo, `/open ${answered.id}`, { place })).text).toContain('**Me**')
  const [alone, elsewhere] = [
    await ana.say('Thyme.', '2026-11-17T12:40:00Z'),
    await ana.say('Sage.', '2026-11-17T12:50:00Z', { place: sharedPlace('cellar') }),
  ]
  const tool = await ana.answer(said, '{}', { role: 'tool' })
  for (const { id } of [alone, elsewhere, tool]) await expect(give(bo, `/open ${id}`, { place })).rejects.toThrow()
  await expect(give(bo, `/open ${said.id}`)).rejects.toThrow()
  await store.db.message.update({ where: { id: said.id }, data: { text: '', deletedAt: new Date() } })
  await expect(give(bo, `/open ${said.id}`, { place })).rejects.toThrow()
})

test('what does not exist and what is not theirs are the same', async () => {
  const store = await testStore()
  const { refusal } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const said = await ana.say('Basil.', '2026-11-17T12:30:00Z')
  expect(await refusal(bo, `/open ${said.id}`)).toBe(`There is no message #${said.id}.`)
  expect(await refusal(bo, '/open 99999')).toBe('There is no message #99999.')
  expect(await refusal(bo, '/open 99999999999')).toBe('Write the number of a message, as in 123 or #123.')
})

test('a deleted message says so', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('Basil.', '2026-11-17T12:30:00Z')
  await store.db.message.update({ where: { id: said.id }, data: { text: '', deletedAt: new Date() } })
  expect((await give(person, `/open ${said.id}`)).text).toBe(`Message #${said.id} was deleted.`)
})
