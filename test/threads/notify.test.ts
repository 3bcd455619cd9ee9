import { expect, test } from 'vitest'
import type { PlaceId } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { notifyUser } from '../../src/threads/notify.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { privacyDeps } from '../support/privacy.ts'
import { testStore } from '../support/store.ts'

const clock = new TestClock('2026-11-18T09:00:00Z')

async function bench() {
  const store = await testStore()
  const ana = await testPerson(store, { name: 'ana' })
  const parts = privacyDeps({ store, clock, jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
  const told = async () => (await store.db.message.findMany({ where: { kind: 'notice' } })).map(({ placeId }) => placeId)
  return { store, ana, parts, told }
}

test('who is to be told somewhere is told there', async () => {
  const { ana, parts, told } = await bench()
  const { placeId } = await ana.say('Hello.', '2026-11-18T07:00:00Z', { place: directPlace('ana-desk') })
  await ana.say('Hello again.', '2026-11-18T08:00:00Z')
  expect(await notifyUser(parts, ana.userId, () => ({ text: 'It is done.', placeId: placeId as PlaceId }))).toBe(true)
  expect(await told()).toEqual([placeId])
})

test('in a place that is not theirs any more, or nobody is alone in, nothing is said to them: it is where they wrote last', async () => {
  const { store, ana, parts, told } = await bench()
  const bo = await testPerson(store, { name: 'bo' })
  const last = await ana.say('Hello.', '2026-11-18T07:00:00Z')
  const left = await ana.say('Hello from the desk.', '2026-11-18T08:00:00Z', { place: directPlace('ana-desk') })
  const shared = await ana.say('Hello all.', '2026-11-18T08:00:00Z', { place: sharedPlace('club') })
  await store.db.place.update({ where: { id: left.placeId }, data: { userId: bo.userId } })
  for (const { placeId } of [left, shared]) expect(await notifyUser(parts, ana.userId, () => ({ text: 'It is done.', placeId }))).toBe(true)
  expect(await told()).toEqual([last.placeId, last.placeId])
})

test('who has never written to the bot alone is not told', async () => {
  const { ana, parts, told } = await bench()
  await ana.say('Hello all.', '2026-11-18T08:00:00Z', { place: sharedPlace('club') })
  expect(await notifyUser(parts, ana.userId, () => ({ text: 'It is done.' }))).toBe(false)
  expect(await told()).toEqual([])
})
