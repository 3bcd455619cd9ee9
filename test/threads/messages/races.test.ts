import { expect, test } from 'vitest'
import { separateAccounts } from '../../../src/accounts/separate-accounts.ts'
import type { AccountId, MessageId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { findAccountById } from '../../../src/people/accounts.ts'
import { createUser } from '../../../src/people/users.ts'
import type { Store } from '../../../src/store/store.ts'
import { type AppendResult, appendMessage, type UserMessageInput } from '../../../src/threads/messages/append-message.ts'
import { deleteMessage } from '../../../src/threads/messages/edit-message.ts'
import { lockThread, startTopic } from '../../../src/threads/thread.ts'
import { harness } from '../../conversation/harness.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { race } from '../../support/race.ts'
import { testStore } from '../../support/store.ts'

type Said = Partial<UserMessageInput> & { readonly id: string; readonly at: string }

function accept(store: Store, person: TestPerson, { id, at, ...input }: Said): Promise<AppendResult> {
  return appendMessage(
    { store, clock: new TestClock() },
    {
      userId: person.userId,
      timezone: person.timezone,
      accountId: person.accountId,
      authorName: 'ada',
      place: directPlace('ada'),
      platformMessageId: id as PlatformMessageId,
      platformOrder: 1n,
      kind: 'chat',
      text: id,
      sentAt: new Date(at),
      pending: true,
      ...input,
    },
  )
}

/** A message that is stored in a transaction, because it replies to another. */
const inTransaction = { replyToMessage: 1 as MessageId }

/** What is in the database, in the order of the changes. */
const stored = async ({ db }: Store) =>
  (await db.message.findMany({ orderBy: { changeSeq: 'asc' } })).map(({ text, changeSeq }) => [text, changeSeq])

test('a message that waits while another opens a day joins that day, because days never go back', async () => {
  const store = await testStore()
  const person = await testPerson(store, { timezone: 'Pacific/Auckland' })
  await accept(store, person, { id: 'Wednesday there', at: '2026-11-18T10:00:00Z' })
  const traveller = { ...person, timezone: 'America/Los_Angeles' }
  const { segment } = await race(
    store,
    (held) => accept(held, person, { id: 'Thursday there', at: '2026-11-18T11:01:00Z' }),
    () => accept(store, traveller, { id: 'Wednesday here', at: '2026-11-18T11:30:00Z' }),
  )
  expect(segment.dayLabel).toBe('2026-11-19')
  expect(await stored(store)).toEqual([
    ['Wednesday there', 1],
    ['Thursday there', 2],
    ['Wednesday here', 3],
  ])
})

test('a message that waits while its thread is deleted begins a new one', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await accept(store, person, { id: 'before', at: '2026-11-18T10:00:00Z' })
  const { message, opened } = await race(
    store,
    (held) => held.transaction((tx) => tx.thread.delete({ where: { id: person.threadId } })),
    () => accept(store, person, { id: 'after', at: '2026-11-18T10:01:00Z' }),
  )
  expect(message.threadId).not.toBe(person.threadId)
  expect(opened).toBe(true)
  expect(await stored(store)).toEqual([['after', 1]])
})

test('a message that waits while its account is unlinked, without messages, goes to the new user, and so does its place', async () => {
  const h = await harness()
  const { store } = h
  const ada = await testPerson(store)
  await accept(store, ada, { id: 'of Ada', at: '2026-11-18T10:00:00Z' })
  const { id } = await store.db.account.create({
    data: { userId: ada.userId, platform: 'test', tenant: '', platformUserId: 'eve', name: 'Eve', createdAt: h.clock.now() },
  })
  const eve = { ...ada, accountId: id as AccountId }
  const place = directPlace('eve')
  await accept(store, eve, { id: 'of Eve', at: '2026-11-18T10:01:00Z', place })
  const result = await race(
    store,
    (held) =>
      held.transaction(async (tx) => {
        await lockThread(tx, ada.threadId)
        const accounts = [(await findAccountById(tx, eve.accountId))!]
        const toUserId = await createUser(tx, 'Eve', h.clock.now())
        const deps = { ...h.deps, sharedPlaces: new Map() }
        await separateAccounts(tx, deps, { from: ada, toUserId, accounts, placeIds: [], takesMessages: false })
      }),
    () => accept(store, eve, { id: 'of Eve alone', at: '2026-11-18T10:02:00Z', place }),
  )
  const { userId } = await store.db.account.findUniqueOrThrow({ where: { id } })
  expect(userId).not.toBe(ada.userId)
  expect(result).toMatchObject({ userId, place: { userId } })
  expect(result.message.threadId).not.toBe(ada.threadId)
  expect(await store.db.place.findUniqueOrThrow({ where: { id: result.place.id } })).toMatchObject({ userId })
})

test('a message that waits while it is stored is stored once', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await accept(store, person, { id: 'before', at: '2026-11-18T10:00:00Z' })
  const said = { id: 'once', at: '2026-11-18T10:01:00Z' }
  const { isNew } = await race(
    store,
    (held) => accept(held, person, { ...said, ...inTransaction }),
    () => accept(store, person, said),
  )
  expect(isNew).toBe(false)
  expect(await stored(store)).toEqual([
    ['before', 1],
    ['once', 2],
  ])
})

test('an event that arrives ten times at once is stored once, and one of them is new', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await accept(store, person, { id: 'before', at: '2026-11-18T10:00:00Z' })
  const results = await Promise.all(Array.from({ length: 10 }, () => accept(store, person, { id: 'once', at: '2026-11-18T10:01:00Z' })))
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(results.map(({ message }) => message.id)).size).toBe(1)
  expect(await stored(store)).toEqual([
    ['before', 1],
    ['once', 2],
  ])
})

test('a message that waits while an earlier one is deleted takes the next change', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await accept(store, person, { id: 'before', at: '2026-11-18T10:00:00Z' })
  await race(
    store,
    (held) => deleteMessage({ store: held, clock: new TestClock() }, directPlace('ada'), 'before' as PlatformMessageId),
    () => accept(store, person, { id: 'after', at: '2026-11-18T10:01:00Z' }),
  )
  expect(await stored(store)).toEqual([
    ['', 2],
    ['after', 3],
  ])
})

test('a message that waits while only the topic changes is stored by its one statement', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const { threadId } = person
  const { message } = await accept(store, person, { id: 'before', at: '2026-11-18T10:00:00Z' })
  const transaction = () => Promise.reject(new Error('A second statement was needed.'))
  await race(
    store,
    (held) => held.transaction((tx) => startTopic(tx, { threadId, messageId: message.id })),
    () => accept({ ...store, transaction }, person, { id: 'after', at: '2026-11-18T10:01:00Z' }),
  )
  expect(await stored(store)).toEqual([
    ['before', 1],
    ['after', 2],
  ])
})
