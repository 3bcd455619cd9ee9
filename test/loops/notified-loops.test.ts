import { beforeEach, expect, test } from 'vitest'
import { addLoopAndNotify, closeLoopAndNotify, type LoopAnsweringContext } from '../../src/loops/notified-loops.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { idOf, type LoopBench, loopBench } from './bench.ts'

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
