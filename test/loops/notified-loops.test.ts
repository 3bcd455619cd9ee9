import { beforeEach, expect, test } from 'vitest'
import { addLoopAndNotify, closeLoopAndNotify, type LoopAnsweringContext, snoozeLoopAndNotify } from '../../src/loops/notified-loops.ts'
import { loadLoop } from '../../src/loops/open-loop.ts'
import { undoMove } from '../../src/loops/undo-move.ts'
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

async function answering(): Promise<LoopAnsweringContext> {
  const { id } = await ana.say('Look at this.', '2026-11-18T08:59:00Z')
  return { scope: bench.context(ana).scope, answeredMessageId: id, mayWrite: async () => {}, timezone: ana.timezone }
}

test('one message adds and closes at most eight loops, whoever wrote what it contains, and each can be undone', async () => {
  const old = [idOf(await bench.add(ana, { text: 'call Ann' })), idOf(await bench.add(ana, { text: 'pay the rent' }))] as const
  const context = await answering()
  for (let number = 1; number <= 7; number++) await addLoopAndNotify(bench, context, { text: `injected ${number}`, owner: 'user' })
  await closeLoopAndNotify(bench, context, { id: old[0], state: 'done' })
  await expect(closeLoopAndNotify(bench, context, { id: old[1], state: 'done' })).rejects.toThrow('which is the limit')
  await expect(addLoopAndNotify(bench, context, { text: 'injected 8', owner: 'user' })).rejects.toThrow('which is the limit')
  expect(await bench.openTexts(ana)).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `injected ${number}`).concat('pay the rent'))
  const actions = (await bench.notices()).flatMap((notice) => notice.actions)
  expect(actions.filter((action) => action.startsWith('/loop drop '))).toHaveLength(7)
  expect(actions.at(-1)).toBe(`/loop reopen ${old[0]}`)
})

test('one message moves at most eight loops, also by adding them again, and is not held back by what other messages moved', async () => {
  const ids = [idOf(await bench.add(ana, { text: 'call Ann' })), idOf(await bench.add(ana, { text: 'pay the rent' }))] as const
  const context = await answering()
  const later = (number: number) => ({ day: day(`2026-12-0${number}`), time: '09:00' })
  for (let number = 1; number <= 7; number++) await snoozeLoopAndNotify(bench, context, { id: ids[0], due: later(number) })
  await addLoopAndNotify(bench, context, { text: 'Pay the rent', owner: 'user', due: later(1) })
  await expect(snoozeLoopAndNotify(bench, context, { id: ids[1], due: later(8) })).rejects.toThrow('which is the limit')
  await expect(addLoopAndNotify(bench, context, { text: 'call Ann', owner: 'user', due: later(8) })).rejects.toThrow('which is the limit')
  await expect(closeLoopAndNotify(bench, context, { id: ids[0], state: 'done' })).rejects.toThrow('which is the limit')
  bench.clock.advance(60_000)
  const { id } = await ana.say('Move the rent to the ninth.', '2026-11-18T09:00:30Z')
  await snoozeLoopAndNotify(bench, { ...context, answeredMessageId: id }, { id: ids[1], due: later(9) })
  expect((await bench.notices()).map(({ actions }) => actions[0])).toContain(`/loop back ${ids[1]} 2026-12-01 09:00`)
})

test.each([
  ['no due time', undefined, ''],
  ['a day', { day: day('2026-11-20') }, ' 2026-11-20'],
  ['a time', { day: day('2026-11-20'), time: '09:00' }, ' 2026-11-20 09:00'],
  ['a time counted from now', { day: day('2026-11-20'), time: '09:00', isFixed: true }, ' 2026-11-20 09:00 fixed'],
  ['a rule', { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=DAILY' }, ''],
] as const)('a move of a loop with %s can be undone, with its reminder', async (_, due, written) => {
  const id = idOf(await bench.add(ana, { text: 'call Ann', due }))
  const reminders = () => bench.store.db.reminder.findMany({ where: { loopId: id }, select: { dueAt: true, isTimed: true, isFixed: true } })
  const before = { loop: await loadLoop(store.db, bench.context(ana).scope, id), reminders: await reminders() }
  await snoozeLoopAndNotify(bench, await answering(), { id, due: { day: day('2027-01-05'), time: '10:00' } })
  expect(await reminders()).not.toEqual(before.reminders)
  expect((await bench.notices()).at(-1)?.actions).toEqual([`/loop back ${id}${written}`, `/loop drop ${id}`])
  await store.transaction((tx) => undoMove(tx, bench.context(ana), { id, earlier: written }))
  expect({ loop: await loadLoop(store.db, bench.context(ana).scope, id), reminders: await reminders() }).toEqual(before)
})

test('only what the button says is undone', async () => {
  const id = idOf(await bench.add(ana, { text: 'call Ann', due: { day: day('2026-11-20') } }))
  for (const earlier of ['2026-02-31', 'tomorrow', '2026-11-20 25:00', '2026-11-20 9'])
    expect(await store.transaction((tx) => undoMove(tx, bench.context(ana), { id, earlier }))).toBeUndefined()
  // A reminder that is past does not come once more.
  await store.transaction((tx) => undoMove(tx, bench.context(ana), { id, earlier: '2026-11-01 09:00' }))
  expect(await store.db.reminder.count()).toBe(0)
})
