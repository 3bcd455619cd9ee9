import { beforeEach, expect, test } from 'vitest'
import type { Audience } from '../../src/core/domain/messages.ts'
import { closeLoop, renameLoop, reopenLoop, rescheduleLoop, snoozeLoop } from '../../src/loops/change-loop.ts'
import { listLoops, loadLoop } from '../../src/loops/open-loop.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { day, idOf, type LoopBench, loopBench } from './bench.ts'

let store: Store
let bench: LoopBench
let ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = loopBench(store, '2026-11-18T09:00:00Z')
  ana = await testPerson(store)
})

const waiting = () => store.db.reminder.findMany({ where: { state: 'waiting' } })

test('a loop that is stated again is merged with the open one, and takes its new due time', async () => {
  const first = await bench.add(ana, { text: 'Call Ann' })
  const again = await bench.add(ana, { text: 'call Ann.', due: { day: day('2026-11-20'), time: '09:00' } })
  expect(again).toMatchObject({ isNew: false, loop: { id: idOf(first), text: 'Call Ann', due: { day: '2026-11-20', time: '09:00' } } })
  expect(await bench.openTexts(ana)).toEqual(['Call Ann'])
  expect(await waiting()).toMatchObject([{ loopId: idOf(first), dueAt: new Date('2026-11-20T08:00:00Z'), isTimed: true }])
})

test('closing keeps the message that shows it and cancels the reminder, and opening again restores a reminder that is ahead', async () => {
  const id = idOf(await bench.add(ana, { text: 'send the invoice', due: { day: day('2026-11-20'), time: '09:00' } }))
  const said = await ana.say('sent it!', '2026-11-18T09:05:00Z')
  const closing = { id, state: 'done', origin: 'session', messageId: said.id } as const
  const closed = await store.transaction((tx) => closeLoop(tx, bench.context(ana), closing))
  expect(closed).toMatchObject({ state: 'done', closingMessageId: said.id, closedAt: bench.clock.now() })
  expect(await waiting()).toEqual([])
  expect(await store.transaction((tx) => closeLoop(tx, bench.context(ana), closing))).toBeUndefined()
  expect(await store.transaction((tx) => reopenLoop(tx, bench.context(ana), { id, origin: 'request' }))).toMatchObject({
    state: 'open',
    closingMessageId: null,
  })
  expect(await waiting()).toHaveLength(1)
})

test('a loop whose time has passed is opened again without a reminder', async () => {
  const id = idOf(await bench.add(ana, { text: 'water the plants', due: { day: day('2026-11-19'), time: '09:00' } }))
  await store.transaction((tx) => closeLoop(tx, bench.context(ana), { id, state: 'dropped', origin: 'request' }))
  bench.clock.set('2026-11-20T09:00:00Z')
  await store.transaction((tx) => reopenLoop(tx, bench.context(ana), { id, origin: 'request' }))
  expect(await waiting()).toEqual([])
})

test('a closed loop is not opened again while an open one says the same', async () => {
  const id = idOf(await bench.add(ana, { text: 'call Ann' }))
  await store.transaction((tx) => closeLoop(tx, bench.context(ana), { id, state: 'done', origin: 'request' }))
  await bench.add(ana, { text: 'call Ann' })
  expect(await store.transaction((tx) => reopenLoop(tx, bench.context(ana), { id, origin: 'request' }))).toBeUndefined()
})

test('a due time can be moved and removed, and a repeated loop keeps its rule when one occurrence is postponed', async () => {
  const once = idOf(await bench.add(ana, { text: 'once', due: { day: day('2026-11-20'), time: '09:00' } }))
  await store.transaction((tx) => rescheduleLoop(tx, bench.context(ana), { id: once, due: undefined }))
  expect(await loadLoop(store.db, bench.context(ana).scope, once)).toMatchObject({ due: null })
  const due = { day: day('2026-11-23'), time: '09:00', repeat: 'FREQ=WEEKLY;BYDAY=MO' }
  const weekly = idOf(await bench.add(ana, { text: 'weekly', due }))
  const later = { day: day('2026-11-24'), time: '10:00' }
  expect(await store.transaction((tx) => snoozeLoop(tx, bench.context(ana), { id: weekly, due: later }))).toMatchObject({ due: later })
  expect(await loadLoop(store.db, bench.context(ana).scope, weekly)).toMatchObject({ due })
  expect(await waiting()).toMatchObject([{ loopId: weekly, dueAt: new Date('2026-11-24T09:00:00Z') }])
})

test('a loop is renamed unless another open one says the same', async () => {
  const id = idOf(await bench.add(ana, { text: 'call Ann' }))
  await bench.add(ana, { text: 'call Bo' })
  expect(await store.transaction((tx) => renameLoop(tx, bench.context(ana), { id, text: 'Call Bo!' }))).toBeUndefined()
  expect(await store.transaction((tx) => renameLoop(tx, bench.context(ana), { id, text: 'write to Ann' }))).toMatchObject({
    text: 'write to Ann',
  })
})

test('nobody sees or changes loops of another user, and a shared place has only its own', async () => {
  const bo = await testPerson(store)
  const id = idOf(await bench.add(ana, { text: 'a secret', due: { day: day('2026-11-20') } }))
  const place = 'place:7' as Audience
  for (const scope of [bench.context(bo).scope, bench.context(ana, place).scope]) {
    expect(await loadLoop(store.db, scope, id)).toBeUndefined()
    expect(await listLoops(store.db, scope, { state: 'open', limit: 5 })).toEqual({ loops: [], total: 0 })
    const foreign = { ...bench.context(ana), scope }
    expect(await store.transaction((tx) => closeLoop(tx, foreign, { id, state: 'done', origin: 'request' }))).toBeUndefined()
    expect(await store.transaction((tx) => rescheduleLoop(tx, foreign, { id, due: undefined }))).toBeUndefined()
    expect(await store.transaction((tx) => renameLoop(tx, foreign, { id, text: 'x' }))).toBeUndefined()
  }
  expect(await loadLoop(store.db, bench.context(ana).scope, id)).toMatchObject({ text: 'a secret', due: { day: '2026-11-20' } })
})

test('what is due comes first, then the newest', async () => {
  for (const [text, due] of [
    ['old', undefined],
    ['new', undefined],
    ['later', '2026-11-25'],
    ['soon', '2026-11-19'],
  ] as const)
    await bench.add(ana, { text, ...(due && { due: { day: day(due) } }) })
  expect(await bench.openTexts(ana)).toEqual(['soon', 'later', 'new', 'old'])
})

test('a text that no database stores, and one that is too long, are stored as far as possible', async () => {
  const { loop } = await bench.add(ana, { text: `a\0b ${'x'.repeat(1_000)}`, owner: 'other', ownerName: 'N'.repeat(500) })
  expect(loop.text.length).toBeLessThanOrEqual(300)
  expect(loop.ownerName?.length).toBeLessThanOrEqual(60)
})
