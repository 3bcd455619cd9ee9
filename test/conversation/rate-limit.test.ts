import { expect, test } from 'vitest'
import { deliverPlace } from '../../src/conversation/deliver/deliver.ts'
import { receive } from '../../src/conversation/receive/receive.ts'
import { runCommand } from '../../src/conversation/receive/run-command.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import type { InboundMessage } from '../../src/core/ports/platform.ts'
import { refreshIndex } from '../../src/search/index/update-index.ts'
import { finalizeDays } from '../../src/summaries/finalize-days.ts'
import { sharedPlace } from '../support/conversation.ts'
import { isFullRun } from '../support/runs.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { answers, type Harness, type HarnessOptions, harness, rowsOf, running, type Talker } from './harness.ts'

/** Messages a minute. A short run reaches a lower limit with fewer messages. */
const limit = isFullRun ? 30 : 10

const sentence = `You sent more than ${limit} messages within a minute, which is the limit. From this message on, they are kept but not answered. Write again in a minute.`

interface Bench extends Harness {
  readonly ada: Talker
  /** Answers what somebody is pending, and sends what there is to send. */
  readonly answer: (person: Talker) => Promise<void>
  /** Sends what there is to send in the place of a message. */
  readonly deliver: (message: Message) => Promise<void>
  readonly told: (person: Talker) => number
}

async function bench(options: HarnessOptions = {}): Promise<Bench> {
  const model = new ScriptedModel((_, call) => ({ text: `Reply ${call}.` }))
  const h = await harness({ model, settings: { messagesPerMinute: limit }, ...options })
  return {
    ...h,
    ada: await h.person('ada'),
    answer: (person) => answerThread(h.deps, person.threadId, { signal: running() }),
    deliver: ({ placeId }) => deliverPlace(h.deps, placeId, running()),
    told: ({ direct }) => h.chat.screen(direct.address).filter((text) => text === sentence).length,
  }
}

/** The last of `count` messages, so many ms apart. */
async function writesMany(b: Bench, count: number, apartMs = 100): Promise<Message> {
  let last = await b.ada.writes('Message 1')
  for (let n = 2; n <= count; n++) {
    b.clock.advance(apartMs)
    last = await b.ada.writes(`Message ${n}`)
  }
  return last
}

const owedBy = async (b: Bench) => (await rowsOf(b, b.ada.threadId)).filter(({ pending }) => pending).map(({ text }) => text)
const noticesOf = async (b: Bench) => (await rowsOf(b, b.ada.threadId)).filter(({ kind }) => kind === 'notice')

test('messages far over the limit are all kept, those within it are answered and one is told so, while another person is answered', async () => {
  const b = await bench()
  const bo = await b.person('bo')
  const sent = 7 * limit - 10
  const flood = writesMany(b, sent)
  await bo.writes('Hello')
  await b.answer(bo)
  expect(b.chat.screen(bo.direct.address)).toEqual(['Reply 1.'])
  const last = await flood

  expect(await owedBy(b)).toEqual(Array.from({ length: limit }, (_, index) => `Message ${index + 1}`))
  expect((await rowsOf(b, b.ada.threadId)).filter(({ role }) => role === 'user')).toHaveLength(sent)
  await b.deliver(last)
  await b.answer(b.ada)
  expect(b.told(b.ada)).toBe(1)
  expect(b.chat.screen(b.ada.direct.address)).toEqual([sentence, 'Reply 2.'])
  expect(b.told(bo)).toBe(0)
}, 120_000)

test('messages over the limit are not indexed at once, but with the next reply or at the end of the day', async () => {
  const b = await bench()
  await writesMany(b, 2 * limit)
  expect(b.jobs('index-thread')).toEqual([])
  expect(await b.store.db.messageIndex.count()).toBe(0)
  b.clock.advance(2 * 86_400_000)
  await finalizeDays(b.deps)
  expect(b.jobs('index-thread')).toMatchObject([{ payload: { threadId: b.ada.threadId } }])
  await refreshIndex(b.deps, b.ada.threadId, {})
  expect(await b.store.db.messageIndex.count()).toBe(2 * limit)
})

test('all at once they are counted as exactly', async () => {
  const b = await bench()
  await Promise.all(Array.from({ length: 2 * limit }, (_, n) => b.ada.writes(`Message ${n}`)))
  expect(await owedBy(b)).toHaveLength(limit)
  expect(await noticesOf(b)).toHaveLength(1)
})

