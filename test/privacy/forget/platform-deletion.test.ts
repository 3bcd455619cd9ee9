import { expect, test } from 'vitest'
import { lockUsersForMerge, mergeUsers } from '../../../src/accounts/merge-users.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import { runForgetRequest } from '../../../src/privacy/forget/forget-job.ts'
import { requestPlatformDeletion } from '../../../src/privacy/forget/platform-deletion.ts'
import type { Store } from '../../../src/store/store.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testStore } from '../../support/store.ts'

const clock = new TestClock('2026-11-18T09:00:00Z')
const run = { signal: new AbortController().signal }
const partsOn = (store: Store) => privacyDeps({ store, clock, jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })

/** A store in which one person becomes part of another after something was read, and before anything is locked. */
function mergedMeanwhile(store: Store, from: TestPerson, into: TestPerson): Store {
  let isMerged = false
  return {
    ...store,
    db: store.db,
    async transaction(work, options) {
      if (!isMerged) {
        isMerged = true
        await store.transaction(async (tx) => {
          const merge = await lockUsersForMerge(tx, { from: from.userId, into: into.userId }, clock.now())
          if (merge) await mergeUsers(tx, partsOn(store).personalData, merge)
        })
      }
      return store.transaction(work, options)
    },
  }
}

async function twoPeople() {
  const store = await testStore()
  const [ada, bob] = [await testPerson(store, { name: 'ada' }), await testPerson(store, { name: 'bob' })]
  await bob.say('Hello.', clock.now())
  const said = await ada.say('The otter hides.', clock.now(), { id: 'otter' })
  return { store, bob, said, racing: mergedMeanwhile(store, ada, bob) }
}

const key = { place: directPlace('ada'), platformMessageId: 'otter' as PlatformMessageId }

test('what is deleted on the platform while its person becomes another is forgotten there', async () => {
  const { store, bob, said, racing } = await twoPeople()
  const id = await requestPlatformDeletion({ store: racing, clock }, key)
  expect(await store.db.forgetRequest.findMany()).toMatchObject([{ id, userId: bob.userId, messageIds: [said.id], state: 'confirmed' }])
})

test('the text of what is deleted or edited meanwhile changes in the thread it has come into', async () => {
  const deletion = await twoPeople()
  expect(await deleteMessage({ store: deletion.racing, clock }, key.place, key.platformMessageId)).toMatchObject({
    threadId: deletion.bob.threadId,
  })
  const { id } = deletion.said
  expect(await deletion.store.db.message.findUniqueOrThrow({ where: { id } })).toMatchObject({ text: '', deletedAt: clock.now() })
})

test('an edit meanwhile is made in the thread that the message has come into', async () => {
  const { store, said, racing } = await twoPeople()
  await editMessage({ store: racing, clock }, { ...key, text: 'The badger hides.', editedAt: clock.now() })
  expect(await store.db.message.findUniqueOrThrow({ where: { id: said.id } })).toMatchObject({ text: 'The badger hides.' })
})

test('all that a person has deleted is forgotten in one go, and nothing is left that says so', async () => {
  const store = await testStore()
  const ada = await testPerson(store)
  const other = await testPerson(store)
  const person = async ({ say, userId }: TestPerson, text: string) => {
    const { id, placeId } = await say(text, clock.now())
    const row = {
      userId,
      placeId,
      kind: 'platform_deletion',
      messageIds: [id],
      state: 'confirmed',
      requestedAt: clock.now(),
      expiresAt: clock.now(),
    }
    return (await store.db.forgetRequest.create({ data: row })).id
  }
  const [first, second] = [await person(ada, 'The otter hides.'), await person(ada, 'The badger hides.')]
  await person(ada, 'The fox hides.')
  const others = await person(other, 'The hare hides.')
  await runForgetRequest(partsOn(store), second as never, run)
  expect(await store.db.forgetRequest.findMany({ select: { id: true } })).toEqual([{ id: others }])
  expect(await store.db.message.findMany({ where: { deletedAt: null }, select: { text: true } })).toEqual([{ text: 'The hare hides.' }])
  await runForgetRequest(partsOn(store), first as never, run)
  expect(await store.db.forgetRequest.count()).toBe(1)
})

test('the person is told even when it is cut short right after what was forgotten', async () => {
  const store = await testStore()
  const ada = await testPerson(store)
  const { id, placeId } = await ada.say('The otter hides.', clock.now())
  const row = { kind: 'message', messageIds: [id], state: 'confirmed', requestedAt: clock.now(), expiresAt: clock.now() }
  const { id: forgetRequestId } = await store.db.forgetRequest.create({ data: { userId: ada.userId, placeId, ...row } })
  const log = {
    ...silentLog,
    info() {
      throw new Error('The process ends here.')
    },
  }
  await expect(runForgetRequest({ ...partsOn(store), log }, forgetRequestId as never, run)).rejects.toThrow('ends here')
  expect(await store.db.forgetRequest.findUniqueOrThrow({ where: { id: forgetRequestId } })).toMatchObject({ state: 'done' })
  expect(await store.db.message.findMany({ where: { kind: 'notice' }, include: { deliveries: true } })).toMatchObject([
    { placeId, text: 'Deleted: 1 message, and everything derived from that.', deliveries: [{ state: 'pending' }] },
  ])
})
