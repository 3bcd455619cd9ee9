import PQueue from 'p-queue'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../../src/agent/tool.ts'
import { deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { stopRunningTurn } from '../../../src/conversation/privacy/merge.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { cancelTurn } from '../../../src/conversation/turn/cancel.ts'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { fixedEmbeddings } from '../../../src/search/vectors/semantic-scores.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { type Script, ScriptedModel, type Step, toolCall } from '../../support/scripted-model.ts'
import {
  deliveriesOf,
  gate,
  type Harness,
  type HarnessOptions,
  harness,
  rowsOf,
  running,
  saidIn,
  statesOf,
  type Talker,
  takeOver,
  turnsOf,
  until,
} from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  readonly answer: (parts?: Harness['deps'], signal?: AbortSignal) => Promise<void>
  readonly screen: () => string[]
}

const quiet = { edit: false }

async function bench(script: Script, options: Omit<HarnessOptions, 'model'> = {}): Promise<Bench> {
  const model = new ScriptedModel(script)
  const h = await harness({ ...options, model })
  const ada = await h.person()
  return {
    ...h,
    ada,
    model,
    answer: (parts = h.deps, signal = running()) => answerThread(parts, ada.threadId, { signal }),
    screen: () => h.chat.screen(ada.direct.address),
  }
}

/** What the model was shown last, the words only. */
const seen = ({ model }: Bench) =>
  model.requests
    .at(-1)!
    .messages.map(({ content }) => content)
    .join('\n')

const shownOnce = (b: Bench) => until(async () => (await statesOf(b))[0] === 'sent')

const tryAgain = [{ label: 'Try again', action: '/retry' }]

describe('what is answered', () => {
  test('waits a moment for more, and then all that waits in a place is answered at once', async () => {
    const b = await bench([{ text: 'Both.' }])
    await b.ada.writes('One thing.')
    expect(b.jobs('answer-thread')).toMatchObject([{ payload: { threadId: b.ada.threadId }, delayMs: 1_500 }])
    await b.ada.writes('And another.')
    await b.answer()
    expect(b.model.requests).toHaveLength(1)
    expect(seen(b)).toMatch(/One thing\.[\s\S]*And another\./)
    expect(b.screen()).toEqual(['Both.'])
    expect((await rowsOf(b, b.ada.threadId)).map(({ pending }) => pending)).toEqual([false, false, false])
  })

  test('each place has a turn of its own, the one that has waited longest first', async () => {
    const b = await bench((_, call) => ({ text: `Reply ${call}.` }))
    const place = sharedPlace('team')
    await b.ada.writes('In the team.', { place })
    await b.ada.writes('In private.')
    await b.ada.writes('In the team again.', { place })
    await b.answer()
    expect(b.chat.screen(place.address)).toEqual(['Reply 1.'])
    expect(b.screen()).toEqual([])
    await b.answer()
    expect(b.screen()).toEqual(['Reply 2.'])
    const turns = await turnsOf(b)
    const rows = await rowsOf(b, b.ada.threadId)
    expect(rows.filter(({ role }) => role === 'user').map(({ turnId }) => turns.findIndex(({ id }) => id === turnId))).toEqual([0, 1, 0])
  })

  test('what comes while a reply is written is answered by another job, behind the jobs of others', async () => {
    const door = gate()
    const b = await bench([{ text: 'First.', after: door.opened }, { text: 'Second.' }])
    await b.ada.writes('A question.')
    const answered = b.answer()
    await b.model.called()
    await b.ada.writes('One more.')
    door.open()
    const before = b.queued.length
    await answered
    expect(b.screen()).toEqual(['First.'])
    const again = { name: 'answer-thread', payload: { threadId: b.ada.threadId }, delayMs: 0 }
    expect(b.queued.slice(before).filter(({ name }) => name === 'answer-thread')).toEqual([again])
    await b.answer()
    expect(b.screen()).toEqual(['First.', 'Second.'])
  })

  test('a turn is not in the database queue while it waits for the model', async () => {
    const door = gate()
    const b = await bench((_, call) => (call === 1 ? { text: 'Late.', after: door.opened } : { text: 'Soon.' }))
    const parts = { ...b.deps, databaseQueue: new PQueue({ concurrency: 1 }) }
    const ben = await b.person('ben')
    await b.ada.writes('A slow question.')
    const waiting = b.answer(parts)
    await b.model.called()
    await ben.writes('A quick question.')
    await answerThread(parts, ben.threadId, { signal: running() })
    expect(b.chat.screen(ben.direct.address)).toEqual(['Soon.'])
    door.open()
    await waiting
    expect(b.screen()).toEqual(['Late.'])
  })

  test('nor while it waits for the embedding model', async () => {
    const b = await bench([{ text: 'A reply.' }])
    const queue = new PQueue({ concurrency: 1 })
    const turnsInQueue: number[] = []
    const embed = async (texts: readonly string[]) => {
      turnsInQueue.push(queue.pending)
      return texts.map(() => [1, 0])
    }
    const embeddings = fixedEmbeddings({ provider: 'server', model: 'words', embed })
    await b.ada.writes('Where is the lighthouse?')
    await b.answer({ ...b.deps, embeddings, databaseQueue: queue })
    expect(turnsInQueue).toEqual([0])
    expect(b.screen()).toEqual(['A reply.'])
  })

  test('two workers answer a thread once: the second returns at once and holds nothing', async () => {
    const door = gate()
    const b = await bench([{ text: 'Once.', after: door.opened }])
    await b.ada.writes('A question.')
    const first = b.answer()
    await b.model.called()
    await b.answer(b.another)
    expect(await b.store.db.lease.findMany()).toMatchObject([{ name: `thread:${b.ada.threadId}`, owner: 'one', epoch: 1 }])
    door.open()
    await first
    expect(b.model.requests).toHaveLength(1)
    expect(b.screen()).toEqual(['Once.'])
  })
})

