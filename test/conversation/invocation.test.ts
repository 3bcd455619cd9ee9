import { expect, test } from 'vitest'
import { deliverMessage, deliverPlace } from '../../src/conversation/deliver/deliver.ts'
import { receive } from '../../src/conversation/receive/receive.ts'
import { runCommand } from '../../src/conversation/receive/run-command.ts'
import { recoverPendingWork } from '../../src/conversation/recover.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import type { Invocation, MessageId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { InboundAction } from '../../src/core/ports/platform.ts'
import { sharedPlace } from '../support/conversation.ts'
import { answers, deliveriesOf, failure, type Harness, harness, rowsOf, running, statesOf, type Talker } from './harness.ts'

const bench = async (options: Parameters<typeof harness>[0] = {}) => {
  const b = await harness({ abilities: { answer: true }, ...options })
  return { ...b, ada: await b.person() }
}

/** Ada gives a command in a way of the platform's own, and it is run. */
async function give(b: Harness & { ada: Talker }, action: string, more: Partial<InboundAction> = {}): Promise<string> {
  const author = { id: 'ada', name: 'ada', isBot: false }
  const event: InboundAction = {
    ...{ type: 'action', place: sharedPlace('kitchen'), id: `press-${action}` as PlatformMessageId, order: 1n, author, action },
    ...{ sentAt: b.clock.now(), invocation: 'token' as Invocation },
    ...more,
  }
  await receive(b.deps, event)
  const command = await b.store.db.message.findFirstOrThrow({ where: { kind: 'command' }, orderBy: { id: 'desc' } })
  for (const { payload } of b.jobs('run-command')) await runCommand(b.deps, payload.messageId, running())
  return command.text
}

test('a command given in a shared place is answered there for its author alone, and kept in their own chat', async () => {
  const b = await bench()
  await give(b, '/days')
  expect(b.chat.screen(answers)).toEqual(['token: Done.'])
  expect(b.chat.calls.map(({ what }) => what)).toEqual(['answer'])
  const [command, notice] = await rowsOf(b, b.ada.threadId)
  expect(command).toMatchObject({ kind: 'command', pending: false, invocation: null })
  expect(notice).toMatchObject({ kind: 'notice', audience: 'private' })
  expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', invocation: null }])
})

test.each(['rejected', 'unreachable'] as const)('an answer that is %s there goes to the own chat', async (kind) => {
  const b = await bench()
  await b.ada.writes('Hello')
  b.chat.before = ({ what }) => {
    if (what === 'answer') throw failure(kind)
  }
  await give(b, '/days')
  expect(b.chat.screen(b.ada.direct.address)).toEqual(['Done.'])
  expect(b.chat.screen(answers)).toEqual([])
  expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', invocation: null }])
})

test('one whose outcome nobody knows is not said twice', async () => {
  const b = await bench()
  await b.ada.writes('Hello')
  b.chat.before = ({ what }) => {
    if (what === 'answer') throw failure('unknown')
  }
  await give(b, '/days')
  expect(b.chat.screen(b.ada.direct.address)).toEqual([])
  expect(await deliveriesOf(b)).toMatchObject([{ state: 'unknown', invocation: null }])
})

test('a long answer is given in parts, those after the first as what continues it', async () => {
  const b = await bench({ runCommand: async () => ({ text: 'word '.repeat(90) }) })
  await give(b, '/days')
  expect(b.chat.calls.map(({ what, part }) => [what, part?.continues ?? false])).toEqual([
    ['answer', false],
    ['answer', true],
    ['answer', true],
  ])
  expect(await statesOf(b)).toEqual(['sent', 'sent', 'sent'])
})

test('nobody waits for the answer of a command that has none', async () => {
  const b = await bench({ runCommand: async () => undefined })
  await give(b, '/retry')
  expect(b.chat.calls).toMatchObject([{ what: 'dismiss', text: 'token' }])
})

test('a press on what is no button of ours is dismissed, and what a stranger asks is answered each time', async () => {
  const b = await bench()
  await receive(b.deps, { ...press('ada', 'x'), action: 'nonsense' })
  await receive(b.deps, press('mallory', 'a'))
  await receive(b.deps, press('mallory', 'b'))
  expect(b.chat.calls.map(({ what }) => what)).toEqual(['dismiss', 'answer', 'answer'])
  expect(b.chat.screen(answers)).toEqual(Array(2).fill(expect.stringContaining('talks with people it knows')))

  function press(id: string, name: string): InboundAction {
    const author = { id, name: id, isBot: false }
    const event = {
      type: 'action',
      place: sharedPlace('kitchen'),
      id: name as PlatformMessageId,
      order: 1n,
      author,
      action: '/days',
    } as const
    return { ...event, sentAt: b.clock.now(), invocation: 'token' as Invocation }
  }
})

