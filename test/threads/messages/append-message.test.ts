import { expect, test } from 'vitest'
import type { ChangeSeq, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { appendMessage } from '../../../src/threads/messages/append-message.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { listChangesSince, listDays, loadDayWindow } from '../../../src/threads/messages/read-messages.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

test('a hundred concurrent first messages give one thread, and each is stored once', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await store.db.thread.delete({ where: { id: person.threadId } })
  const clock = new TestClock()
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      appendMessage(
        { store, clock },
        {
          userId: person.userId,
          timezone: 'Europe/Paris',
          accountId: person.accountId,
          authorName: 'a',
          place: directPlace('a'),
          platformMessageId: String(index % 50) as PlatformMessageId,
          platformOrder: BigInt(index % 50),
          kind: 'chat',
          text: `message ${index % 50}`,
          sentAt: clock.now(),
          pending: true,
        },
      ),
    ),
  )
  expect(await store.db.thread.count()).toBe(1)
  expect(await store.db.message.count()).toBe(50)
  const seqs = await store.db.message.findMany({ orderBy: { changeSeq: 'asc' }, select: { changeSeq: true } })
  expect(seqs.map((row) => row.changeSeq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

test('a thread that was deleted comes back with its binding on the next message', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await person.say('before', '2026-11-18T10:00:00Z')
  await store.db.thread.delete({ where: { id: person.threadId } })
  expect(await store.db.continuousThread.count()).toBe(0)
  const message = await person.say('after', '2026-11-18T11:00:00Z')
  expect(message.threadId).toBe(await ensureContinuousThread(store, person.userId, new Date()))
})

test('messages sort by time, then by the order of the platform, whatever order they come in', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const at = '2026-11-18T10:00:00Z'
  const third = await person.say('third', at, { order: 3n })
  await person.say('first', at, { order: 1n })
  await person.say('second', at, { order: 2n })
  const { messages } = await loadDayWindow(store.db, { ...person, audience: 'private' }, third.segmentId, { limit: 10 })
  expect(messages.map((row) => row.text)).toEqual(['first', 'second', 'third'])
})

test('an edit takes the next change, and an older edit does not undo a newer one', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const clock = new TestClock()
  await person.say('helo', '2026-11-18T10:00:00Z', { id: 'm1' })
  const place = directPlace((await store.db.account.findFirstOrThrow()).platformUserId)
  const edit = (text: string, editedAt: string) =>
    editMessage({ store, clock }, { place, platformMessageId: 'm1' as PlatformMessageId, text, editedAt: new Date(editedAt) })
  expect(await edit('hello', '2026-11-18T10:05:00Z')).toMatchObject({ threadId: person.threadId })
  expect(await edit('hell', '2026-11-18T10:03:00Z')).toBe('unchanged')
  const [row] = await listChangesSince(store.db, { ...person, audience: 'private' }, 1 as ChangeSeq, 10)
  expect(row).toMatchObject({ text: 'hello', changeSeq: 2 })
  expect(await store.db.daySegment.findFirstOrThrow()).toMatchObject({ revision: 1 })
})

test('a deletion leaves a tombstone without text, and nothing brings the text back', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const clock = new TestClock()
  await person.say('a secret', '2026-11-18T10:00:00Z', { id: 'm1' })
  const place = directPlace((await store.db.account.findFirstOrThrow()).platformUserId)
  await deleteMessage({ store, clock }, place, 'm1' as PlatformMessageId)
  await editMessage(
    { store, clock },
    { place, platformMessageId: 'm1' as PlatformMessageId, text: 'again', editedAt: new Date('2027-01-01') },
  )
  const again = await person.say('a secret', '2026-11-18T10:00:00Z', { id: 'm1' })
  expect(again.deletedAt).not.toBeNull()
  const [row] = await store.db.message.findMany()
  expect(row).toMatchObject({ text: '', pending: false })
  expect(await store.db.message.count()).toBe(1)
})

test('the audience of a message is that of its place, and the database holds to it', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const said = await person.say('hello all', '2026-11-18T10:00:00Z', { place: sharedPlace('team') })
  expect(said.audience).toBe(`place:${said.placeId}`)
  await expect(store.db.message.update({ where: { id: said.id }, data: { audience: 'private' } })).rejects.toThrow()
})

test('days are cut at midnight of the user, and never go back along the order when the timezone changes', async () => {
  const store = await testStore()
  const person = await testPerson(store, { timezone: 'Pacific/Auckland' })
  await person.say('Wednesday there', '2026-11-17T20:00:00Z')
  await person.say('still Wednesday', '2026-11-18T10:59:00Z')
  await person.say('Thursday', '2026-11-18T11:01:00Z')
  const traveller = { ...person, timezone: 'America/Los_Angeles' }
  await appendMessage(
    { store, clock: new TestClock() },
    {
      ...traveller,
      authorName: 'a',
      place: directPlace('west'),
      platformMessageId: 'w' as PlatformMessageId,
      platformOrder: 9n,
      kind: 'chat',
      text: 'Wednesday there, Thursday here',
      sentAt: new Date('2026-11-18T11:30:00Z'),
      pending: false,
    },
  )
  const days = await listDays(store.db, person.threadId, { limit: 10 })
  expect(days.map((day) => [day.dayLabel, day.messages])).toEqual([
    ['2026-11-19', 2],
    ['2026-11-18', 2],
  ])
})

test('a late message joins its own day, and a day that opens late is final at once', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await person.say('monday', '2026-11-16T10:00:00Z')
  await person.say('wednesday', '2026-11-18T10:00:00Z')
  await person.say('late on monday', '2026-11-16T11:00:00Z')
  await person.say('late tuesday', '2026-11-17T11:00:00Z')
  const days = await listDays(store.db, person.threadId, { limit: 10 })
  expect(days.map((day) => [day.dayLabel, day.messages, day.finalizedAt !== null])).toEqual([
    ['2026-11-18', 1, false],
    ['2026-11-17', 1, true],
    ['2026-11-16', 2, true],
  ])
})
