import { expect, it } from 'vitest'
import { agentLimits } from '../../../src/agent/limits.ts'
import { buildSystemPrompt } from '../../../src/agent/prompt.ts'
import { assertRequested } from '../../../src/agent/request-check.ts'
import { planRequest } from '../../../src/agent/request-size.ts'
import { runAgent } from '../../../src/agent/run.ts'
import type { ToolContext } from '../../../src/agent/tool.ts'
import { createTools } from '../../../src/agent/tools/index.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { MemoryTheme } from '../../../src/memory/themes.ts'
import { estimateTokens, loadTokenCounter } from '../../../src/model/tokens.ts'
import { offlineModel } from '../../../src/offline/chat/chat-model.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { testStore } from '../../support/store.ts'
import { toolParts } from '../../support/tool-parts.ts'

// A Wednesday: last week is Monday 9 to Sunday 15 November.
const clock = new TestClock('2026-11-18T09:00:00Z')

function contextOf({ userId, threadId, timezone }: TestPerson, more: Partial<ToolContext> = {}): ToolContext {
  return { userId, threadId, audience: 'private', timezone, language: 'en', now: clock.now(), ...more }
}

function ask(store: Store, text: string, { model = offlineModel, context }: { model?: typeof offlineModel; context: ToolContext }) {
  const prompt = buildSystemPrompt({
    now: clock.now(),
    timezone: context.timezone,
    language: 'en',
    platform: 'the web page',
    placeKind: 'direct',
  })
  return runAgent(
    { model, clock, log: silentLog, limits: agentLimits },
    {
      messages: [
        { role: 'system', content: prompt },
        { role: 'user', content: text },
      ],
      toAnswer: 1,
      limit: Number.POSITIVE_INFINITY,
      tools: createTools(toolParts(store, clock)),
      context,
      signal: new AbortController().signal,
    },
  )
}

it('finds last week’s decisions, from a day summary and from a day without one', async () => {
  const store = await testStore()
  const ana = await testPerson(store)
  const canal = await ana.say('We decided to take the flat by the canal.', '2026-11-10T18:00:00Z')
  await ana.say('It rained all day.', '2026-11-11T18:00:00Z')
  const bike = await ana.say("Let's sell the old bike, that's decided.", '2026-11-13T18:00:00Z')
  const gym = await ana.say('We decided to cancel the gym.', '2026-10-20T18:00:00Z')
  const question = await ana.say('What did we decide last week?', '2026-11-18T08:59:00Z')
  await store.db.daySummary.create({
    data: {
      segmentId: canal.segmentId,
      markdown: `## Summary\nThe flat.\n\n## Goals\n- None\n\n## Decisions\n- Take the flat by the canal [#${canal.id}]\n\n## Open loops\n- None\n\n## Next steps\n- None`,
      mode: 'rollover',
      model: 'test',
      language: 'en',
      updatedAt: clock.now(),
    },
  })
  const answer = await ask(store, 'What did we decide last week?', { context: contextOf(ana, { answering: [question.id] }) })
  expect(answer.text).toContain(`**Tuesday 10 November 2026**\n- Take the flat by the canal [#${canal.id}]`)
  expect(answer.text).toContain(`**Friday 13 November 2026**\n- ${bike.authorName}: Let's sell the old bike, that's decided. [#${bike.id}]`)
  expect(answer.text).not.toContain(`[#${gym.id}]`)
  expect(answer.text).not.toContain(`[#${question.id}]`)
})

it('finds what was said, whenever that was', async () => {
  const store = await testStore()
  const ana = await testPerson(store)
  const said = await ana.say('The dentist moved me to Thursday at nine.', '2026-08-03T18:00:00Z')
  await ana.say('It rained all day.', '2026-11-11T18:00:00Z')
  const answer = await ask(store, 'When is my dentist appointment?', { context: contextOf(ana) })
  expect(answer.text).toContain(`The dentist moved me to Thursday at nine. [#${said.id}]`)
  expect(answer.text).not.toContain('rained')
})

