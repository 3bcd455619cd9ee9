import { expect, test } from 'vitest'
import { listLastPlaceMessages } from '../../src/threads/places.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

test('of each place of a platform, the last stored message of people is known, by the order of the platform; the latest place first', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'bo' })]
  const club = sharedPlace('club')
  const since = new Date('2026-11-01T00:00:00Z')
  const cleo = await testPerson(store, { name: 'cleo' })
  await cleo.say('Long ago', '2026-10-01T09:00:00Z', { id: '1' })
  await ana.say('One', '2026-11-18T09:00:00Z', { id: '11', order: 11n })
  await ana.say('Two', '2026-11-18T09:00:00Z', { id: '12', order: 12n })
  await ana.say('Late', '2026-11-18T08:00:00Z', { id: '9', order: 9n })
  const said = await bo.say('Hello all', '2026-11-18T09:30:00Z', { place: club, id: '5', order: 5n })
  await bo.answer(said, 'Hello')
  await bo.say('Elsewhere', '2026-11-18T09:00:00Z', { place: { ...directPlace('bo'), platform: 'other' }, id: '7' })
  expect(await listLastPlaceMessages(store.db, 'test', { since, limit: 10 })).toEqual([
    { address: club.address, id: '5' },
    { address: directPlace('ana').address, id: '12' },
  ])
  expect(await listLastPlaceMessages(store.db, 'test', { since, limit: 1 })).toEqual([{ address: club.address, id: '5' }])
  expect(await listLastPlaceMessages(store.db, 'nowhere', { since, limit: 10 })).toEqual([])
})

test('that is so however much was said elsewhere since, and a command is no message', async () => {
  const store = await testStore()
  const ana = await testPerson(store, { name: 'ana' })
  const { id } = await ana.say('One', '2026-11-18T09:00:00Z', { id: '11', order: 11n })
  const command = await ana.say('/days', '2026-11-18T09:01:00Z', { id: 'interaction:12', order: 12n })
  await store.db.message.update({ where: { id: command.id }, data: { kind: 'command' } })
  await store.db.$executeRaw`SELECT setval('messages_id_seq', ${id + 200_000})`
  await ana.say('Elsewhere', '2026-11-18T09:02:00Z', { place: sharedPlace('club'), id: '13', order: 13n })
  expect(await listLastPlaceMessages(store.db, 'test', { since: new Date('2026-11-01T00:00:00Z'), limit: 10 })).toEqual([
    { address: sharedPlace('club').address, id: '13' },
    { address: directPlace('ana').address, id: '11' },
  ])
})
