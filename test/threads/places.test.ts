import { expect, test } from 'vitest'
import { lastSeen } from '../../src/threads/places.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

test('of each place of a platform, the last message of people is known, by the order of the platform', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'bo' })]
  const club = sharedPlace('club')
  const since = new Date('2026-11-01T00:00:00Z')
  const cleo = await testPerson(store, { name: 'cleo' })
  await cleo.say('Long ago', '2026-10-01T09:00:00Z', { id: '1' })
  await ana.say('One', '2026-11-18T09:00:00Z', { id: '11', order: 11n })
  await ana.say('Two', '2026-11-18T09:00:00Z', { id: '12', order: 12n })
  await ana.say('Late', '2026-11-18T08:00:00Z', { id: '9', order: 9n })
  const said = await bo.say('Hello all', '2026-11-18T09:00:00Z', { place: club, id: '5', order: 5n })
  await bo.answer(said, 'Hello')
  await bo.say('Elsewhere', '2026-11-18T09:00:00Z', { place: { ...directPlace('bo'), platform: 'other' }, id: '7' })
  expect(await lastSeen(store.db, 'test', since)).toEqual([
    { address: directPlace('ana').address, id: '12' },
    { address: club.address, id: '5' },
  ])
  expect(await lastSeen(store.db, 'nowhere', since)).toEqual([])
})
