import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/agent/tool.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import { cancelTurn } from '../../src/conversation/turn/cancel.ts'
import { retryReply } from '../../src/conversation/turn/retry.ts'
import { ModelError } from '../../src/core/domain/errors.ts'
import { sharedPlace } from '../support/conversation.ts'
import { type Script, ScriptedModel, toolCall } from '../support/scripted-model.ts'
import { gate, type Harness, type HarnessOptions, harness, rowsOf, running, type Talker, turnsOf } from './harness.ts'

const usage = { inputTokens: 900, outputTokens: 100 }
const lookup = defineTool({ name: 'lookup', description: 'Looks up.', input: z.object({}), run: async () => 'found' })
const looksUp = { calls: [toolCall('lookup', {})], usage }

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  readonly ask: (person?: Talker) => Promise<string | undefined>
}

async function bench(script: Script, settings: HarnessOptions['settings'] = {}): Promise<Bench> {
  const model = new ScriptedModel(script)
  const h = await harness({ model, settings, tools: [lookup], abilities: { edit: false } })
  const ada = await h.person('ada')
  return {
    ...h,
    ada,
    model,
    async ask(person = ada) {
      h.clock.advance(1_000)
      await person.writes('A question')
      await answerThread(h.deps, person.threadId, { signal: running() })
      return h.chat.screen(person.direct.address).at(-1)
    },
  }
}

const used = async (b: Bench) =>
  (await turnsOf(b)).map(({ state, calls, inputTokens, outputTokens }) => [state, calls, inputTokens, outputTokens])

test('over the tokens of a day nothing is asked of the model, until midnight where the person is', async () => {
  const b = await bench((_, call) => ({ text: `Reply ${call}.`, usage }), { tokensPerDay: 2_000 })
  const bo = await b.person('bo')
  expect([await b.ask(), await b.ask()]).toEqual(['Reply 1.', 'Reply 2.'])
  expect(await b.ask()).toBe(
    'You have reached the limit of 2,000 tokens a day. It resets at 00:00 (Europe/Paris). Your message is kept: send /retry then to have it answered.',
  )
  expect(b.model.requests).toHaveLength(2)
  expect((await rowsOf(b, b.ada.threadId)).at(-1)).toMatchObject({ role: 'system', kind: 'notice' })
  expect((await turnsOf(b)).at(-1)).toMatchObject({ state: 'failed', error: 'tokens per day', calls: null, model: null })
  expect(await b.ask(bo)).toBe('Reply 3.')

  b.clock.set('2026-11-18T22:59:00Z')
  expect(await b.ask()).toMatch(/^You have reached the limit/)
  b.clock.set('2026-11-18T23:00:00Z')
  const { placeId } = (await rowsOf(b, b.ada.threadId)).at(-1)!
  expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId: placeId as never })).toEqual({ retried: 'turn' })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(b.chat.screen(b.ada.direct.address).at(-1)).toBe('Reply 4.')
})

test('another timezone is no way around the limit, and a shared place is told no figures', async () => {
  const b = await bench((_, call) => ({ text: `Reply ${call}.`, usage }), { tokensPerDay: 1_000 })
  expect(await b.ask()).toBe('Reply 1.')
  await b.store.db.user.updateMany({ data: { timezone: 'Asia/Tokyo' } })
  b.clock.set('2026-11-18T15:01:00Z')
  expect(await b.ask()).toMatch(/^You have reached the limit/)
  const group = sharedPlace('group')
  await b.ada.writes('And here?', { place: group })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(b.chat.screen(group.address).at(-1)).toBe(
    'I cannot answer you any more today, because you have reached a limit. Your message is kept. Send /usage for details.',
  )
})

test('a server that counts nothing is no way around the limit', async () => {
  const b = await bench([{ text: 'A reply.' }], { tokensPerDay: 100 })
  expect(await b.ask()).toBe('A reply.')
  expect(await used(b)).toEqual([['done', 1, null, null]])
  expect(await b.ask()).toMatch(/^You have reached the limit of 100 tokens/)
})

test('a turn keeps the calls of the model and what they used', async () => {
  const b = await bench([looksUp, { text: 'Found.', usage }])
  await b.ask()
  expect(await used(b)).toEqual([['done', 2, 1_800, 200]])
})

test('of a turn that failed, what is known is kept', async () => {
  const b = await bench([looksUp, looksUp, { error: new ModelError('unavailable', 'down') }])
  await b.ask()
  expect(await used(b)).toEqual([['failed', 3, 1_800, 200]])
})

test('of one that was stopped too', async () => {
  const b = await bench([looksUp, { text: 'So', stall: true }])
  const asked = b.ask()
  await b.model.called(2)
  await cancelTurn(b.deps, b.ada)
  await asked
  expect(await used(b)).toEqual([['stopped', 2, 900, 100]])
})

test('a reply that is thrown away and regenerated was paid for twice', async () => {
  const door = gate()
  const b = await bench([
    { text: 'Old.', after: door.opened, usage },
    { text: 'New.', usage },
  ])
  const asked = b.ask()
  await b.model.called()
  const [message] = await rowsOf(b, b.ada.threadId)
  await b.ada.edits({ ...message, platformOrder: 1n } as never, 'Another question')
  door.open()
  expect(await asked).toBe('New.')
  expect(await used(b)).toEqual([['done', 2, 1_800, 200]])
})

test('a fault under which the ground changed is counted once', async () => {
  const door = gate()
  const b = await bench([looksUp, { error: new ModelError('unavailable', 'down'), after: door.opened }])
  const asked = b.ask()
  await b.model.called(2)
  const [message] = await rowsOf(b, b.ada.threadId)
  await b.ada.edits({ ...message, platformOrder: 1n } as never, 'Another question')
  door.open()
  await asked
  expect(await used(b)).toEqual([['failed', 2, 900, 100]])
})

test('a reply that ran out of rounds says so in one sentence', async () => {
  const b = await bench((request) => (request.tools?.length ? looksUp : { text: 'As far as I saw.', usage }))
  expect(await b.ask()).toBe(
    'As far as I saw.\n\nI looked things up in 8 rounds, which is the limit for one reply. Ask again and I will look further.',
  )
})
