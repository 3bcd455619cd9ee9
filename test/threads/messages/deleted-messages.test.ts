// What refers to a message goes with it, and nothing is written about a message that is being deleted.
import { expect, test } from 'vitest'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { MessageId, PlaceAddress } from '../../../src/core/domain/ids.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import { defaultSessionSettings } from '../../../src/sessions/settings.ts'
import { updateSessions } from '../../../src/sessions/update-sessions.ts'
import type { Store } from '../../../src/store/store.ts'
import { deleteSampleTombstones, samplePlatform } from '../../../src/threads/messages/sample-messages.ts'
import { deleteMessages } from '../../../src/threads/privacy/tombstones.ts'
import { lockThread } from '../../../src/threads/thread.ts'
import { harness, rowsOf, running } from '../../conversation/harness.ts'
import { searchDeps } from '../../search/support.ts'
import { findOrphans } from '../../simulation/invariants.ts'
import { race } from '../../support/race.ts'

/** Two questions with their replies. */
async function bench() {
  const h = await harness()
  const ada = await h.person()
  for (const text of ['Where are the keys?', 'Where is the doormat?']) {
    await ada.writes(text)
    await answerThread(h.deps, ada.threadId, { signal: running() })
  }
  const rows = await rowsOf(h, ada.threadId)
  const indexed = () => h.store.db.messageIndex.findMany({ orderBy: { messageId: 'asc' }, select: { messageId: true } })
  return { ...h, ada, ids: rows.map(({ id }) => id as MessageId), indexed }
}

test('a message takes its index entry and its parts along, and no turn and no message refers to it', async () => {
  const b = await bench()
  await indexThread(searchDeps(b.store), b.ada.threadId)
  const [, , secondQuestion, secondReply] = b.ids
  await b.store.db.message.update({ where: { id: secondQuestion! }, data: { replyToId: b.ids[1]! } })
  await b.store.transaction((tx) => deleteMessages(tx, b.ada.threadId, b.ids.slice(0, 2)))
  expect(await b.indexed()).toEqual([{ messageId: secondQuestion }, { messageId: secondReply }])
  expect(await b.store.db.delivery.findMany({ select: { messageId: true } })).toEqual([{ messageId: secondReply }])
  const turns = await b.store.db.turn.findMany({ orderBy: { id: 'asc' }, select: { replyId: true } })
  expect(turns).toEqual([{ replyId: null }, { replyId: secondReply }])
  expect(await b.store.db.message.findMany({ orderBy: { id: 'asc' }, select: { replyToId: true } })).toEqual([
    { replyToId: null },
    { replyToId: secondQuestion },
  ])
  expect(await findOrphans(b.store)).toEqual([])
})

test('a message and a session take their members along', async () => {
  const b = await bench()
  const update = () =>
    b.store.transaction((tx) => updateSessions(tx, { clock: b.clock, sessionSettings: defaultSessionSettings }, b.ada.threadId))
  await update()
  const members = () => b.store.db.sessionMember.findMany({ orderBy: { messageId: 'asc' }, select: { messageId: true } })
  expect(await members()).toEqual(b.ids.map((messageId) => ({ messageId })))
  await b.store.transaction((tx) => deleteMessages(tx, b.ada.threadId, b.ids.slice(0, 1)))
  expect(await members()).toEqual(b.ids.slice(1).map((messageId) => ({ messageId })))
  await b.store.db.session.deleteMany()
  expect(await members()).toEqual([])
  expect(await findOrphans(b.store)).toEqual([])
})

test('a message that is deleted while it is indexed gets no entry', async () => {
  const b = await bench()
  await race(
    b.store,
    (held) =>
      held.transaction(async (tx) => {
        await lockThread(tx, b.ada.threadId)
        await deleteMessages(tx, b.ada.threadId, b.ids.slice(0, 1))
      }),
    () => indexThread(searchDeps(b.store), b.ada.threadId),
  )
  expect((await b.indexed()).map(({ messageId }) => messageId)).toEqual(b.ids.slice(1))
  expect(await findOrphans(b.store)).toEqual([])
})

test('the tombstones of samples that are deleted while they are indexed get no entry', async () => {
  const b = await bench()
  const place = { platform: samplePlatform, tenant: '', address: 'samples' as PlaceAddress, kind: 'direct' as const }
  const { id } = await b.ada.say('A sample', b.clock.now().toISOString(), { place })
  await b.store.db.message.update({ where: { id }, data: { text: '', deletedAt: new Date() } })
  await race(
    b.store,
    (held) =>
      held.transaction(async (tx) => {
        await lockThread(tx, b.ada.threadId)
        await deleteSampleTombstones(tx, b.ada)
      }),
    () => indexThread(searchDeps(b.store), b.ada.threadId),
  )
  expect((await b.indexed()).map(({ messageId }) => messageId)).toEqual(b.ids)
  expect(await findOrphans(b.store)).toEqual([])
})

test('a message that another run indexes meanwhile keeps one entry', async () => {
  const b = await bench()
  await race(
    b.store,
    (held) => held.transaction((db) => indexThread(searchDeps({ ...b.store, db: db as Store['db'] }), b.ada.threadId)),
    () => indexThread(searchDeps(b.store), b.ada.threadId),
  )
  expect((await b.indexed()).map(({ messageId }) => messageId)).toEqual(b.ids)
})

test('a thread takes all of it along', async () => {
  const b = await bench()
  await indexThread(searchDeps(b.store), b.ada.threadId)
  await b.store.db.thread.delete({ where: { id: b.ada.threadId } })
  expect(await findOrphans(b.store)).toEqual([])
  expect([await b.indexed(), await b.store.db.delivery.count(), await b.store.db.turn.count()]).toEqual([[], 0, 0])
})
