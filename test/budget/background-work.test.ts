import { expect, test } from 'vitest'
import { type BudgetedRun, countBackgroundTokens, doBackgroundWork } from '../../src/budget/background-work.ts'
import type { UserId } from '../../src/core/domain/ids.ts'
import type { ChatModel, ModelRequest } from '../../src/core/ports/chat-model.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { TestClock } from '../support/clock.ts'
import { testPerson } from '../support/conversation.ts'
import { type Script, ScriptedModel } from '../support/scripted-model.ts'
import { testStore } from '../support/store.ts'

const request: ModelRequest = { messages: [{ role: 'user', content: 'x'.repeat(400) }], tools: [], maxOutputTokens: 100 }

async function call(model: ChatModel): Promise<void> {
  for await (const event of model.stream(request, new AbortController().signal)) if (event.type === 'end') return
}

async function setup({ tokensPerDay = 1_000, script }: { tokensPerDay?: number; script?: Script } = {}) {
  const store = await testStore()
  const clock = new TestClock('2026-11-18T09:00:00Z')
  const deps = {
    store,
    clock,
    log: silentLog,
    defaultTimezone: 'Europe/Paris',
    backgroundWork: { tokensPerDay, offlineModel: offlineSummarizer },
  }
  const model: ChatModel = new ScriptedModel(script ?? [{ text: 'Done.', usage: { inputTokens: 450, outputTokens: 50 } }])
  const { userId } = await testPerson(store)
  /** Returns the name of the model that was used. */
  const run = (options: Partial<BudgetedRun> = {}, work: (used: ChatModel) => Promise<void> = call) =>
    doBackgroundWork(deps, { userId, kind: 'session', model, expectedTokens: 600, ...options }, async (chosen) => {
      await work(chosen.model)
      expect(chosen.isOverLimit).toBe(chosen.model === offlineSummarizer && options.model !== offlineSummarizer)
      return chosen.model.name
    })
  const used = (of: UserId = userId) => countBackgroundTokens(store.db, of, new Date(0))
  return { store, clock, deps, model, userId, run, used }
}

test('beyond the limit the offline model does the work, until the next day of the bot', async () => {
  const { clock, run, used } = await setup()
  expect([await run(), await run(), await run()]).toEqual(['scripted', 'scripted', 'offline'])
  expect(await used()).toBe(1_000)
  clock.set('2026-11-18T22:59:59Z')
  expect(await run()).toBe('offline')
  clock.set('2026-11-18T23:00:00Z')
  expect(await run()).toBe('scripted')
})

test('other users are unaffected', async () => {
  const { store, run, used } = await setup()
  const other = await testPerson(store)
  await run()
  await run()
  expect(await run({ userId: other.userId })).toBe('scripted')
  expect(await used(other.userId)).toBe(500)
  expect(await run()).toBe('offline')
})

test('what a user asks for is done by the model even beyond the limit, and counts', async () => {
  const { run, used } = await setup({ tokensPerDay: 400 })
  await run()
  expect(await run({ isRequested: true })).toBe('scripted')
  expect(await used()).toBe(1_000)
})

test('two workers see each other’s runs before these have ended', async () => {
  const { run, used } = await setup()
  const names: string[] = []
  await run({}, async (outer) => {
    // A second worker starts within the limit, and a third one does not.
    await run({}, async (inner) => {
      names.push(await run())
      await call(inner)
    })
    await call(outer)
  })
  expect(names).toEqual(['offline'])
  expect(await used()).toBe(1_000)
})

test('workers that start at once exceed the limit by one run', async () => {
  const { run, used } = await setup({ tokensPerDay: 1_300 })
  const names = await Promise.all([run(), run(), run(), run(), run(), run()])
  expect(names.filter((name) => name === 'scripted').length).toBeLessThanOrEqual(3)
  expect(await used()).toBeLessThanOrEqual(1_300 + 600)
})

test('a run that fails is counted, by an estimate where the server reported nothing', async () => {
  const { store, run } = await setup({ script: [{ text: 'So', error: new Error('down') }] })
  await expect(run()).rejects.toThrow('down')
  expect(await store.db.backgroundUsage.findMany()).toMatchObject([
    { kind: 'session', model: 'scripted', inputTokens: 100, outputTokens: 1, isEstimated: true },
  ])
})

test('all calls of a run count together', async () => {
  const { store, run } = await setup()
  await run({}, async (used) => {
    await call(used)
    await call(used)
  })
  expect(await store.db.backgroundUsage.findMany()).toMatchObject([{ inputTokens: 900, outputTokens: 100, isEstimated: false }])
})

test('without a language model nothing is counted, and 0 is no limit', async () => {
  const offline = await setup({ tokensPerDay: 1 })
  expect(await offline.run({ model: offlineSummarizer })).toBe('offline')
  expect(await offline.store.db.backgroundUsage.count()).toBe(0)
  const free = await setup({ tokensPerDay: 0 })
  expect([await free.run(), await free.run(), await free.run()]).toEqual(['scripted', 'scripted', 'scripted'])
})