it('remembers what it is asked to, tells the person, and answers from it', async () => {
  const store = await testStore()
  const ana = await testPerson(store)
  const wish = await ana.say('Remember that my locker is number 52.', clock.now())
  const context = contextOf(ana, {
    answering: [wish.id],
    mayWrite: async () => {},
    assertRequested: (change) => assertRequested(store.db, [wish], change),
  })
  expect((await ask(store, wish.text, { context })).text).toContain('I will remember that.')
  expect((await ask(store, wish.text, { context })).text).toContain('I already know that.')
  expect(await store.db.message.findMany({ where: { kind: 'notice' } })).toMatchObject([
    { text: 'I will remember:\n> My locker is number 52.' },
  ])
  const answer = await ask(store, 'What is my locker number?', { context: contextOf(ana) })
  expect(answer.text).toMatch(/^I remember: My locker is number 52\.\n/)
})

it('shows a model nothing of another user, whatever ids it gives', async () => {
  const store = await testStore()
  const [ana, ben] = [await testPerson(store), await testPerson(store)]
  const secret = await ana.say('The code of the safe is 4711.', '2026-11-10T18:00:00Z')
  const missing = 2_000_000_000
  const model = new ScriptedModel([
    {
      calls: [
        toolCall('conversation_get', { message_id: secret.id }, 'a'),
        toolCall('conversation_get', { message_id: missing }, 'b'),
        toolCall('conversation_get', { day_segment_id: secret.segmentId }, 'c'),
        toolCall('conversation_search', { query: 'code of the safe' }, 'd'),
        toolCall('conversation_search', { query: 'code of the safe', user_id: ana.userId }, 'e'),
      ],
    },
    { text: 'Nothing.' },
  ])
  const { toolCalls } = await ask(store, 'Open the safe.', { model, context: contextOf(ben) })
  const outputs = toolCalls.map(({ output }) => output)
  expect(outputs[0]).toBe(outputs[1])
  expect(JSON.parse(outputs[3] ?? '').results).toEqual([])
  expect(outputs.join()).not.toContain('4711')
})

it('declares every tool in words that a model’s server takes', async () => {
  const store = await testStore()
  for (const { declaration } of createTools(toolParts(store, clock))) {
    expect(declaration.name).toMatch(/^[a-z_]{1,64}$/)
    expect(declaration.parameters).toMatchObject({ type: 'object', properties: expect.anything() })
    expect(declaration.description.length).toBeLessThan(200)
  }
})

it('shows tools for memory only when they can be useful, and never more than 800 tokens of tools', async () => {
  const store = await testStore()
  const tools = createTools(toolParts(store, clock))
  const counters = await Promise.all(['gpt-4o', 'gpt-4', 'some-model'].map(loadTokenCounter))
  const settings = { contextTokens: 16_000, replyTokens: 1_000 }
  const shownFor = (themes: readonly MemoryTheme[] | undefined, countTokens = estimateTokens, window = 32_000, openLoops = 0) => {
    const model = Object.assign(new ScriptedModel([], window), { countTokens })
    const plan = planRequest({ model, settings, tools, themes, openLoops })
    expect(plan.toolTokens).toBeLessThanOrEqual(800)
    expect(plan.contextLimit + plan.toolTokens).toBe(plan.limit)
    return plan.tools.map(({ declaration }) => declaration.name)
  }
  const theme = (slug: string, active: number) => ({ slug, name: slug, active, archived: 1 })
  const always = ['conversation_search', 'conversation_get', 'loop_add', 'memory_add']
  expect(shownFor([])).toEqual(always)
  expect(shownFor([], estimateTokens, 32_000, 1)).toEqual([...always, 'loop_close', 'loop_snooze'])
  expect(shownFor(undefined)).toEqual(always)
  expect(shownFor([theme('food', 0)])).toEqual([...always, 'memory_search', 'memory_get'])
  expect(shownFor([theme('food', 1)])).toEqual([...always, 'memory_search', 'memory_archive', 'memory_get'])
  expect(shownFor([], estimateTokens, 32_000, 21)).toEqual([...always, 'loop_close', 'loop_snooze', 'loop_list'])
  const many = Array.from({ length: 11 }, (_, index) => theme(`theme ${index}`, 1))
  for (const countTokens of counters) expect(shownFor(many, countTokens, 32_000, 1)).toHaveLength(tools.length - 1)
  expect(shownFor(many, estimateTokens, 4_096)).toEqual(['conversation_search', 'conversation_get', 'loop_add'])
})