describe('the place of a reply in the conversation', () => {
  const lookup = defineTool({ name: 'lookup', description: 'Looks up.', input: z.object({}), run: async () => 'found' })
  const script: Script = [{ calls: [toolCall('lookup', {})] }, { text: 'Here it is.' }]

  test.each([
    { shown: 'at the end', text: undefined },
    { shown: 'while it is written', text: 'Let me look.' },
  ])('the outputs of tools are between the question and a reply that is shown $shown', async ({ text }) => {
    const door = gate()
    const b = await bench(
      [
        { ...script[0], ...(text && { text }) },
        { ...script[1], after: door.opened },
      ],
      { tools: [lookup] },
    )
    await b.ada.writes('Where is it?')
    const answered = b.answer()
    if (text) await shownOnce(b)
    door.open()
    await answered
    expect((await rowsOf(b, b.ada.threadId)).map(({ role }) => role)).toEqual(['user', 'tool', 'assistant'])
    expect(b.screen()).toEqual(['Here it is.'])
  })

  test('a reply comes after what it answers, also when the clock of the platform is ahead', async () => {
    const b = await bench([{ text: 'A reply.' }])
    await b.ada.writes('From the future.', { at: new Date(b.clock.now().getTime() + 90_000) })
    await b.answer()
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: From the future.', 'assistant: A reply.'])
  })
})

describe('a conversation that changes while it is answered', () => {
  test('a reply to what was edited is regenerated', async () => {
    const b = await bench((_, call) => (call === 1 ? { text: 'Old.', after: b.ada.edits(question, 'And now?') } : { text: 'New.' }))
    const question = await b.ada.writes('What then?')
    await b.answer()
    expect(seen(b)).toContain('And now?')
    expect(seen(b)).not.toContain('What then?')
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: And now?', 'assistant: New.'])
    expect(b.screen()).toEqual(['New.'])
  })

  test('one that changes each time is given up with one sentence', async () => {
    const b = await bench((_, call) => ({ text: `Try ${call}.`, after: b.ada.edits(question, `Edit ${call}.`) }), { abilities: quiet })
    const question = await b.ada.writes('What then?')
    await b.answer()
    expect(b.model.requests).toHaveLength(4)
    expect(b.screen()).toEqual([expect.stringMatching(/^The conversation kept changing .* \/retry /)])
    expect(await turnsOf(b)).toMatchObject([{ state: 'failed' }])
  })

  test('a question that was deleted gets no reply', async () => {
    const b = await bench(() => ({ text: 'A reply.', after: b.ada.deletes(question) }), { abilities: quiet })
    const question = await b.ada.writes('Never mind.')
    await b.answer()
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: '])
    expect(b.chat.calls).toEqual([])
    expect(await turnsOf(b)).toMatchObject([{ state: 'stopped' }])
  })

  test('a question that was deleted gets no sentence about a fault either', async () => {
    const error = new ModelError('unavailable', 'Connection refused.')
    const b = await bench(() => ({ error, after: b.ada.deletes(question) }), { abilities: quiet })
    const question = await b.ada.writes('Never mind.')
    await b.answer()
    expect(b.chat.calls).toEqual([])
    expect(await turnsOf(b)).toMatchObject([{ state: 'stopped' }])
  })

  test('where something of a reply was shown, it says that the question was deleted', async () => {
    const door = gate()
    const b = await bench([
      { calls: [toolCall('nothing', {})], text: 'Well' },
      { text: 'Well, a reply.', after: door.opened },
    ])
    const question = await b.ada.writes('Never mind.')
    const answered = b.answer()
    await shownOnce(b)
    await b.ada.deletes(question)
    door.open()
    await answered
    expect(b.screen()).toEqual(['The message was deleted, so there is no reply.'])
  })

  test('of two questions, one of which is deleted, the other is answered, and the deleted one is not shown to the model', async () => {
    const b = await bench((_, call) => ({ text: `Try ${call}.`, ...(call === 1 && { after: b.ada.deletes(first) }) }), { abilities: quiet })
    const first = await b.ada.writes('Never mind.')
    await b.ada.writes('But this?')
    await b.answer()
    expect(b.screen()).toEqual(['Try 2.'])
    const asked = b.model.requests[1]!.messages.filter(({ role }) => role === 'user')
    expect(asked.map(({ content }) => content)).toEqual([expect.stringContaining('But this?')])
  })
})

