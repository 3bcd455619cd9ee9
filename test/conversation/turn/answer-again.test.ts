import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../../src/agent/tool.ts'
import { createTools } from '../../../src/agent/tools/index.ts'
import { deliverMessage, deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { stopRunningTurn } from '../../../src/conversation/privacy/merge.ts'
import { recoverPendingWork } from '../../../src/conversation/recover.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { answerAgain, listEditedMessages } from '../../../src/conversation/turn/answer-again.ts'
import { cancelTurn } from '../../../src/conversation/turn/cancel.ts'
import { retryReply } from '../../../src/conversation/turn/retry.ts'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { MessageId, PlatformMessageId, TurnId } from '../../../src/core/domain/ids.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import { tombstoneMessages } from '../../../src/threads/privacy/tombstones.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { type Script, ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import {
  deliveriesOf,
  failure,
  gate,
  type Harness,
  type HarnessOptions,
  harness,
  rowsOf,
  running,
  saidIn,
  type Talker,
  turnsOf,
  until,
} from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  readonly answer: (parts?: Harness['deps'], signal?: AbortSignal) => Promise<void>
  readonly screen: () => string[]
  /** Writes, and lets the bot answer. */
  readonly asked: (text: string) => ReturnType<Talker['writes']>
}

async function bench(script: Script, options: Omit<HarnessOptions, 'model'> = {}): Promise<Bench> {
  const model = new ScriptedModel(script)
  const h = await harness({ ...options, model })
  const ada = await h.person()
  const answer: Bench['answer'] = (parts = h.deps, signal = running()) => answerThread(parts, ada.threadId, { signal })
  return {
    ...h,
    ada,
    model,
    answer,
    screen: () => h.chat.screen(ada.direct.address),
    async asked(text) {
      h.clock.advance(1_000)
      const question = await ada.writes(text)
      await answer()
      return question
    },
  }
}

const minute = 60_000
const capitals: Script = (_, call) => ({ text: call === 1 ? 'Vienna.' : `Canberra ${call}.` })
const isPending = async ({ store, ada }: Bench) => (await store.db.message.count({ where: { threadId: ada.threadId, pending: true } })) > 0
const seen = ({ model }: Bench, call = model.requests.length) => model.requests[call - 1]!.messages.map(({ content }) => content).join('\n')
const sends = ({ chat }: Bench) => chat.calls.filter(({ what }) => what === 'send').map(({ text }) => text)

describe('an edit within ten minutes of the reply', () => {
  test('has the reply regenerated, and edited in place', async () => {
    const b = await bench(capitals)
    const question = await b.asked('What is the capital of Austria?')
    const [, before] = await rowsOf(b, b.ada.threadId)
    b.clock.advance(5 * minute)
    await b.ada.edits(question, 'What is the capital of Australia?')
    expect(b.jobs('answer-thread').at(-1)).toMatchObject({ payload: { threadId: b.ada.threadId }, delayMs: 1_500 })
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
    expect(sends(b)).toEqual(['Vienna.'])
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: What is the capital of Australia?', 'assistant: Canberra 2.'])
    expect(seen(b)).toContain('Australia')
    expect(seen(b)).not.toMatch(/Austria\?|Vienna/)
    const [, reply] = await rowsOf(b, b.ada.threadId)
    expect(reply).toMatchObject({ id: before!.id, sentAt: before!.sentAt, editedAt: b.clock.now(), turnId: (await turnsOf(b))[1]!.id })
    expect(await turnsOf(b)).toMatchObject([
      { state: 'done', replyId: null },
      { state: 'done', replyId: reply!.id },
    ])
    expect(await deliveriesOf(b)).toMatchObject([{ part: 0, text: 'Canberra 2.', state: 'sent' }])
  })

  test('has what others quote of the old reply follow it, part by part', async () => {
    const office = sharedPlace('the office')
    const b = await bench((_, call) => ({ text: call === 1 ? `The zebra costs 340.\n\n${'Yes. '.repeat(50)}` : 'The lion costs 10.' }))
    const bob = await b.person('bob')
    const question = await b.ada.writes('The zebra?', { place: office })
    await b.answer()
    const parts = await deliveriesOf(b)
    expect(parts.length).toBeGreaterThan(1)
    const [first, second] = parts.map(({ platformMessageId, text }) => ({
      id: platformMessageId as PlatformMessageId,
      author: { name: 'Throughline' },
      text,
    }))
    await bob.writes('Why?', { place: office, refersTo: [{ kind: 'reply', ...first! }] })
    await bob.writes('So much?', { place: office, refersTo: [{ kind: 'quote', ...first!, text: 'zebra costs 340' }] })
    await bob.writes('Really?', { place: office, refersTo: [{ kind: 'reply', ...second! }] })
    b.clock.advance(minute)
    await b.ada.edits(question, 'The lion?', office)
    const before = b.jobs('index-thread').length
    await b.answer()
    expect(b.chat.screen(office.address)).toContain('The lion costs 10.')
    expect((await b.store.db.messageReference.findMany()).map(({ text }) => text)).toEqual(['The lion costs 10.'])
    expect(b.jobs('index-thread').slice(before)).toContainEqual(expect.objectContaining({ payload: { threadId: bob.threadId } }))
  })

  test('has what others quote of the old reply follow it after a restart too', async () => {
    const office = sharedPlace('the office')
    const b = await bench((_, call) => ({ text: call === 1 ? 'The zebra costs 340.' : 'The lion costs 10.' }))
    const bob = await b.person('bob')
    const question = await b.ada.writes('The zebra?', { place: office })
    await b.answer()
    const [{ platformMessageId, text }] = (await deliveriesOf(b)) as [Awaited<ReturnType<typeof deliveriesOf>>[number]]
    const author = { name: 'Throughline' }
    await bob.writes('Why?', { place: office, refersTo: [{ kind: 'reply', id: platformMessageId as PlatformMessageId, author, text }] })
    await b.ada.edits(question, 'The lion?', office)
    // The process dies when the turn is committed.
    const dying = vi.spyOn(b.deps.log, 'info').mockImplementation(() => {
      throw new Error('The process died.')
    })
    await expect(b.answer()).rejects.toThrow('died')
    dying.mockRestore()
    expect((await b.store.db.messageReference.findMany()).map((one) => one.text)).toEqual(['The zebra costs 340.'])
    b.clock.advance(minute)
    await recoverPendingWork(b.deps)
    await deliverMessage(b.deps, b.jobs('deliver-message').at(-1)!.payload.messageId, running())
    expect(b.chat.screen(office.address)).toContain('The lion costs 10.')
    expect((await b.store.db.messageReference.findMany()).map((one) => one.text)).toEqual(['The lion costs 10.'])
  })

  test('leaves what others quote of the reply as it is if it stays', async () => {
    const office = sharedPlace('the office')
    const b = await bench((_, call) => (call === 1 ? { text: 'The zebra costs 340.' } : { error: new ModelError('rejected', 'No.') }))
    const bob = await b.person('bob')
    const question = await b.ada.writes('The zebra?', { place: office })
    await b.answer()
    const id = (await deliveriesOf(b))[0]!.platformMessageId as PlatformMessageId
    await bob.writes('Why?', {
      place: office,
      refersTo: [{ kind: 'reply', id, author: { name: 'Throughline' }, text: 'The zebra costs 340.' }],
    })
    await b.ada.edits(question, 'The lion?', office)
    await b.answer()
    expect((await b.store.db.messageReference.findMany()).map(({ text }) => text)).toEqual(['The zebra costs 340.'])
  })

  test.each([
    { ms: 10 * minute, calls: 2 },
    { ms: 10 * minute + 1, calls: 1 },
  ])('ends after ten minutes: $ms ms', async ({ ms, calls }) => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    b.clock.advance(ms)
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.model.requests).toHaveLength(calls)
    expect((await rowsOf(b, b.ada.threadId))[0]).toMatchObject({ text: 'Australia?', pending: false })
  })

  test('counts by its own time, also if it arrives later', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    const editedAt = new Date(b.clock.now().getTime() + 5 * minute)
    b.clock.advance(20 * minute)
    await b.ada.edits(question, 'Australia?', undefined, { editedAt })
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
  })

  test('counts from the reply that was regenerated', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    for (const text of ['Australia?', 'Azerbaijan?']) {
      b.clock.advance(9 * minute)
      await b.ada.edits(question, text)
      await b.answer()
    }
    expect(b.screen()).toEqual(['Canberra 3.'])
  })

  test('that comes again is one edit', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    const editedAt = b.clock.now()
    await b.ada.edits(question, 'Australia?', undefined, { editedAt })
    await b.answer()
    await b.ada.edits(question, 'Australia?', undefined, { editedAt })
    await b.answer()
    expect(b.model.requests).toHaveLength(2)
  })

  test.each(['Austria, not *Australia*?', '**Austria**, `not` Australia? ', 'Austria,  not ***Australia***?'])(
    'that changes nothing but the formatting regenerates nothing: %s',
    async (text) => {
      const b = await bench(capitals)
      const question = await b.asked('Austria, not *Australia*?')
      await b.ada.edits(question, text)
      expect(await isPending(b)).toBe(false)
      expect((await rowsOf(b, b.ada.threadId))[0]!.text).toBe(text)
    },
  )

  test.each(['2*3 and 4', '2 and 3*4', '2*3*4!'])('to another calculation is a correction: %s', async (text) => {
    const b = await bench(capitals)
    const question = await b.asked('2*3*4')
    await b.ada.edits(question, text)
    expect(await isPending(b)).toBe(true)
  })

  test.each(['', '.', '/forget everything', 'x'.repeat(16_000)])('to %j is answered like any other text', async (text) => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    await b.ada.edits(question, text)
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
    expect(b.jobs('run-command')).toEqual([])
  })

  test('of a command has nothing answered', async () => {
    const b = await bench(capitals)
    await b.asked('Austria?')
    const command = await b.ada.writes('/usage')
    await b.ada.edits(command, '/context')
    expect(await b.store.db.message.findMany({ where: { pending: true } })).toMatchObject([{ text: '/context' }])
  })
})

