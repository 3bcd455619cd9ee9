import { expect, test } from 'vitest'
import type { PlatformSender } from '../../src/core/ports/platform.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

const withFiles = new Map([
  ['test', { maxLength: 4_000, maxFileBytes: 1_000_000, send: async () => 'id', sendFile: async () => 'id' } as unknown as PlatformSender],
])
const withoutFiles = new Map([['test', { maxLength: 4_000, send: async () => 'id' } as unknown as PlatformSender]])

test('/export queues the files of all days, or of those named in any way', async () => {
  const store = await testStore()
  const { give, queued } = commandBench(store, { senders: withFiles })
  const person = await testPerson(store, { name: 'Ines' })
  expect((await give(person, '/export')).text).toMatch(/^Your files will arrive here shortly/)
  const [all] = await store.db.export.findMany()
  expect(all).toMatchObject({ userId: person.userId, fromDay: null, toDay: null, state: 'pending', filesSent: 0 })
  expect(queued).toContainEqual(expect.objectContaining({ name: 'export', payload: { exportId: all!.id } }))

  await store.db.export.updateMany({ data: { state: 'sent' } })
  await give(person, '/export yesterday today')
  expect(await store.db.export.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({ fromDay: '2026-11-17', toDay: '2026-11-18' })
})

test('in a shared place the files go to the person alone, once there is such a place', async () => {
  const store = await testStore()
  const { give } = commandBench(store, { senders: withFiles })
  const person = await testPerson(store, { name: 'Ines' })
  const place = sharedPlace('the office')
  expect((await give(person, '/export', { place })).text).toContain('Write to me in a direct chat first')
  expect(await store.db.export.count()).toBe(0)
  await person.say('Hello', '2026-11-18T08:00:00Z')
  expect((await give(person, '/export', { place })).text).toContain('in our direct chat')
  const { placeId } = await store.db.export.findFirstOrThrow()
  expect(await store.db.place.findUnique({ where: { id: placeId } })).toMatchObject({
    address: directPlace('Ines').address,
    kind: 'direct',
  })
})

test('one at a time, and at most five an hour', async () => {
  const store = await testStore()
  const { give, refusal, clock } = commandBench(store, { senders: withFiles })
  const person = await testPerson(store, { name: 'Ines' })
  for (let times = 0; times < 5; times++) {
    await give(person, '/export')
    expect(await refusal(person, '/export')).toContain('already preparing your files')
    await store.db.export.updateMany({ data: { state: 'sent' } })
  }
  expect(await refusal(person, '/export')).toContain('5 exports within an hour')
  await give(await testPerson(store), '/export')
  clock.advance(3_600_001)
  await give(person, '/export')
})

test('where no files can be sent it says where they are', async () => {
  const store = await testStore()
  const { give } = commandBench(store, { senders: withoutFiles, webUrl: new URL('https://bot.example.org') })
  const { text } = await give(await testPerson(store), '/export 2026-11-01 2026-11-02')
  expect(text).toContain('https://bot.example.org/export/?format=json&from=2026-11-01&to=2026-11-02')
  expect(text).toContain('format=markdown')
  expect(text).toContain('/web')
  expect(await store.db.export.count()).toBe(0)
  expect((await commandBench(store, { senders: withoutFiles }).give(await testPerson(store), '/export')).text).toContain('Settings, Export')
})

test('days that are none or in the wrong order are told', async () => {
  const store = await testStore()
  const { refusal } = commandBench(store, { senders: withFiles })
  const person = await testPerson(store)
  expect(await refusal(person, '/export soon')).toContain('"soon" is not a day I understand')
  expect(await refusal(person, '/export 2026-11-02 2026-11-01')).toBe('Name the earlier day first: /export 2026-11-01 2026-11-02.')
})