describe('a turn that is cut short', () => {
  /** The process ends when the model has been called, or once something was shown. */
  async function interrupt(b: Bench, { shown = false } = {}): Promise<void> {
    const stop = new AbortController()
    const calls = b.model.requests.length
    const answered = b.answer(b.deps, stop.signal)
    await b.model.called(calls + 1)
    if (shown) await shownOnce(b)
    stop.abort()
    await answered
  }

  test('is taken up again, and what was shown of its reply is edited', async () => {
    const b = await bench([{ text: 'The first', stall: true }, { text: 'The first words.' }])
    await b.ada.writes('A question.')
    await interrupt(b, { shown: true })
    expect(await turnsOf(b)).toMatchObject([{ state: 'running' }])
    await b.answer(b.another)
    expect(b.screen()).toEqual(['The first words.'])
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: A question.', 'assistant: The first words.'])
    expect(await turnsOf(b)).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  test('whose question was deleted meanwhile says so where something was shown', async () => {
    const b = await bench([{ text: 'The first', stall: true }])
    const question = await b.ada.writes('A question.')
    await interrupt(b, { shown: true })
    await b.ada.deletes(question)
    await b.answer()
    await deliverPlace(b.deps, question.placeId, running())
    expect(b.model.requests).toHaveLength(1)
    expect(b.screen()).toEqual(['The message was deleted, so there is no reply.'])
  })

  test('ends in a sentence when that has happened five times', async () => {
    const b = await bench([{ stall: true }], { abilities: quiet })
    await b.ada.writes('A question.')
    for (let times = 1; times <= 5; times++) await interrupt(b)
    await b.answer()
    expect(b.model.requests).toHaveLength(5)
    expect(b.screen()).toEqual([expect.stringMatching(/^I could not answer this: every attempt was interrupted\./)])
    expect(await turnsOf(b)).toMatchObject([{ state: 'failed' }])
  })

  test.each(['before it notices', 'and notices'])('a worker that lost the thread in mid-stream, %s, writes nothing more', async (when) => {
    const door = gate()
    const b = await bench([{ text: 'The first', stall: when === 'and notices' }, { text: 'unused' }])
    b.chat.before = ({ what }) => (what === 'send' ? door.opened : undefined)
    await b.ada.writes('A question.')
    const answered = b.answer()
    await until(() => b.chat.calls.length === 1)
    await takeOver(b, `thread:${b.ada.threadId}`)
    if (when === 'and notices') b.clock.advance(5_000)
    door.open()
    await answered
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'sending', platformMessageId: null }])
    expect((await rowsOf(b, b.ada.threadId)).map(({ kind }) => kind)).toEqual(['chat', 'draft'])
    expect(await turnsOf(b)).toMatchObject([{ state: 'running' }])
    expect(b.chat.calls).toHaveLength(1)
  })

  test('a worker that lost the thread before it showed anything leaves the turn to the next one', async () => {
    const door = gate()
    const b = await bench([{ text: 'Too late.', after: door.opened }, { text: 'A reply.' }], { abilities: quiet })
    await b.ada.writes('A question.')
    const answered = b.answer()
    await b.model.called()
    await takeOver(b, `thread:${b.ada.threadId}`)
    door.open()
    await answered
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: A question.'])
    b.clock.advance(20_000)
    await b.answer(b.another)
    expect(b.screen()).toEqual(['A reply.'])
  })

  test('by /stop keeps what was written', async () => {
    const b = await bench([{ text: 'What was written', stall: true }])
    await b.ada.writes('A question.')
    const answered = b.answer()
    await shownOnce(b)
    expect(await cancelTurn(b.another, b.ada)).toEqual({ stopped: true })
    await answered
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: A question.', 'assistant: What was written'])
    expect(await rowsOf(b, b.ada.threadId)).toMatchObject([{ pending: false }, { kind: 'chat' }])
    expect(await turnsOf(b)).toMatchObject([{ state: 'stopped' }])
  })

  test('by /stop, whose process dies before a merge stops it, is not answered afterwards', async () => {
    const b = await bench([{ stall: true }, { text: 'unused' }], { abilities: quiet })
    await b.ada.writes('A question.')
    await interrupt(b)
    await cancelTurn(b.another, b.ada)
    await b.store.transaction((tx) => stopRunningTurn(tx, { threadId: b.ada.threadId, error: 'Merged.', now: b.clock.now() }))
    await b.answer()
    expect(b.model.requests).toHaveLength(1)
    expect(await turnsOf(b)).toMatchObject([{ state: 'stopped' }])
  })
})

