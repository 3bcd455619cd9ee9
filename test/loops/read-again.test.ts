import { beforeEach, expect, test } from 'vitest'
import type { LoopId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { closeLoop, reopenLoop } from '../../src/loops/change-loop.ts'
import { listLoopsForSession } from '../../src/loops/list-session-loops.ts'
import { mergeLoops } from '../../src/loops/privacy/merge.ts'
import { loopsPersonalData } from '../../src/loops/privacy/personal-data.ts'
import { saveSessionLoops } from '../../src/loops/save-session-loops.ts'
import { undoSessionLoops } from '../../src/loops/undo-session-loops.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { tombstoneMessages } from '../../src/threads/privacy/tombstones.ts'
import { type SessionBench, sessionBench } from '../sessions/bench.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { readLoops } from './sentences.ts'

// What sessions open and close is as if all had been said in order, also if it arrives late or changes after sessions have been read.

const [promise, report] = ['I must send the offer to Tom.', 'Done, I sent the offer to Tom.']

let bench: SessionBench
let ana: TestPerson

beforeEach(async () => {
  const store = await testStore()
  const clock = new TestClock('2026-11-18T12:00:00Z')
  bench = sessionBench(store, {
    clock,
    readSession: async (input) => readLoops(input),
    listOpenLoops: (session) => listLoopsForSession(store.db, session),
    saveLoops: (tx, session, notes) => saveSessionLoops(tx, clock, session, notes),
    undoLoops: (tx, threadId, messageIds) => undoSessionLoops(tx, clock, { threadId, messageIds }),
  })
  ana = await testPerson(store, { name: 'ana' })
})

/** Says something at an hour, in a session of its own. */
const say = (hour: number, text: string, person = ana) =>
  person.say(text, `2026-11-18T${String(hour).padStart(2, '0')}:00:00Z`, { id: `at ${hour}` })

/** Has what was said processed, also what is read again. */
async function process(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    bench.clock.advance(60_000)
    await bench.tick()
  }
}

const key = (hour: number) => ({ place: directPlace('ana'), platformMessageId: `at ${hour}` as PlatformMessageId })
const edit = (hour: number, text: string) => editMessage(bench, { ...key(hour), text, editedAt: bench.clock.now() })
const remove = (hour: number) => deleteMessage(bench, key(hour).place, key(hour).platformMessageId)
const loops = () => bench.store.db.openLoop.findMany({ orderBy: { id: 'asc' } })

async function forget({ id, segmentId }: Message): Promise<void> {
  const { userId, threadId } = ana
  const now = bench.clock.now()
  const batch = { userId, threadId, messageIds: [id], segmentIds: [segmentId], summaryIds: [], memoryIds: [], now }
  await bench.store.transaction(async (tx) => {
    await tombstoneMessages(tx, { threadId, messageIds: [id], now, dropNames: false })
    await loopsPersonalData.forget?.(tx, batch)
  })
}

test('a promise that arrives late is closed by what was said after it', async () => {
  const done = await say(9, report)
  await process()
  await say(8, promise)
  await process()
  expect(await loops()).toMatchObject([{ state: 'done', closingMessageId: done.id }])
})

test('a loop is closed by the first message that shows it, also if that is edited later', async () => {
  await say(7, promise)
  const edited = await say(8, 'Nice weather today.')
  await say(9, report)
  await process()
  await edit(8, report)
  await process()
  expect(await loops()).toMatchObject([{ state: 'done', closingMessageId: edited.id }])
})

test('a promise that is edited away or deleted is no loop, also if it was closed since', async () => {
  for (const hour of [7, 8]) await say(hour, promise)
  await say(9, report)
  await process()
  await edit(7, 'Nice weather today.')
  await process()
  expect(await loops()).toMatchObject([{ state: 'done' }])
  await remove(8)
  await process()
  expect(await loops()).toEqual([])
})

test('what the user closed stays closed, and what was said before does not open it again', async () => {
  await say(7, promise)
  await say(8, promise)
  await process()
  const [loop] = await loops()
  const context = { scope: { ...ana, audience: 'private' as const }, now: bench.clock.now() }
  await bench.store.transaction((tx) => closeLoop(tx, context, { id: loop!.id as LoopId, state: 'done', origin: 'request' }))
  await bench.store.db.session.updateMany({ data: { state: 'active', dueAt: bench.clock.now() } })
  await process()
  await edit(7, 'Nice weather today.')
  await process()
  expect(await loops()).toMatchObject([{ id: loop!.id, state: 'done', closingOrigin: 'request' }])
})

test('what the user opened again stays open, unless it is said afterwards that it is done', async () => {
  await say(7, promise)
  await say(9, report)
  await process()
  const [loop] = await loops()
  const context = { scope: { ...ana, audience: 'private' as const }, now: bench.clock.now(), timezone: 'Etc/UTC' }
  await bench.store.transaction((tx) => reopenLoop(tx, context, { id: loop!.id as LoopId, origin: 'request' }))
  await say(8, 'Nice weather today.')
  await edit(9, `${report} At last.`)
  await process()
  expect(await loops()).toMatchObject([{ id: loop!.id, state: 'open' }])
  const done = await say(14, report)
  bench.clock.advance(3 * 3_600_000)
  await process()
  expect(await loops()).toMatchObject([{ id: loop!.id, state: 'done', closingMessageId: done.id }])
})

test('a loop is open again if the message that closed it is deleted, and stated once if it was promised again meanwhile', async () => {
  const first = await say(7, promise)
  await say(8, report)
  await say(9, promise)
  await process()
  expect((await loops()).map(({ state }) => state)).toEqual(['done', 'open'])
  await remove(8)
  await process()
  expect(await loops()).toMatchObject([{ state: 'open', sourceMessageId: first.id }])
})

test('if a promise is forgotten, one that was made again later remains, and a forgotten report leaves its loop closed', async () => {
  const first = await say(7, promise)
  const again = await say(8, promise)
  const done = await say(9, report)
  await process()
  await forget(first)
  await process()
  expect(await loops()).toMatchObject([{ state: 'done', sourceMessageId: again.id, closingMessageId: done.id }])
  await forget(done)
  expect(await loops()).toMatchObject([{ state: 'done', closingMessageId: null }])
})

test('an edited due time is the one of the loop', async () => {
  await say(9, promise)
  await process()
  await edit(9, 'I must send the offer to Tom by Friday.')
  await process()
  expect(await loops()).toMatchObject([{ dueDay: '2026-11-20' }])
})

test('what one user promised is closed by what the other said later, once they are one', async () => {
  const ben = await testPerson(bench.store, { name: 'ben' })
  await say(7, promise, ben)
  const done = await say(9, report)
  await process()
  await bench.store.transaction((tx) => mergeLoops(tx, { from: ben, into: ana, now: bench.clock.now() }))
  await process()
  expect(await loops()).toMatchObject([{ userId: ana.userId, state: 'done', closingMessageId: done.id }])
})