test('after a minute it works again, and what was not answered is shown to the model', async () => {
  const model = new ScriptedModel([{ text: 'A reply.' }])
  const b = await bench({ model })
  await writesMany(b, limit + 1)
  await b.answer(b.ada)
  b.clock.advance(60_000)
  await b.ada.writes('Are you there?')
  await b.answer(b.ada)
  expect(model.requests).toHaveLength(2)
  expect(model.requests[1]?.messages.map(({ content }) => content).join('\n')).toMatch(
    new RegExp(`Message ${limit + 1}\\n[\\s\\S]*Are you there\\?`),
  )
})

test('a burst is told once for as long as it goes on, and the next one anew', async () => {
  const b = await bench()
  // A little more often than the limit allows, for three minutes: one in 1.9 s where it is 30 a minute.
  await writesMany(b, Math.ceil((limit * 10) / 3), 57_000 / limit)
  expect(await noticesOf(b)).toHaveLength(1)
  b.clock.advance(120_000)
  await writesMany(b, limit + 1)
  expect(await noticesOf(b)).toHaveLength(2)
})

test('what was sent over an hour and comes all at once is no burst', async () => {
  const b = await bench()
  const now = b.clock.now().getTime()
  const sent = limit + 10
  for (let n = 0; n < sent; n++) await b.ada.writes(`Message ${n}`, { at: new Date(now - ((sent - n) * 3_600_000) / sent) })
  expect(await owedBy(b)).toHaveLength(sent)
})

test('an event that comes again is neither counted nor told again', async () => {
  const b = await bench()
  await writesMany(b, limit)
  const event = (text: string): InboundMessage => ({
    ...{ type: 'message', place: b.ada.direct, id: text as PlatformMessageId, order: 100n, text, addressed: true, sentAt: b.clock.now() },
    author: { id: 'ada', name: 'ada', isBot: false },
  })
  for (let times = 0; times < 3; times++) await receive(b.deps, event('One more'))
  expect(await owedBy(b)).toHaveLength(limit)
  expect(await noticesOf(b)).toHaveLength(1)
  expect(b.jobs('deliver-message')).toHaveLength(1)
})

test('places and platforms count together, and in a shared place the sentence replies to what it is about', async () => {
  const b = await bench()
  const club = sharedPlace('club')
  await writesMany(b, limit)
  const over = await b.ada.writes('In the club', { place: club })
  await b.deliver(over)
  expect(b.chat.screen(club.address)).toEqual([sentence])
  expect((await noticesOf(b))[0]).toMatchObject({ replyToId: over.id, audience: over.audience })
})

test('commands count and are held back too: nobody waits for their answer, and /stop works', async () => {
  const b = await bench({ abilities: { answer: true } })
  const run = async (message: Message) => runCommand(b.deps, message.id, running())
  await writesMany(b, limit)
  const first = await b.ada.writes('/days', { invocation: 'first' })
  const second = await b.ada.writes('/days', { invocation: 'second' })
  const stop = await b.ada.writes('/stop', { invocation: 'third' })
  expect([first.pending, second.pending, stop.pending]).toEqual([false, false, true])
  expect(b.jobs('run-command').map(({ payload }) => payload.messageId)).toEqual([stop.id])
  await b.deliver(first)
  await run(stop)
  expect(b.chat.screen(answers)).toEqual([`first: ${sentence}`, 'third: Done.'])
  expect(b.chat.calls.filter(({ what }) => what === 'dismiss').map(({ text }) => text)).toEqual(['second'])
  expect(await b.store.db.message.count({ where: { invocation: { not: null } } })).toBe(0)
})

test('a person is told too where /stop is the first over the limit', async () => {
  const b = await bench()
  await writesMany(b, limit)
  expect((await b.ada.writes('/stop')).pending).toBe(true)
  expect((await b.ada.writes('More')).pending).toBe(false)
  expect(await noticesOf(b)).toHaveLength(1)
})

test('without a limit, everything is answered', async () => {
  const b = await bench({ settings: { messagesPerMinute: 0 } })
  await writesMany(b, limit + 10)
  expect(await owedBy(b)).toHaveLength(limit + 10)
})
