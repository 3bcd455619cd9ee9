import { expect, test } from 'vitest'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { ModelError } from '../../../src/core/domain/errors.ts'
import { claimTimezoneQuestion } from '../../../src/people/users.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { type Script, ScriptedModel } from '../../support/scripted-model.ts'
import { deliveriesOf, failure, type HarnessOptions, harness, rowsOf, running, type Talker } from '../harness.ts'

const question = expect.stringMatching(/^\*\*Which timezone are you in\?\*\* .* I use Europe\/Paris\./)

/** A person whose timezone is not known. */
async function bench(script: Script = [{ text: 'Hello to you.' }], options: Omit<HarnessOptions, 'model'> = {}) {
  const model = new ScriptedModel(script)
  const h = await harness({ ...options, model })
  const ada = await h.person()
  await forget(ada)
  async function forget({ userId }: Talker) {
    await h.store.db.user.update({ where: { id: userId }, data: { timezone: null } })
  }
  return {
    ...h,
    ada,
    model,
    forget,
    async asks(text: string, place = ada.direct) {
      h.clock.advance(1_000)
      await ada.writes(text, { place })
      await answerThread(h.deps, ada.threadId, { signal: running() })
    },
    screen: () => h.chat.screen(ada.direct.address),
  }
}

test('somebody who just writes is asked once, after the first reply', async () => {
  const b = await bench()
  await b.asks('Hello')
  expect(b.screen()).toEqual(['Hello to you.', question])
  const sent = b.chat.calls.filter(({ what }) => what === 'send').at(-1)
  expect(sent?.part?.buttons?.map(({ action }) => action)).toEqual(expect.arrayContaining(['/timezone Asia/Kolkata', '/timezone']))
  expect((await rowsOf(b, b.ada.threadId)).map(({ role, kind }) => `${role} ${kind}`)).toEqual([
    'user chat',
    'assistant chat',
    'system notice',
  ])
  await b.asks('And again')
  expect(b.screen()).toEqual(['Hello to you.', question, 'Hello to you.'])
})

test('is asked in their language', async () => {
  const b = await bench()
  await b.store.db.user.update({ where: { id: b.ada.userId }, data: { language: 'de', languageSource: 'choice' } })
  await b.asks('Hallo')
  expect(b.screen()[1]).toMatch(/Zeitzone/)
})

test('nobody is asked whose timezone is known', async () => {
  const b = await bench()
  await b.store.db.user.update({ where: { id: b.ada.userId }, data: { timezone: 'Asia/Tokyo' } })
  await b.asks('Hello')
  expect(b.screen()).toEqual(['Hello to you.'])
})

test('nobody is asked on a platform that reports timezones', async () => {
  const b = await bench()
  const senders = new Map([['test', { ...b.chat.sender, isTimezoneKnown: true as const }]])
  await b.ada.writes('Hello')
  await answerThread({ ...b.deps, senders }, b.ada.threadId, { signal: running() })
  expect(b.screen()).toEqual(['Hello to you.'])
})

test('nobody is asked in a shared place, but at the first reply to them alone', async () => {
  const b = await bench()
  const team = sharedPlace('team')
  await b.asks('Hello', team)
  expect(b.chat.screen(team.address)).toEqual(['Hello to you.'])
  await b.asks('Hello')
  expect(b.screen()).toEqual(['Hello to you.', question])
})

test('a fault is followed by no question, and the reply after it is', async () => {
  const b = await bench([{ error: new ModelError('unavailable', 'down') }, { text: 'Hello to you.' }])
  await b.asks('Hello')
  expect(b.screen()).toHaveLength(1)
  await b.asks('Hello?')
  expect(b.screen().slice(1)).toEqual(['Hello to you.', question])
})

test('a question that may not have arrived is not asked again', async () => {
  const b = await bench()
  b.chat.after = ({ text }) => {
    if (text.startsWith('**Which')) throw failure('unknown')
  }
  await b.asks('Hello')
  expect((await deliveriesOf(b)).map(({ state }) => state)).toEqual(['sent', 'unknown'])
  await b.asks('And again')
  expect(b.chat.calls.filter(({ text }) => text.startsWith('**Which'))).toHaveLength(1)
})

test('a reply that is regenerated is followed by no second question', async () => {
  const b = await bench()
  const first = await b.ada.writes('Hello')
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  await b.ada.edits(first, 'Good morning')
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(b.screen()).toEqual(['Hello to you.', question])
})

test('of many who claim the question at once, one has it, also when its claim is repeated', async () => {
  const b = await bench()
  const times = Array.from({ length: 20 }, (_, index) => new Date(b.clock.now().getTime() + index))
  const claims = await Promise.all(times.map((at) => claimTimezoneQuestion(b.store.db, b.ada.userId, at)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await claimTimezoneQuestion(b.store.db, b.ada.userId, times[claims.indexOf(true)]!)).toBe(true)
})