describe('a model that does not answer', () => {
  test.each(['rate_limited', 'unavailable', 'stalled', 'truncated', 'rejected'] as const)('%s: one sentence and a button', async (kind) => {
    const b = await bench([{ error: new ModelError(kind, 'secret of the server') }])
    await b.ada.writes('A question.')
    await b.answer()
    expect(b.screen()).toEqual([expect.stringMatching(/^The language model .* Your message is kept\. Send \/retry to try again\.$/)])
    expect(b.screen()[0]).not.toContain('secret')
    expect(b.chat.calls).toMatchObject([{ part: { buttons: tryAgain } }])
    expect(await rowsOf(b, b.ada.threadId)).toMatchObject([
      { text: 'A question.', pending: false },
      { role: 'system', kind: 'notice' },
    ])
    expect(await turnsOf(b)).toMatchObject([{ state: 'failed' }])
  })

  test('after it began: the sentence takes the place of what was shown', async () => {
    const door = gate()
    const error = new ModelError('truncated', 'cut')
    const b = await bench([
      { calls: [toolCall('nothing', {})], text: 'Well' },
      { error, after: door.opened },
    ])
    await b.ada.writes('A question.')
    const answered = b.answer()
    await shownOnce(b)
    door.open()
    await answered
    expect(b.screen()).toEqual([expect.stringMatching(/^The language model ended its answer early/)])
  })
})

describe('a tool that takes long', () => {
  const line = 'Searching your days…'

  /** The tool runs until the door is opened, and its line is shown. */
  async function looking(script: readonly Step[]) {
    const door = gate()
    const lookup = defineTool({
      name: 'lookup',
      description: 'Looks up.',
      input: z.object({}),
      progress: 'progress.search',
      run: async () => {
        await door.opened
        return 'found'
      },
    })
    const b = await bench([{ calls: [toolCall('lookup', {})] }, ...script], { tools: [lookup] })
    const question = await b.ada.writes('What wood did we decide on?')
    const stop = new AbortController()
    const answered = b.answer(b.deps, stop.signal)
    await b.model.called()
    await until(() => {
      b.clock.advance(300)
      return b.screen().includes(line)
    })
    return { ...b, question, door, answered, stop }
  }
  const stored = async (b: Bench) =>
    JSON.stringify([await rowsOf(b, b.ada.threadId), (await deliveriesOf(b)).map(({ text }) => text), await turnsOf(b)], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )

  test('is named in the message that becomes the reply, and nowhere afterwards', async () => {
    const b = await looking([{ text: 'Larch.' }])
    expect(b.screen()).toEqual([line])
    b.door.open()
    await b.answered
    expect(b.screen()).toEqual(['Larch.'])
    expect(b.chat.calls.filter(({ what }) => what === 'send')).toHaveLength(1)
    expect(await stored(b)).not.toContain('Searching')
  })

  test('is not named once the model has failed', async () => {
    const b = await looking([{ error: new ModelError('unavailable', 'down') }])
    b.door.open()
    await b.answered
    expect(b.screen()).toEqual([expect.stringMatching(/^The language model is unavailable/)])
  })

  test('is not named once it was stopped', async () => {
    const b = await looking([])
    await cancelTurn(b.deps, b.ada)
    await b.answered
    expect(b.screen()).toEqual(['Stopped.'])
  })

  test('is not named once the question is deleted', async () => {
    const b = await looking([{ text: 'Larch.' }])
    await b.ada.deletes(b.question)
    b.door.open()
    await b.answered
    expect(b.screen()).toEqual(['The message was deleted, so there is no reply.'])
  })

  test('whose process ends is followed by one reply, in the message that named it', async () => {
    const b = await looking([{ text: 'Larch.' }])
    b.stop.abort()
    await b.answered
    expect(b.screen()).toEqual([line])
    b.door.open()
    await b.answer(b.another)
    expect(b.screen()).toEqual(['Larch.'])
    expect(b.chat.calls.filter(({ what }) => what === 'send')).toHaveLength(1)
  })

  test('whose message somebody removes is followed by the reply all the same', async () => {
    const b = await looking([{ text: 'Larch.' }])
    b.chat.remove((await deliveriesOf(b))[0]!.platformMessageId as PlatformMessageId)
    b.door.open()
    await b.answered
    expect(b.screen()).toEqual(['Larch.'])
  })
})
