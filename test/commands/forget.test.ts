import { expect, test } from 'vitest'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, commandBench } from './bench.ts'

test('without anything it says its forms, and does nothing', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const answer = await give(await testPerson(store), '/forget')
  expect(answer.text).toContain('/forget memory 12')
  expect(actionsOf(answer)).toEqual(['/forget today', '/forget everything'])
  expect(await store.db.forgetRequest.count()).toBe(0)
})

test('each form is understood, and what is none of them is a topic', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('Basil for the garden party.', '2026-11-17T12:30:00Z', { id: 'said' })
  const kindOf = async (line: string, replyTo?: PlatformMessageId) => {
    const answer = await give(person, line, replyTo ? { replyTo } : {})
    const id = Number(/confirm (\d+)$/.exec(actionsOf(answer)[0] ?? '')?.[1])
    return (await store.db.forgetRequest.findUniqueOrThrow({ where: { id } })).kind
  }
  expect(await kindOf('/forget', 'said' as PlatformMessageId)).toBe('message')
  for (const line of [`/forget #${said.id}`, `/forget ${said.id}`, `/forget message #${said.id}`])
    expect(await kindOf(line)).toBe('message')
  for (const line of ['/forget yesterday', '/forget 2026-11-17', '/forget last Tuesday']) expect(await kindOf(line)).toBe('day')
  for (const line of ['/forget garden party', '/forget topic basil', '/forget the parties in gardens'])
    expect(await kindOf(line)).toBe('topic')
  expect(await kindOf('/forget Everything')).toBe('everything')
})

test('what there is none of, or what is not theirs, is one sentence', async () => {
  const store = await testStore()
  const { give, refusal } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const said = await ana.say('Basil.', '2026-11-17T12:30:00Z')
  await bo.say('Hello.', '2026-11-17T12:30:00Z')
  expect(await refusal(bo, `/forget #${said.id}`)).toBe(`There is no message #${said.id}.`)
  expect(await refusal(bo, '/forget memory 12')).toBe('There is no memory 12.')
  expect(await refusal(bo, '/forget memory 99999999999')).toContain('/forget memory 12')
  expect(await refusal(bo, '/forget the and of')).toContain('too common')
  expect(await refusal(bo, '/forget message what somebody else wrote')).toContain('not part of our conversation')
  expect((await give(bo, '/forget basil')).text).toContain('nothing that contains all of these words')
  expect((await give(bo, '/forget 2020-01-01')).text).toContain('nothing to delete on that day')
  for (const line of ['/forgetting confirm 99999', '/forgetting keep 99999'])
    expect((await give(bo, line)).text).toBe('No deletion with that number is waiting for an answer.')
  expect(await refusal(bo, '/forgetting confirm many')).toContain('number of a preview')
  expect(await store.db.forgetRequest.count()).toBe(0)
})

test('asked in a shared place, it lists what is the person’s own, for them alone', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('Basil.', '2026-11-17T12:30:00Z')
  const answer = await give(person, `/forget #${said.id}`, { place: sharedPlace('club') })
  expect(answer.text).toContain(`> [#${said.id}] Basil.`)
  expect(actionsOf(answer).every((action) => Buffer.byteLength(action) <= 64)).toBe(true)
})