test('an action on a message is about the day of that message', async () => {
  const b = await bench()
  const said = await b.ada.writes('Long ago', { at: new Date('2026-11-03T10:00:00Z') })
  const about = { id: said.platformMessageId ?? ('' as PlatformMessageId), sentAt: said.sentAt }
  expect(await give(b, '/resummarize {day}', { about, place: b.ada.direct })).toBe('/resummarize 2026-11-03')
})

test('of a message that is no part of the conversation, the day on which it was sent, in the timezone of who asks', async () => {
  const b = await bench()
  const about = { id: 'theirs' as PlatformMessageId, sentAt: new Date('2026-11-03T23:30:00Z') }
  expect(await give(b, '/resummarize {day}', { about })).toBe('/resummarize 2026-11-04')
})

test('an action on a message of the conversation names it by its number, on one of others by what it says', async () => {
  const b = await bench()
  const said = await b.ada.writes('I am vegetarian')
  const own = { id: said.platformMessageId ?? ('' as PlatformMessageId), sentAt: said.sentAt, text: 'I am vegetarian' }
  expect(await give(b, '/remember {message}', { about: own, place: b.ada.direct })).toBe(`/remember #${said.id}`)
  // Of another place, and so another message.
  expect(await give(b, '/remember {message}', { about: own, id: 'b' as PlatformMessageId })).toBe('/remember I am vegetarian')
  const text = 'On {day} it costs $& and $1\n{message}'
  const theirs = { id: 'theirs' as PlatformMessageId, sentAt: said.sentAt }
  expect(await give(b, '/remember {message}', { about: { ...theirs, text }, id: 'c' as PlatformMessageId })).toBe(`/remember ${text}`)
  expect(await give(b, '/remember {message}', { about: theirs, id: 'd' as PlatformMessageId })).toBe('/remember ')
})

test('an emoji on a message counts as the newest that was told of it, however often and in whatever order', async () => {
  const b = await bench()
  const said = await b.ada.writes('Hello')
  const reaction = { type: 'reaction', place: b.ada.direct, id: said.platformMessageId ?? ('' as PlatformMessageId), emoji: '👍' } as const
  const by = (id: string, present: boolean, second: number) =>
    receive(b.deps, {
      ...reaction,
      author: { id, name: id, isBot: false },
      present,
      at: new Date(b.clock.now().getTime() + second * 1_000),
    })
  const kept = () => b.store.db.reaction.findMany({ select: { messageId: true, emoji: true, present: true } })
  await by('mallory', true, 0)
  expect(await kept()).toEqual([])
  await by('ada', true, 1)
  await by('ada', true, 1)
  expect(await kept()).toEqual([{ messageId: said.id, emoji: '👍', present: true }])
  await by('ada', false, 3)
  await by('ada', true, 1)
  await by('ada', true, 2)
  expect(await kept()).toEqual([{ messageId: said.id, emoji: '👍', present: false }])
  await by('ada', true, 6)
  await by('ada', true, 8)
  await by('ada', false, 7)
  expect(await kept()).toEqual([{ messageId: said.id, emoji: '👍', present: true }])
  await by('ada', false, 8)
  expect(await kept()).toEqual([{ messageId: said.id, emoji: '👍', present: false }])
})

test('it does not wait behind what cannot be sent in the own chat', async () => {
  const b = await bench()
  const said = await b.ada.writes('Hello')
  await b.post(said, 'This waits')
  b.chat.before = ({ what }) => {
    if (what === 'send') throw failure('rate_limited', 3_600_000)
  }
  await deliverPlace(b.deps, said.placeId, running())
  await give(b, '/days')
  expect(b.chat.screen(answers)).toEqual(['token: Done.'])
  expect(await statesOf(b)).toEqual(['pending', 'sent'])
})

test('after half an hour no token is kept, and the answer goes to the own chat', async () => {
  const b = await bench()
  await b.ada.writes('Hello')
  b.chat.before = ({ what }) => {
    if (what === 'answer') throw failure('transient')
  }
  await give(b, '/days')
  expect(await deliveriesOf(b)).toMatchObject([{ state: 'pending', invocation: 'token' }])
  b.clock.advance(31 * 60_000)
  await recoverPendingWork(b.deps)
  const { messageId } = await b.store.db.delivery.findFirstOrThrow()
  await deliverMessage(b.deps, messageId as MessageId, running())
  expect(b.chat.screen(b.ada.direct.address)).toEqual(['Done.'])
  expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', invocation: null }])
})

test('a process without the platform leaves its messages and commands to one that has it', async () => {
  const b = await bench()
  await b.ada.writes('Hello')
  await b.ada.writes('/days')
  const elsewhere = { ...b.deps, senders: new Map() }
  b.clock.advance(60_000)
  b.queued.length = 0
  await recoverPendingWork(elsewhere)
  expect(b.queued).toEqual([])
  await answerThread(elsewhere, b.ada.threadId, { signal: running() })
  expect(await b.store.db.message.count({ where: { pending: true } })).toBe(2)
  await recoverPendingWork(b.deps)
  expect(b.queued.map(({ name }) => name)).toEqual(['answer-thread', 'run-command'])
})
