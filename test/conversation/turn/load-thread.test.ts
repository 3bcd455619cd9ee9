import { expect, test } from 'vitest'
import { receive } from '../../../src/conversation/receive/receive.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundMessage, PlatformSender, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { type Harness, harness, running, type Talker } from '../harness.ts'

const thread = sharedPlace('a thread')

const earlier = (id: string, text: string, minute: number): ReferencedMessage => ({
  ...{ kind: 'thread', id: id as PlatformMessageId, text, author: { id: 'ben', name: 'Ben' } },
  sentAt: new Date(Date.UTC(2026, 10, 18, 8, minute)),
})

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  readonly loads: unknown[][]
  /** Writes in the thread, and gives what the model was shown. */
  ask(text: string): Promise<string>
}

async function bench(loadThread: NonNullable<PlatformSender['loadThread']>): Promise<Bench> {
  const loads: unknown[][] = []
  const model = new ScriptedModel([{ text: 'I see.' }])
  const abilities = {
    loadThread: (...args: Parameters<typeof loadThread>) => {
      loads.push(args)
      return loadThread(...args)
    },
  }
  const h = await harness({ model, abilities })
  const ada = await h.person()
  const ask = async (text: string) => {
    await ada.writes(text, { place: thread })
    await answerThread(h.deps, ada.threadId, { signal: running() })
    return model.requests
      .at(-1)!
      .messages.map(({ content }) => content)
      .join('\n')
  }
  return { ...h, ada, model, loads, ask }
}

const referencesOf = ({ store }: Bench) => store.db.messageReference.findMany({ orderBy: { id: 'asc' } })

test('in a thread, its earlier messages are loaded once a turn, stored once, and shown', async () => {
  const known = [earlier('1', 'It costs 340.', 1)]
  const b = await bench(async () => [...known])
  expect(await b.ask('Summarize this thread')).toContain(
    'earlier in this thread, by Ben, Wednesday 18 November 2026 (2026-11-18), 09:01:\n    It costs 340.',
  )
  known.push(earlier('2', 'Or 20.', 2), earlier('ada:1', 'Summarize this thread', 3))
  const shown = await b.ask('And now?')
  expect(shown).toContain('    It costs 340.')
  expect(shown).toContain('    Or 20.')
  expect(shown).not.toContain('    Summarize this thread')
  expect((await referencesOf(b)).map(({ text }) => text)).toEqual(['It costs 340.', 'Or 20.'])
  expect(b.loads).toEqual([
    [thread.address, 'ada:1', 20],
    [thread.address, 'ada:2', 20],
  ])
})

test('outside a thread and in a direct chat, nothing is stored or shown', async () => {
  const b = await bench(async () => undefined)
  expect(await b.ask('Hello')).not.toContain('earlier in this thread')
  await b.ada.writes('Hello')
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(b.loads).toHaveLength(1)
  expect(await referencesOf(b)).toEqual([])
})

test('a platform that fails is logged, and the reply continues with what is stored', async () => {
  let fails = false
  const b = await bench(async () => {
    if (fails) throw new PlatformError('rate_limited', 'Too often.', 60_000)
    return [earlier('1', 'It costs 340.', 1)]
  })
  await b.ask('Summarize this thread')
  fails = true
  expect(await b.ask('And now?')).toContain('    It costs 340.')
  expect(b.chat.screen(thread.address)).toEqual(['I see.', 'I see.'])
})

test('of a thread, messages that were deleted, or are of blocked authors, are not stored', async () => {
  const b = await bench(async () => [earlier('ben:1', 'The zebra.', 1), earlier('9', 'The walrus.', 2), earlier('3', 'The lion.', 3)])
  const ben = await b.person('ben')
  const gone = await ben.writes('The zebra.', { place: thread })
  await ben.deletes(gone, thread)
  await b.store.db.user.update({ where: { id: ben.userId }, data: { blockedAt: b.clock.now() } })
  const shown = await b.ask('Summarize this thread')
  expect(shown).not.toMatch(/zebra|walrus|lion/)
  expect(await referencesOf(b)).toEqual([])
})

const channel = sharedPlace('the channel of a thread')
const inChannel = (id: string, text: string): ReferencedMessage => ({ ...earlier(id, text, 1), placeAddress: channel.address })

test('the first message of a thread is shown though it is in the channel and of the same user; once deleted, it is gone and stays away', async () => {
  const b = await bench(async (address) =>
    address === thread.address ? [{ ...inChannel('ada:1', 'The zebra costs 340.'), author: { id: 'ada', name: 'Ada' } }] : undefined,
  )
  const root = await b.ada.writes('The zebra costs 340.', { place: channel })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(await b.ask('What does it cost?')).toContain('    The zebra costs 340.')
  await b.ask('And now?')
  expect(await referencesOf(b)).toHaveLength(1)
  await b.ada.deletes(root, channel)
  expect(await referencesOf(b)).toEqual([])
  expect(await b.ask('Again?')).not.toContain('zebra')
  expect(await referencesOf(b)).toEqual([])
})

test('an edit and a deletion of the first message of a thread reach it, also if nobody ever wrote to the bot in the channel', async () => {
  const b = await bench(async (address) => (address === thread.address ? [inChannel('7', 'The zebra costs 340.')] : undefined))
  await b.ask('What does it cost?')
  const overheard: InboundMessage = {
    ...{ type: 'message', place: channel, id: '7' as PlatformMessageId, order: 7n, author: { id: 'ben', name: 'Ben', isBot: false } },
    ...{ text: 'The zebra costs 20.', addressed: false, sentAt: b.clock.now() },
  }
  await receive(b.deps, { ...overheard, type: 'edit', editedAt: b.clock.now() })
  expect((await referencesOf(b)).map(({ text }) => text)).toEqual(['The zebra costs 20.'])
  await receive(b.deps, { type: 'deletion', place: channel, id: overheard.id })
  expect(await referencesOf(b)).toEqual([])
})

test('what is said in a thread stays there: another place does not show it', async () => {
  const b = await bench(async (address) => (address === thread.address ? [earlier('1', 'It costs 340.', 1)] : undefined))
  await b.ask('Summarize this thread')
  await b.ada.writes('What does it cost?', { place: sharedPlace('elsewhere') })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(
    b.model.requests
      .at(-1)!
      .messages.map(({ content }) => content)
      .join('\n'),
  ).not.toContain('340')
})

test('a reply to somebody else carries their words to the model, and none to another place', async () => {
  const b = await bench(async () => undefined)
  const office = sharedPlace('office')
  const said: ReferencedMessage = {
    kind: 'reply',
    id: '5' as PlatformMessageId,
    author: { id: 'ben', name: 'Ben' },
    text: 'The zebra costs 340.',
  }
  await b.ada.writes('Why?', { place: office, refersTo: [said] })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  const shown = () =>
    b.model.requests
      .at(-1)!
      .messages.map(({ content }) => content)
      .join('\n')
  expect(shown()).toContain('replies to a message by Ben:\n    The zebra costs 340.')
  await b.ada.writes('Private: the walrus.', { refersTo: [{ ...said, text: 'A private zebra.' }] })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  await b.ada.writes('And the zebra?', { place: office })
  await answerThread(b.deps, b.ada.threadId, { signal: running() })
  expect(shown()).toContain('in reply to Ben: "The zebra costs 340."')
  expect(shown()).not.toContain('private zebra')
})
