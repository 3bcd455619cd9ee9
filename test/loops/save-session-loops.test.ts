import { beforeEach, expect, test } from 'vitest'
import type { MessageId, SessionId } from '../../src/core/domain/ids.ts'
import { closeLoop, renameLoop } from '../../src/loops/change-loop.ts'
import { listLoopsForSession } from '../../src/loops/list-session-loops.ts'
import { saveSessionLoops } from '../../src/loops/save-session-loops.ts'
import type { ProcessedSession } from '../../src/sessions/deps.ts'
import type { SessionNotes } from '../../src/sessions/session-notes.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { day, idOf, type LoopBench, loopBench } from './bench.ts'

let store: Store
let bench: LoopBench
let ana: TestPerson
let said: MessageId[]

beforeEach(async () => {
  store = await testStore()
  bench = loopBench(store, '2026-11-18T09:00:00Z')
  ana = await testPerson(store)
  said = []
  for (const text of ['I will send Maria the file by Friday', 'sent it!']) said.push((await ana.say(text, '2026-11-18T08:00:00Z')).id)
})

const session = (messageIds: readonly MessageId[] = said): ProcessedSession => ({
  ...{ id: 1 as SessionId, threadId: ana.threadId, userId: ana.userId, audience: 'private', revision: 1 },
  ...{ language: 'en', timezone: 'Europe/Paris', startedAt: new Date(0), endedAt: new Date('2026-11-18T10:00:00Z'), messageIds },
})
const save = (notes: Partial<SessionNotes>, messageIds = said) =>
  store.transaction((tx) =>
    saveSessionLoops(tx, bench.clock, session(messageIds), { summary: '', names: [], moments: [], newLoops: [], closings: [], ...notes }),
  )
const promise = (index = 0) => ({ owner: 'user' as const, text: 'send Maria the file', due: 'by Friday', messageId: said[index]! })
const rows = () => store.db.openLoop.findMany({ orderBy: { id: 'asc' }, include: { reminders: true } })

test('a loop that a session opens is due as it was meant when the message was written', async () => {
  bench.clock.set('2026-11-21T09:00:00Z')
  await save({ newLoops: [promise()] })
  // Friday is past by now, so nothing reminds of it.
  expect(await rows()).toMatchObject([
    { text: 'send Maria the file', dueDay: '2026-11-20', origin: 'session', sourceMessageId: said[0], reminders: [] },
  ])
})

test('one that was open before keeps its due time and its reminder', async () => {
  await bench.add(ana, { text: 'Send Maria the file', due: { day: day('2026-11-25'), time: '09:00' } })
  await save({ newLoops: [promise()] })
  expect(await rows()).toMatchObject([{ dueDay: '2026-11-25', origin: 'request', reminders: [{ state: 'waiting' }] }])
})

test('processing a session again changes nothing, also if its loop was closed since', async () => {
  await save({ newLoops: [promise()] })
  await save({ newLoops: [promise()] })
  const [loop] = await rows()
  await store.transaction((tx) => closeLoop(tx, bench.context(ana), { id: loop!.id as never, state: 'done', origin: 'request' }))
  await save({ newLoops: [promise()] })
  expect(await rows()).toMatchObject([{ id: loop!.id, state: 'done' }])
})

test('what a session no longer says is no longer open, unless the user has changed it', async () => {
  await save({ newLoops: [promise(), { ...promise(), text: 'water the plants' }] })
  const [file] = await rows()
  await store.transaction((tx) => renameLoop(tx, bench.context(ana), { id: file!.id as never, text: 'send Maria both files' }))
  await save({ newLoops: [] })
  expect((await rows()).map(({ text }) => text)).toEqual(['send Maria both files'])
})

test('a closing keeps its message, stays when the session is processed again, and is undone when the session no longer shows it', async () => {
  const id = idOf(await bench.add(ana, { text: 'send Maria the file' }))
  const closing = { loopId: id, messageId: said[1]!, state: 'done' as const }
  await save({ closings: [closing] })
  expect(await rows()).toMatchObject([{ state: 'done', closingMessageId: said[1], closingOrigin: 'session' }])
  expect(await listLoopsForSession(store.db, session())).toMatchObject([{ id }])
  await save({ closings: [closing] })
  expect(await rows()).toMatchObject([{ state: 'done', closingMessageId: said[1] }])
  await save({ closings: [] })
  expect(await rows()).toMatchObject([{ state: 'open', closingMessageId: null }])
})

test('a session in a shared place sees and closes only the loops of that place', async () => {
  const id = idOf(await bench.add(ana, { text: 'a secret' }))
  const shared = { ...session(), audience: 'place:7' as const }
  expect(await listLoopsForSession(store.db, shared)).toEqual([])
  const notes = {
    summary: '',
    names: [],
    moments: [],
    newLoops: [],
    closings: [{ loopId: id, messageId: said[1]!, state: 'done' as const }],
  }
  await store.transaction((tx) => saveSessionLoops(tx, bench.clock, shared, notes))
  expect(await rows()).toMatchObject([{ state: 'open' }])
})
