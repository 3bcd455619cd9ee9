import { describe, expect, test } from 'vitest'
import { deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { cancelTurn } from '../../../src/conversation/turn/cancel.ts'
import { retryReply } from '../../../src/conversation/turn/retry.ts'
import { ModelError, type PlatformErrorKind } from '../../../src/core/domain/errors.ts'
import type { MessageId, PlaceId } from '../../../src/core/domain/ids.ts'
import { type Script, ScriptedModel } from '../../support/scripted-model.ts'
import { deliveriesOf, failure, type Harness, harness, rowsOf, running, statesOf, type Talker } from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  /** Writes, and lets the bot answer; gives the number of the reply. */
  readonly ask: (text: string) => Promise<{ placeId: PlaceId; replyId: MessageId | null }>
  readonly deliver: (placeId: PlaceId) => Promise<void>
}

async function bench(script: Script): Promise<Bench> {
  const model = new ScriptedModel(script)
  const h = await harness({ model, abilities: { edit: false } })
  const ada = await h.person()
  return {
    ...h,
    ada,
    model,
    async ask(text) {
      h.clock.advance(1_000)
      const { placeId } = await ada.writes(text)
      await answerThread(h.deps, ada.threadId, { signal: running() })
      const turn = await h.store.db.turn.findFirst({ orderBy: { id: 'desc' } })
      return { placeId, replyId: turn?.replyId as MessageId | null }
    },
    deliver: (placeId) => deliverPlace(h.deps, placeId, running()),
  }
}

/** The next send fails. */
function failsOnce(h: Harness, kind: PlatformErrorKind) {
  let left = 1
  h.chat.before = () => {
    if (left-- > 0) throw failure(kind)
  }
}

const replies: Script = (_, call) => ({ text: `Reply ${call}.` })
const down: Script = (_, call) => (call === 1 ? { error: new ModelError('unavailable', 'down') } : { text: 'At last.' })

describe('trying the last again', () => {
  test.each(['unknown', 'unreachable'] as const)('a reply whose sending was %s is sent again', async (kind) => {
    const b = await bench(replies)
    failsOnce(b, kind)
    const { placeId, replyId } = await b.ask('Hello')
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'delivery' })
    expect(b.jobs('deliver-message').at(-1)?.payload).toEqual({ messageId: replyId })
    await b.deliver(placeId)
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Reply 1.'])
    expect(b.model.requests).toHaveLength(1)
  })

  test('a turn that failed is run again, with the messages it had', async () => {
    const b = await bench(down)
    const { placeId } = await b.ask('Hello')
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'turn' })
    expect(b.jobs('answer-thread').at(-1)).toMatchObject({ payload: { threadId: b.ada.threadId }, delayMs: 0 })
    await answerThread(b.deps, b.ada.threadId, { signal: running() })
    expect(b.chat.screen(b.ada.direct.address).at(-1)).toBe('At last.')
    expect((await rowsOf(b, b.ada.threadId)).filter(({ role }) => role === 'user')).toMatchObject([{ text: 'Hello', pending: false }])
  })

  test('a turn is run again once, however often it is asked for', async () => {
    const b = await bench(down)
    const { placeId } = await b.ask('Hello')
    await retryReply(b.deps, { threadId: b.ada.threadId, placeId })
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'nothing' })
  })

  test('nothing is tried again where all went well', async () => {
    const b = await bench(replies)
    const { placeId } = await b.ask('Hello')
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'nothing' })
    expect(await statesOf(b)).toEqual(['sent'])
  })

  test('what failed before the last turn is left alone', async () => {
    const b = await bench(replies)
    failsOnce(b, 'unreachable')
    await b.ask('Hello')
    const { placeId } = await b.ask('Still there?')
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'nothing' })
    expect(await statesOf(b)).toEqual(['failed', 'sent'])
  })

  test('a turn that was stopped before it said anything is run again, rather than older parts sent again', async () => {
    const b = await bench([{ text: 'Reply 1.' }, { stall: true }])
    failsOnce(b, 'unreachable')
    const { placeId } = await b.ask('Hello')
    const asked = b.ask('Something else')
    await b.model.called(2)
    await cancelTurn(b.deps, b.ada)
    await asked
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId })).toEqual({ retried: 'turn' })
    expect(await statesOf(b)).toEqual(['failed'])
  })
})

describe('trying one message again by its number', () => {
  test('it may be older than the last turn', async () => {
    const b = await bench(replies)
    failsOnce(b, 'unreachable')
    const { replyId } = await b.ask('Hello')
    const { placeId } = await b.ask('Still there?')
    const retry = { threadId: b.ada.threadId, placeId, messageId: replyId! }
    expect(await retryReply(b.deps, retry)).toEqual({ retried: 'delivery' })
    expect(await statesOf(b)).toEqual(['pending', 'sent'])
  })

  test('a sentence about a fault has its turn run again', async () => {
    const b = await bench(down)
    const { placeId, replyId } = await b.ask('Hello')
    await b.ask('Still there?')
    const retry = { threadId: b.ada.threadId, placeId, messageId: replyId! }
    expect(await retryReply(b.deps, retry)).toEqual({ retried: 'turn' })
    expect((await rowsOf(b, b.ada.threadId)).filter(({ pending }) => pending)).toMatchObject([{ text: 'Hello' }])
  })

  test('the message of somebody else is nothing to try again', async () => {
    const b = await bench(replies)
    failsOnce(b, 'unreachable')
    const { replyId } = await b.ask('Hello')
    const before = await deliveriesOf(b)
    const eve = await b.person('eve')
    const { placeId } = await eve.say('Let me see', b.clock.now())
    const retry = { threadId: eve.threadId, placeId, messageId: replyId! }
    expect(await retryReply(b.deps, retry)).toEqual({ retried: 'nothing' })
    expect(await deliveriesOf(b)).toEqual(before)
  })

  test('the turn of somebody else is nothing to run again', async () => {
    const b = await bench(down)
    const { replyId } = await b.ask('Hello')
    const eve = await b.person('eve')
    const { placeId } = await eve.say('Let me see', b.clock.now())
    const retry = { threadId: eve.threadId, placeId, messageId: replyId! }
    expect(await retryReply(b.deps, retry)).toEqual({ retried: 'nothing' })
    expect((await rowsOf(b, b.ada.threadId)).filter(({ pending }) => pending)).toEqual([])
  })
})
