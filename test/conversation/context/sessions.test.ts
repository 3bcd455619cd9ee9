import { expect, test } from 'vitest'
import { contextBudgets } from '../../../src/conversation/context/budgets.ts'
import { sessionBench } from '../../sessions/bench.ts'
import { TestClock } from '../../support/clock.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { type ContextOptions, contextOf } from './conversation.ts'

const minutes = 60_000

/** A person and the bot, whose sessions are processed as time passes. */
async function conversation() {
  const store = await testStore()
  const ana = await testPerson(store, { name: 'ana', timezone: 'UTC' })
  const bench = sessionBench(store, {
    clock: new TestClock('2026-11-17T18:00:00Z'),
    readSession: async ({ lines }) => ({
      ...{ summary: `About ${lines[0]?.text.slice(0, 12)}.`, names: [], newLoops: [], closings: [] },
      moments: lines.slice(0, 1).map(({ id, text }) => ({ messageId: id, text: `Decided: ${text.slice(0, 12)}` })),
    }),
  })
  const wait = async (ms: number) => {
    await bench.tick()
    bench.clock.advance(ms)
    await bench.tick()
  }
  return {
    store,
    ana,
    bench,
    wait,
    ask: (text: string, place?: ReturnType<typeof sharedPlace>) => ana.say(text, bench.clock.now(), place && { place }),
  }
}

/** A raw window that shows nothing of an earlier session. */
const bare: ContextOptions = { budgets: { ...contextBudgets, rawWindow: 0, rawWindowMax: 0 } }

test('the last session is in the context once a new one has started, with its time and place', async () => {
  const { store, ana, wait, ask } = await conversation()
  await ask('The red boat')
  await wait(14 * minutes)
  await ask('The same talk')
  await wait(20 * minutes)
  const first = await contextOf(store, ana, [await ask('A question')], bare)
  expect(first.background).toContain(
    'Last time (Tuesday 17 November 2026, 18:00 to 18:14, on test, 20 minutes before this conversation started):\n<last-session>\n    About The red boat.\n</last-session>',
  )
  await wait(10 * minutes)
  const second = await contextOf(store, ana, [await ask('Another one')], bare)
  expect(second.background).toContain('20 minutes before this conversation started')
})

test('the last session is omitted while the raw window shows all of it', async () => {
  const { store, ana, wait, ask } = await conversation()
  await ask('The red boat')
  await wait(20 * minutes)
  const { background, report } = await contextOf(store, ana, [await ask('A question')])
  expect(background).not.toContain('Last time')
  expect(report.parts.find(({ name }) => name === '3 last time')).toMatchObject({ tokens: 0, items: 0 })
})

test('a private session never comes up in a shared place, nor the other way round', async () => {
  const { store, ana, wait, ask } = await conversation()
  await ask('A secret plan')
  await wait(20 * minutes)
  const office = sharedPlace('office')
  const shared = await contextOf(store, ana, [await ask('Hello all', office)], bare)
  expect(shared.background).not.toMatch(/Last time|secret/)
  await ask('Office party', office)
  await wait(20 * minutes)
  const again = await contextOf(store, ana, [await ask('What was it?', office)], bare)
  expect(again.background).toContain('About Hello all.')
  expect(again.background).not.toContain('secret')
  const direct = await contextOf(store, ana, [await ask('And here?')], bare)
  expect(direct.background).toContain('About A secret pla.')
  expect(direct.background).not.toContain('Decided: Hello all')
})

test('the key moments of today accompany its summary, unless the raw window shows their messages', async () => {
  const { store, ana, wait, ask } = await conversation()
  const said = await ask('The red boat')
  await wait(20 * minutes)
  const question = await ask('A question')
  const { background, report } = await contextOf(store, ana, [question], bare)
  expect(background).toContain(`<key-moments>\n    [#${said.id}] 18:00 Decided: The red boat\n</key-moments>`)
  expect(report.parts.find(({ name }) => name === "5 today's summary")).toMatchObject({ items: 1 })
  const roomy = await contextOf(store, ana, [question])
  expect(roomy.background).not.toContain('key-moments')
})
