import { beforeEach, expect, test } from 'vitest'
import { ChannelReaders } from '../../../src/channels/access/readers.ts'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { TestPlaces } from '../../support/places.ts'
import { testStore } from '../../support/store.ts'
import { openTestChannel, type TestChannel } from '../log/support.ts'

const team = sharedPlace('team')
let store: Store, clock: TestClock, places: TestPlaces, readers: ChannelReaders, ben: TestPerson, channel: TestChannel

beforeEach(async () => {
  store = await testStore()
  clock = new TestClock()
  places = new TestPlaces()
  readers = new ChannelReaders({ store, clock, log: silentLog, sharedPlaces: new Map([['test', places]]) })
  channel = await openTestChannel({ store, clock }, team, 'ana')
  ben = await testPerson(store, { name: 'ben' })
})

const canRead = async () => (await readers.findChannel(ben.userId, channel.placeId)) !== undefined
const allow = () => places.readers.set(team.address, new Set(['ben']))

test('a user reads the channels that their platform says, and no others', async () => {
  expect(await canRead()).toBe(false)
  clock.advance(60_000)
  allow()
  expect(await canRead()).toBe(true)
  expect((await readers.listChannels(ben.userId)).map(({ place }) => place.title)).toEqual(['team'])
})

test('whoever leaves a channel loses access within a minute, and the platform is asked at most once a minute', async () => {
  allow()
  for (let times = 0; times < 3; times++) expect(await canRead()).toBe(true)
  expect(places.asked).toBe(1)
  places.readers.clear()
  clock.advance(60_000)
  expect(await canRead()).toBe(false)
})

test('a platform that fails lets nobody in, and is asked again', async () => {
  allow()
  places.failure = new PlatformError('transient', 'down')
  expect(await canRead()).toBe(false)
  places.failure = undefined
  expect(await canRead()).toBe(true)
})

test('an account of another platform or workspace reads nothing', async () => {
  allow()
  await store.db.account.updateMany({ where: { id: ben.accountId }, data: { tenant: 'elsewhere' } })
  expect(await canRead()).toBe(false)
})