describe('which message it is', () => {
  test('an older one than the newest answered is left as it was answered', async () => {
    const b = await bench(capitals)
    const first = await b.asked('Austria?')
    await b.asked('And its river?')
    await b.ada.edits(first, 'Australia?')
    expect(await isPending(b)).toBe(false)
  })

  test('a newer one without a reply does not make it old: both are answered, in order', async () => {
    const b = await bench((_, call) => ({ text: ['Vienna.', 'Canberra.', 'The Danube.'][call - 1]! }))
    const first = await b.asked('Austria?')
    b.clock.advance(1_000)
    await b.ada.writes('And the river of Austria?')
    await b.ada.edits(first, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual(['Canberra.'])
    expect(seen(b)).not.toContain('river')
    await b.answer()
    expect(b.screen()).toEqual(['Canberra.', 'The Danube.'])
    expect(await isPending(b)).toBe(false)
  })

  test('an older one that comes late is answered first, by itself', async () => {
    const b = await bench((_, call) => ({ text: ['Vienna.', 'Good morning.', 'Canberra.'][call - 1]! }))
    const question = await b.asked('Austria?')
    await b.ada.writes('Good morning', { at: new Date(question.sentAt.getTime() - minute) })
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    await b.answer()
    expect(b.screen()).toEqual(['Canberra.', 'Good morning.'])
    expect((await rowsOf(b, b.ada.threadId)).filter(({ role }) => role === 'assistant')).toHaveLength(2)
  })

  test('one of several that were answered together has all of them answered again', async () => {
    const b = await bench((_, call) => ({ text: `Reply ${call}.` }))
    const first = await b.ada.writes('Austria?')
    await b.ada.writes('And be brief.')
    await b.answer()
    await b.ada.edits(first, 'Australia?')
    await b.answer()
    expect(seen(b)).toMatch(/Australia\?[\s\S]*And be brief\./)
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: Australia?', 'user: And be brief.', 'assistant: Reply 2.'])
  })

  test('one whose turn failed is tried again by the user alone', async () => {
    const b = await bench([{ error: new ModelError('unavailable', 'down') }])
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    expect(await isPending(b)).toBe(false)
  })

  test('the message of somebody else is theirs', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    await b.person('eve')
    await b.ada.edits(question, 'Australia?', undefined, { author: { id: 'eve', name: 'eve', isBot: false } })
    expect(await isPending(b)).toBe(false)
  })

  test('another account of the same user edits in their name', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    const eve = await b.person('eve')
    await b.store.db.account.update({ where: { id: eve.accountId }, data: { userId: b.ada.userId } })
    await b.ada.edits(question, 'Australia?', undefined, { author: { id: 'eve', name: 'eve', isBot: false } })
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
  })

  test.each([
    { addressed: true, shown: 'Canberra 2.' },
    { addressed: false, shown: 'Vienna.' },
  ])('in a shared place, it is answered while it mentions the bot: $addressed', async ({ addressed, shown }) => {
    const b = await bench(capitals)
    const place = sharedPlace('team')
    const question = await b.ada.writes('@bot Austria?', { place })
    await b.answer()
    await b.ada.edits(question, '@bot Australia?', place, { addressed })
    await b.answer()
    expect(b.chat.screen(place.address)).toEqual([shown])
    expect(b.screen()).toEqual([])
  })
})

