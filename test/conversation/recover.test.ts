import { expect, test } from 'vitest'
import { deliverMessage } from '../../src/conversation/deliver/deliver.ts'
import { runCommand } from '../../src/conversation/receive/run-command.ts'
import { recoverPendingWork } from '../../src/conversation/recover.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import { acquireLease } from '../../src/threads/lease.ts'
import { sharedPlace } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { failure, type Harness, harness, rowsOf, running, statesOf } from './harness.ts'

/** What one look queues, after all that was queued until then is lost. */
async function found(h: Harness): Promise<{ name: string; payload: object }[]> {
  h.queued.length = 0
  await recoverPendingWork(h.deps)
  return h.queued.map(({ name, payload }) => ({ name, payload }))
}

test('nothing is queued where nothing is pending', async () => {
  const h = await harness()
  const ada = await h.person()
  await ada.writes('Hello')
  await answerThread(h.deps, ada.threadId, { signal: running() })
  expect(await found(h)).toEqual([])
})

test('a message is found when it has waited as long as one waits for more', async () => {
  const h = await harness()
  const ada = await h.person()
  await ada.writes('Hello')
  h.clock.advance(1_499)
  expect(await found(h)).toEqual([])
  h.clock.advance(1)
  expect(await found(h)).toEqual([{ name: 'answer-thread', payload: { threadId: ada.threadId } }])
})

test('emptying the queue changes nothing: all that is pending is found, threads first, then commands, then parts, the oldest of each first', async () => {
  const h = await harness({ abilities: { edit: false } })
  const ada = await h.person()
  const bob = await h.person('bob')
  const said = await ada.say('Hello', h.clock.now())
  const first = await h.post(said, 'One.')
  await h.post(said, 'Two.')
  const help = await bob.writes('/help')
  const days = await ada.writes('/days')
  await bob.writes('Me too.')
  await ada.writes('Me as well.')
  h.clock.advance(2_000)

  expect(await found(h)).toEqual([
    { name: 'answer-thread', payload: { threadId: ada.threadId } },
    { name: 'answer-thread', payload: { threadId: bob.threadId } },
    { name: 'run-command', payload: { messageId: help.id } },
    { name: 'run-command', payload: { messageId: days.id } },
    { name: 'deliver-message', payload: { messageId: first } },
  ])
  for (const { name, payload } of [...h.queued]) {
    if (name === 'answer-thread') await answerThread(h.deps, payload.threadId, { signal: running() })
    if (name === 'run-command') await runCommand(h.deps, payload.messageId, running())
    if (name === 'deliver-message') await deliverMessage(h.deps, payload.messageId, running())
  }
  expect(await found(h)).toEqual([])
  expect(h.chat.screen(ada.direct.address)).toEqual(['One.', 'Two.', 'A reply.', 'Done.'])
  expect(h.chat.screen(bob.direct.address)).toEqual(['A reply.', 'Done.'])
})

test('a turn that was cut short is found, although nobody holds a job of it', async () => {
  const model = new ScriptedModel([{ stall: true }])
  const h = await harness({ model, abilities: { edit: false } })
  const ada = await h.person()
  await ada.writes('Hello')
  const stop = new AbortController()
  const answered = answerThread(h.deps, ada.threadId, { signal: stop.signal })
  await model.called()
  stop.abort()
  await answered
  expect(await found(h)).toEqual([{ name: 'answer-thread', payload: { threadId: ada.threadId } }])
})

test('what somebody works on is left to them, until they are not heard of any more', async () => {
  const h = await harness()
  const ada = await h.person()
  const said = await ada.say('Hello', h.clock.now())
  const posted = await h.post(said, 'One.')
  const help = await ada.writes('/help')
  const stop = await ada.writes('/stop')
  await ada.writes('A question.')
  h.clock.advance(2_000)
  for (const name of [`thread:${ada.threadId}`, `commands:${ada.threadId}`, `command:${stop.id}`, `place:${said.placeId}`] as const)
    expect(await acquireLease(h.another, name)).toBeDefined()
  expect(await found(h)).toEqual([])
  h.clock.advance(20_000)
  expect(await found(h)).toEqual([
    { name: 'answer-thread', payload: { threadId: ada.threadId } },
    { name: 'run-command', payload: { messageId: help.id } },
    { name: 'run-command', payload: { messageId: stop.id } },
    { name: 'deliver-message', payload: { messageId: posted } },
  ])
})

test('a /stop is found while another command of the person runs', async () => {
  const h = await harness()
  const ada = await h.person()
  await ada.writes('/find something')
  const stop = await ada.writes('/stop')
  await acquireLease(h.another, `commands:${ada.threadId}`)
  expect(await found(h)).toEqual([{ name: 'run-command', payload: { messageId: stop.id } }])
})

test('a part that waits is found when its time has come', async () => {
  const h = await harness()
  const ada = await h.person()
  const posted = await h.post(await ada.say('Hello', h.clock.now()), 'One.')
  h.chat.before = () => {
    throw failure('rate_limited', 30_000)
  }
  await deliverMessage(h.deps, posted, running())
  expect(await found(h)).toEqual([])
  h.clock.advance(30_000)
  expect(await found(h)).toEqual([{ name: 'deliver-message', payload: { messageId: posted } }])
})

test('parts of a platform that this bot does not run are left where they are', async () => {
  const h = await harness()
  const ada = await h.person()
  const elsewhere = { ...sharedPlace('team'), platform: 'elsewhere' }
  await h.post(await ada.say('Hello', h.clock.now(), { place: elsewhere }), 'One.')
  expect(await found(h)).toEqual([])
  expect(await statesOf(h)).toEqual(['pending'])
})

test('a message that was deleted before its answer is pending nothing', async () => {
  const h = await harness()
  const ada = await h.person()
  await ada.deletes(await ada.writes('Never mind.'))
  h.clock.advance(60_000)
  expect((await found(h)).filter(({ name }) => name === 'answer-thread')).toEqual([])
  expect(await rowsOf(h, ada.threadId)).toMatchObject([{ pending: false }])
})