describe('what the reply was made of', () => {
  const lookup = defineTool({ name: 'lookup', description: 'Looks up.', input: z.object({}), run: async () => 'found' })

  test('the outputs of its tools are replaced too, and stay between the question and the reply', async () => {
    const b = await bench((_, call) => (call % 2 === 1 ? { calls: [toolCall('lookup', {})] } : { text: `Reply ${call}.` }), {
      tools: [lookup],
    })
    const question = await b.asked('Austria?')
    const [, oldTool] = await rowsOf(b, b.ada.threadId)
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    const rows = (await rowsOf(b, b.ada.threadId)).filter(({ deletedAt }) => !deletedAt)
    expect(rows.map(({ role, text }) => `${role}: ${text}`)).toEqual(['user: Australia?', 'tool: "found"', 'assistant: Reply 4.'])
    expect(rows.map(({ id }) => id)).not.toContain(oldTool!.id)
    expect(b.model.requests[2]!.messages.some(({ role }) => role === 'tool')).toBe(false)
  })

  test('the search index follows, and a summary that covered it is stale', async () => {
    const b = await bench(capitals)
    const question = await b.asked('What is the capital of Austria?')
    await indexThread(b.deps, b.ada.threadId)
    const revisionOf = async () => (await b.store.db.daySegment.findUniqueOrThrow({ where: { id: question.segmentId } })).revision
    await b.ada.edits(question, 'What is the capital of Australia?')
    const revision = await revisionOf()
    await b.answer()
    expect(await revisionOf()).toBeGreaterThan(revision)
    await indexThread(b.deps, b.ada.threadId)
    const indexed = await b.store.db.$queryRaw<{ terms: string }[]>`SELECT terms::text AS terms FROM message_index`
    expect(indexed.map(({ terms }) => terms).join(' ')).toMatch(/canberr/i)
    expect(indexed.map(({ terms }) => terms).join(' ')).not.toMatch(/vienna|austria'/i)
  })

  test('what it had remembered is archived, and what the user had remembered stays', async () => {
    const script: Script = (_, call) =>
      [
        { calls: [toolCall('memory_add', { type: 'fact', content: 'Their car is a Skoda.' })] },
        { text: 'Noted: a Skoda.' },
        { calls: [toolCall('memory_add', { type: 'fact', content: 'Their car is a Seat.' })] },
        { text: 'Noted: a Seat.' },
      ][call - 1]!
    const store = await bench(script)
    const tools = createTools(store.deps)
    const deps = { ...store.deps, tools }
    const question = await store.ada.writes('Remember: my car is a Skoda')
    await store.answer(deps)
    const [skoda] = await store.store.db.memoryItem.findMany()
    store.clock.advance(minute)
    await store.ada.edits(question, 'Remember: my car is a Seat')
    await store.answer(deps)
    expect(await store.store.db.memoryItem.findMany({ orderBy: { id: 'asc' }, select: { id: true, content: true, status: true } })).toEqual(
      [
        { id: skoda!.id, content: 'Their car is a Skoda.', status: 'archived' },
        { id: expect.any(Number), content: 'Their car is a Seat.', status: 'active' },
      ],
    )
    expect(store.screen()).toContainEqual(expect.stringContaining('I have archived this memory'))
  })
})

describe('what the platform shows', () => {
  const long = (name: string) => [`${name} one. ${'a'.repeat(185)}`, `${name} two. ${'b'.repeat(185)}`, `${name} three.`].join('\n\n')
  const lengths =
    (before: string, after: string): Script =>
    (_, call) => ({ text: call === 1 ? before : after })

  test('a platform that cannot edit gets the reply anew', async () => {
    const b = await bench(capitals, { abilities: { edit: false } })
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual(['Vienna.', 'Canberra 2.'])
    expect(await deliveriesOf(b)).toHaveLength(1)
  })

  test('a reply that somebody removed is sent anew, each time under a key of its own', async () => {
    const b = await bench(capitals, { abilities: { repeatSafeMs: 120_000 } })
    const question = await b.asked('Austria?')
    for (const text of ['Australia?', 'Azerbaijan?']) {
      b.chat.remove((await deliveriesOf(b))[0]!.platformMessageId as PlatformMessageId)
      await b.ada.edits(question, text)
      await b.answer()
      expect(b.screen()).toHaveLength(1)
    }
    expect(b.screen()).toEqual(['Canberra 3.'])
  })

  test.each([
    { remove: true, left: [] },
    { remove: false, left: ['…', '…'] },
  ])('of a longer reply, nothing is left: removing $remove', async ({ remove, left }) => {
    const b = await bench(lengths(long('Old'), 'New.'), { abilities: { remove } })
    const question = await b.asked('Austria?')
    expect(b.screen()).toHaveLength(3)
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual(['New.', ...left])
    expect(await deliveriesOf(b)).toMatchObject([{ part: 0, state: 'sent' }])
  })

  test('a surplus part that cannot be removed at the moment is removed later', async () => {
    const b = await bench(lengths(long('Old'), 'New.'), { abilities: { remove: true } })
    const question = await b.asked('Austria?')
    let left = 1
    b.chat.before = ({ what }) => {
      if (what === 'remove' && left-- > 0) throw failure('transient')
    }
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    b.clock.advance(2_000)
    await deliverPlace(b.deps, question.placeId, running())
    expect(b.screen()).toEqual(['New.'])
    expect(await deliveriesOf(b)).toHaveLength(1)
  })

  test('a surplus part that the platform keeps is given up', async () => {
    const b = await bench(lengths(long('Old'), 'New.'), { abilities: { remove: true } })
    const question = await b.asked('Austria?')
    b.chat.before = ({ what, text }) => {
      if (what === 'remove' || text === '…') throw failure('rejected')
    }
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(await deliveriesOf(b)).toMatchObject([{ part: 0, state: 'sent' }])
  })

  test('a longer reply has the rest sent', async () => {
    const b = await bench(lengths('Old.', long('New')))
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual([expect.stringMatching(/^New one/), expect.stringMatching(/^New two/), 'New three.'])
    expect(sends(b)).toHaveLength(3)
  })

  test('parts that are not sent yet are sent with the new text only', async () => {
    const b = await bench(lengths(long('Old'), long('New')))
    let limited = true
    b.chat.before = ({ text }) => {
      if (limited && text.startsWith('Old two')) throw failure('rate_limited', 30_000)
    }
    const question = await b.asked('Austria?')
    limited = false
    await b.ada.edits(question, 'Australia?')
    b.clock.advance(30_000)
    await b.answer()
    expect(b.screen()).toEqual([expect.stringMatching(/^New one/), expect.stringMatching(/^New two/), 'New three.'])
  })

  test.each(['sent', 'rejected'] as const)('a part that is being sent meanwhile, and is then %s, gets the new text', async (outcome) => {
    const door = gate()
    const b = await bench(lengths(long('Old'), long('New')), { abilities: { remove: true } })
    let isHeld = true
    b.chat.before = async ({ what, text }) => {
      if (what !== 'send' || !text.startsWith('Old two') || !isHeld) return
      isHeld = false
      await door.opened
      if (outcome === 'rejected') throw failure('rejected')
    }
    const question = await b.ada.writes('Austria?')
    const first = b.answer()
    await until(() => !isHeld)
    await b.ada.edits(question, 'Australia?')
    // The first delivery still holds the place.
    await until(async () => (await b.store.db.lease.count({ where: { name: `thread:${b.ada.threadId}` } })) > 0)
    await b.store.db.$executeRaw`UPDATE leases SET until = '-infinity' WHERE name = ${`thread:${b.ada.threadId}`}`
    await b.answer(b.another)
    door.open()
    await first
    expect(b.screen()).toEqual([expect.stringMatching(/^New one/), expect.stringMatching(/^New two/), 'New three.'])
    expect((await deliveriesOf(b)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  test.each(['unknown', 'unreachable'] as const)('a reply whose sending was %s is sent after all', async (kind) => {
    const b = await bench(capitals, { abilities: { edit: false } })
    let left = 1
    b.chat.before = ({ what }) => {
      if (what === 'send' && left-- > 0) throw failure(kind)
    }
    const question = await b.asked('Austria?')
    expect(b.screen()).toEqual([])
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
  })

  test('an edit of the reply with an unknown outcome is made again, and sends nothing', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    let left = 1
    b.chat.before = ({ what }) => {
      if (what === 'edit' && left-- > 0) throw failure('unknown')
    }
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    b.clock.advance(2_000)
    await deliverPlace(b.deps, question.placeId, running())
    expect(b.screen()).toEqual(['Canberra 2.'])
    expect(sends(b)).toEqual(['Vienna.'])
  })

  test('nothing of the new reply is shown before it is complete', async () => {
    const door = gate()
    const b = await bench([{ text: 'Vienna.' }, { text: ['Canb', 'erra.'], after: door.opened }])
    const question = await b.asked('Austria?')
    const calls = b.chat.calls.length
    await b.ada.edits(question, 'Australia?')
    const answered = b.answer()
    await b.model.called(2)
    door.open()
    await answered
    expect(b.chat.calls.slice(calls).map(({ what, text }) => `${what}: ${text}`)).toEqual(['edit: Canberra.'])
  })
})

describe('a new reply that does not come about', () => {
  const down: Script = (_, call) => (call === 2 ? { error: new ModelError('unavailable', 'down') } : { text: `Reply ${call}.` })

  test('leaves the old one, with one sentence, and can be tried again', async () => {
    const b = await bench(down)
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.screen()).toEqual([
      'Reply 1.',
      expect.stringMatching(/^The language model .* My earlier reply stays\. Send \/retry to try again\.$/),
    ])
    expect(await isPending(b)).toBe(false)
    expect(await retryReply(b.deps, { threadId: b.ada.threadId, placeId: question.placeId })).toEqual({ retried: 'turn' })
    await b.answer()
    expect(b.screen()[0]).toBe('Reply 3.')
    expect((await rowsOf(b, b.ada.threadId)).filter(({ role }) => role === 'assistant')).toHaveLength(1)
  })

  test('is tried again by the number of the message too', async () => {
    const b = await bench(down)
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(await answerAgain(b.deps, { threadId: b.ada.threadId, messageId: question.id })).toBe(true)
    await b.answer()
    expect(b.screen()[0]).toBe('Reply 3.')
  })

  test('because the user stopped it changes nothing', async () => {
    const b = await bench([{ text: 'Vienna.' }, { text: 'Canb', stall: true }])
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    const answered = b.answer()
    await b.model.called(2)
    await cancelTurn(b.deps, b.ada)
    await answered
    expect(b.screen()).toEqual(['Vienna.'])
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: Australia?', 'assistant: Vienna.'])
  })

  test('because the daily limit is reached leaves the old one', async () => {
    const b = await bench([{ text: 'Vienna.', usage: { inputTokens: 90, outputTokens: 10 } }], { settings: { tokensPerDay: 100 } })
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    await b.answer()
    expect(b.model.requests).toHaveLength(1)
    expect(b.screen()).toEqual(['Vienna.', expect.stringContaining('limit of 100 tokens')])
  })
})

describe('what happens meanwhile', () => {
  /** Runs something while the new reply is being written. */
  async function meanwhile(b: Bench, text: string, act: (question: Awaited<ReturnType<Talker['writes']>>) => Promise<unknown>) {
    const question = await b.asked('Austria?')
    await b.ada.edits(question, text)
    const answered = b.answer()
    await b.model.called(2)
    await act(question)
    return { question, answered }
  }
  const held =
    (door: ReturnType<typeof gate>): Script =>
    (_, call) => ({
      text: call === 1 ? 'Vienna.' : `Reply ${call}.`,
      ...(call === 2 && { after: door.opened }),
    })

  test('the message is deleted: the old reply does not change', async () => {
    const door = gate()
    const b = await bench(held(door))
    const { answered } = await meanwhile(b, 'Australia?', (question) => b.ada.deletes(question))
    door.open()
    await answered
    expect(b.screen()).toEqual(['Vienna.'])
    expect(await turnsOf(b)).toMatchObject([{ state: 'done' }, { state: 'stopped' }])
  })

  test('the reply is forgotten: the question gets a reply of its own', async () => {
    const door = gate()
    const b = await bench(held(door))
    const { answered } = await meanwhile(b, 'Australia?', async () => {
      const reply = await b.store.db.message.findFirstOrThrow({ where: { role: 'assistant' } })
      await b.store.transaction((tx) =>
        tombstoneMessages(tx, { threadId: b.ada.threadId, messageIds: [reply.id as MessageId], now: b.clock.now(), dropNames: false }),
      )
    })
    door.open()
    await answered
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: Australia?', 'assistant: ', 'assistant: Reply 3.'])
  })

  test('it is edited again: one reply, to the newest text', async () => {
    const door = gate()
    const b = await bench(held(door))
    const { answered } = await meanwhile(b, 'Australia?', (question) => b.ada.edits(question, 'Azerbaijan?'))
    door.open()
    await answered
    expect(seen(b)).toContain('Azerbaijan?')
    expect(b.screen()).toEqual(['Reply 3.'])
    expect(await isPending(b)).toBe(false)
  })

  test('five edits before it begins are one', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    for (let edit = 1; edit <= 5; edit++) {
      b.clock.advance(2_000)
      await b.ada.edits(question, `Edit ${edit}?`)
    }
    await b.answer()
    expect(b.model.requests).toHaveLength(2)
    expect(seen(b)).toContain('Edit 5?')
  })

  test('the process ends: the next one takes it up, and there is one reply', async () => {
    const b = await bench([{ text: 'Vienna.' }, { text: 'Canb', stall: true }, { text: 'Canberra.' }])
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    const stop = new AbortController()
    const answered = b.answer(b.deps, stop.signal)
    await b.model.called(2)
    stop.abort()
    await answered
    expect(b.screen()).toEqual(['Vienna.'])
    await b.answer(b.another)
    expect(b.screen()).toEqual(['Canberra.'])
    expect(seen(b)).not.toContain('Vienna')
    expect((await turnsOf(b)).at(-1)).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('the process ends before the job is queued: the sweep finds it', async () => {
    const b = await bench(capitals)
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    b.queued.length = 0
    b.clock.advance(10_000)
    await recoverPendingWork(b.deps)
    expect(b.jobs('answer-thread')).toMatchObject([{ payload: { threadId: b.ada.threadId } }])
    await b.answer()
    expect(b.screen()).toEqual(['Canberra 2.'])
  })

  test('the turn is stopped by a merge: it starts again, and still replaces the reply', async () => {
    const b = await bench([{ text: 'Vienna.' }, { text: 'Canb', stall: true }, { text: 'Canberra.' }])
    const question = await b.asked('Austria?')
    await b.ada.edits(question, 'Australia?')
    const stop = new AbortController()
    const answered = b.answer(b.deps, stop.signal)
    await b.model.called(2)
    stop.abort()
    await answered
    await b.store.transaction((tx) => stopRunningTurn(tx, { threadId: b.ada.threadId, error: 'Merged.', now: b.clock.now() }))
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: Australia?', 'assistant: Vienna.'])
    await b.answer(b.another)
    expect(b.screen()).toEqual(['Canberra.'])
    expect((await turnsOf(b)).map(({ state, replyId }) => [state, replyId !== null])).toEqual([
      ['done', false],
      ['stopped', false],
      ['done', true],
    ])
  })
})

test('a user who edits too often gets one sentence, and is offered the rest', async () => {
  const b = await bench((_, call) => ({ text: `Reply ${call}.` }), { settings: { messagesPerMinute: 3 } })
  const question = await b.asked('Edit 0?')
  for (let edit = 1; edit <= 6; edit++) {
    b.clock.advance(1_000)
    await b.ada.edits(question, `Edit ${edit}?`)
    await b.answer()
  }
  await deliverPlace(b.deps, question.placeId, running())
  expect(b.model.requests).toHaveLength(3)
  expect(b.screen()).toEqual(['Reply 3.', expect.stringMatching(/^I have already answered 3 messages within a minute/)])
  expect(await listEditedMessages(b.store.db, { threadId: b.ada.threadId, now: b.clock.now() })).toMatchObject([{ text: 'Edit 6?' }])
})

describe('answering an older edit again', () => {
  async function oldEdit(script: Script = (_, call) => ({ text: `Reply ${call}.` })) {
    const b = await bench(script)
    const before = await b.asked('Hello.')
    const question = await b.asked('Austria?')
    const after = await b.asked('And its river?')
    b.clock.advance(11 * minute)
    await b.ada.edits(question, 'Australia?')
    return { ...b, question, before, after }
  }

  test('replaces its reply once, from what came before it', async () => {
    const b = await oldEdit()
    const again = { threadId: b.ada.threadId, messageId: b.question.id }
    expect(await listEditedMessages(b.store.db, { threadId: b.ada.threadId, now: b.clock.now() })).toEqual([
      { id: b.question.id, text: 'Australia?', day: expect.any(String) },
    ])
    expect(await answerAgain(b.deps, again)).toBe(true)
    expect(await answerAgain(b.deps, again)).toBe(false)
    await b.answer()
    expect(b.screen()).toEqual(['Reply 1.', 'Reply 4.', 'Reply 3.'])
    expect(seen(b)).toContain('Hello.')
    expect(seen(b)).not.toMatch(/river|Reply 2/)
    expect(await answerAgain(b.deps, again)).toBe(false)
    expect(await listEditedMessages(b.store.db, { threadId: b.ada.threadId, now: b.clock.now() })).toEqual([])
  })

  test('is also for the newest answered one, until there is a newer', async () => {
    const b = await bench((_, call) => ({ text: `Reply ${call}.` }))
    const question = await b.asked('Austria?')
    const again = { threadId: b.ada.threadId, messageId: question.id }
    expect(await listEditedMessages(b.store.db, { threadId: b.ada.threadId, now: b.clock.now() })).toEqual([])
    expect(await answerAgain(b.deps, again)).toBe(true)
    expect(await answerAgain(b.deps, again)).toBe(false)
    await b.answer()
    expect(b.screen()).toEqual(['Reply 2.'])
    await b.asked('And its river?')
    expect(await answerAgain(b.deps, again)).toBe(false)
  })

  test('is for those that were edited, and for their own user', async () => {
    const b = await oldEdit()
    const eve = await b.person('eve')
    expect(await answerAgain(b.deps, { threadId: eve.threadId, messageId: b.question.id })).toBe(false)
    expect(await answerAgain(b.deps, { threadId: b.ada.threadId, messageId: b.before.id })).toBe(false)
    expect(await isPending(b)).toBe(false)
  })

  test('keeps the context of the old reply until there is a new one', async () => {
    const b = await oldEdit((_, call) => (call === 4 ? { error: new ModelError('unavailable', 'down') } : { text: `Reply ${call}.` }))
    await answerAgain(b.deps, { threadId: b.ada.threadId, messageId: b.question.id })
    await b.answer()
    const [, old, , failed] = await turnsOf(b)
    expect(failed).toMatchObject({ state: 'failed', replyId: old!.replyId })
    expect(old!.context).toHaveProperty('parts')
    await answerAgain(b.deps, { threadId: b.ada.threadId, messageId: b.question.id })
    await b.answer()
    expect((await turnsOf(b))[1]).toMatchObject({ replyId: null, context: { total: expect.any(Number) } })
    expect((await rowsOf(b, b.ada.threadId)).find(({ id }) => id === b.question.id)).toMatchObject({
      turnId: (await turnsOf(b)).at(-1)!.id as TurnId,
      pending: false,
    })
  })
})
