import { expect, test } from 'vitest'
import { createSuggest } from '../../../src/commands/shared/suggest.ts'
import { blockUser } from '../../../src/conversation/receive/block-user.ts'
import { receive } from '../../../src/conversation/receive/receive.ts'
import { runCommand } from '../../../src/conversation/receive/run-command.ts'
import { recoverPendingWork } from '../../../src/conversation/recover.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { Invocation, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { unblockUser } from '../../../src/people/block-user.ts'
import { consumeSignInLink, createSignInLink, findSessionUser, isSignInLinkValid } from '../../../src/people/sign-in.ts'
import { appendMessage } from '../../../src/threads/messages/append-message.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { type Harness, harness, running, saidIn, turnsOf } from '../harness.ts'

const author = { id: 'ada', name: 'ada', isBot: false }
const event = { id: 'late' as PlatformMessageId, order: 99n, author, sentAt: new Date('2026-11-18T09:00:00Z') }
const club = sharedPlace('club')

/** All that there is of somebody, and all that anybody was shown. */
const all = async ({ store, chat, queued }: Harness) => {
  const { db } = store
  const rows = [
    await db.message.findMany(),
    await db.reaction.findMany(),
    await db.accessRequest.findMany(),
    await db.unapprovedSender.findMany(),
  ]
  return JSON.stringify([rows, chat.calls.filter(({ what }) => what !== 'dismiss').length, queued.length], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

test('nothing that somebody who is blocked says, edits, presses, gives or puts on a message is taken, and they are told nothing', async () => {
  const b = await harness({ abilities: { answer: true } })
  const ada = await b.person('ada')
  const said = await ada.writes('The key is under the pot.')
  expect(await blockUser(b.deps, ada.userId)).toBe(true)
  const before = await all(b)
  const invocation = 'token' as Invocation
  const place = ada.direct
  await receive(b.deps, { ...event, type: 'message', place, text: 'Hello?', addressed: true })
  await receive(b.deps, { ...event, type: 'message', place: club, text: 'Hello?', addressed: true })
  await receive(b.deps, { ...event, type: 'message', place, text: '/days', addressed: true })
  await receive(b.deps, { ...event, type: 'message', place, text: '/start abcdef', addressed: true })
  await receive(b.deps, { ...event, type: 'message', place, text: '/link ABCDEF', addressed: true })
  await receive(b.deps, { ...event, type: 'action', place, action: '/days' })
  await receive(b.deps, { ...event, type: 'action', place: club, action: '/days', invocation })
  await receive(b.deps, { ...event, type: 'reaction', place, id: said.platformMessageId!, emoji: '👍', present: true, at: event.sentAt })
  await ada.edits(said, 'The key is elsewhere.')
  await receive(b.deps, { ...event, type: 'edit', place, text: 'Hello?', addressed: true, editedAt: event.sentAt })
  expect(await all(b)).toBe(before)
  // Where a platform shows that an answer is coming, it does not stay so.
  expect(b.chat.calls.map(({ what, text }) => [what, text])).toEqual([['dismiss', 'token']])
  const suggest = createSuggest({ ...b.deps, permalink: () => undefined }, 'UTC')
  const typing = { platform: 'test', tenant: '', platformUserId: 'ada', command: 'summary', argument: 'day', text: '' }
  expect(await suggest(typing)).toEqual([])

  await unblockUser(b.store.db, ada.userId)
  expect(await suggest(typing)).toHaveLength(1)
  await ada.deletes(said)
  await receive(b.deps, { ...event, type: 'message', place, text: 'I am back.', addressed: true })
  expect(await saidIn(b, ada.threadId)).toEqual(['user: ', 'user: I am back.'])
})

test('a deletion of theirs is honoured', async () => {
  const b = await harness()
  const ada = await b.person('ada')
  const said = await ada.writes('The key is under the pot.')
  await blockUser(b.deps, ada.userId)
  await ada.deletes(said)
  expect(await saidIn(b, ada.threadId)).toEqual(['user: '])
})

test('what is pending to them is pending no more, what comes just then included', async () => {
  const model = new ScriptedModel([{ text: 'A reply.' }])
  const b = await harness({ model })
  const [ada, ben] = [await b.person('ada'), await b.person('ben')]
  const [chat, command] = [await ada.writes('Hello'), await ada.writes('/days')]
  await ben.writes('Hello')
  await blockUser(b.deps, ada.userId)
  expect(await b.store.db.message.count({ where: { pending: true, threadId: ada.threadId } })).toBe(0)
  // Stored by a process that had let them in a moment ago.
  const late = {
    userId: ada.userId,
    timezone: 'Europe/Paris',
    accountId: ada.accountId,
    authorName: 'ada',
    place: ada.direct,
    pending: true,
  }
  for (const [kind, text] of [['chat', 'Hello?'] as const, ['command', '/days'] as const])
    await appendMessage(b.deps, {
      ...late,
      kind,
      text,
      platformMessageId: kind as PlatformMessageId,
      platformOrder: 50n,
      sentAt: b.clock.now(),
    })
  b.clock.advance(60_000)
  b.queued.length = 0
  await recoverPendingWork(b.deps)
  expect(b.queued.map(({ name, payload }) => [name, payload])).toEqual([['answer-thread', { threadId: ben.threadId }]])
  await answerThread(b.deps, chat.threadId, { signal: running() })
  await runCommand(b.deps, command.id, running())
  await answerThread(b.deps, ben.threadId, { signal: running() })
  expect([b.chat.screen(ada.direct.address), b.chat.screen(ben.direct.address)]).toEqual([[], ['A reply.']])
})

test('a reply that is being written to them stops', async () => {
  const model = new ScriptedModel([{ text: 'Once upon a time', stall: true }])
  const b = await harness({ model })
  const ada = await b.person('ada')
  await ada.writes('Tell me a story.')
  const answering = answerThread(b.deps, ada.threadId, { signal: running() })
  await model.called()
  await blockUser(b.deps, ada.userId)
  await answering
  expect((await turnsOf(b)).map(({ state }) => state)).toEqual(['stopped'])
})

test('a reply to them that was interrupted is not written anew', async () => {
  const model = new ScriptedModel([{ text: 'Once upon a time', stall: true }, { text: 'unused' }])
  const b = await harness({ model })
  const ada = await b.person('ada')
  await ada.writes('Tell me a story.')
  const shutdown = new AbortController()
  const answering = answerThread(b.deps, ada.threadId, { signal: shutdown.signal })
  await model.called()
  shutdown.abort()
  await answering
  await blockUser(b.deps, ada.userId)
  await answerThread(b.deps, ada.threadId, { signal: running() })
  expect(model.requests).toHaveLength(1)
  expect((await turnsOf(b)).map(({ state }) => state)).toEqual(['stopped'])
})

test('sessions of the page, links to it and codes for linking end at once', async () => {
  const b = await harness()
  const [ada, ben] = [await b.person('ada'), await b.person('ben')]
  const [open, spent] = [await createSignInLink(b.deps, ada.userId), await createSignInLink(b.deps, ada.userId)]
  const signedIn = await consumeSignInLink(b.deps, spent.token)
  const { placeId } = await ben.writes('Hello')
  const times = { createdAt: b.clock.now(), expiresAt: new Date(b.clock.now().getTime() + 600_000) }
  await b.store.db.linkCode.create({ data: { hash: 'of ada', accountId: ada.accountId, userId: ada.userId, placeId, ...times } })
  const claimed = {
    state: 'entered',
    platform: 'test',
    tenant: '',
    platformUserId: 'ada',
    name: 'ada',
    address: directPlace('ada').address,
  }
  await b.store.db.linkCode.create({
    data: { hash: 'entered by ada', accountId: ben.accountId, userId: ben.userId, placeId, ...times, ...claimed },
  })
  await b.store.db.linkCode.create({ data: { hash: 'of ben', accountId: ben.accountId, userId: ben.userId, placeId, ...times } })
  await blockUser(b.deps, ada.userId)
  expect(await findSessionUser(b.deps, signedIn!.sessionToken)).toBeUndefined()
  expect([await isSignInLinkValid(b.deps, open.token), await consumeSignInLink(b.deps, open.token)]).toEqual([false, undefined])
  expect((await b.store.db.linkCode.findMany()).map(({ hash }) => hash)).toEqual(['of ben'])
  // A session that was begun at the very same moment opens nothing either.
  const racing = await createSignInLink(b.deps, ada.userId)
  const late = await consumeSignInLink(b.deps, racing.token)
  expect(await findSessionUser(b.deps, late!.sessionToken)).toBeUndefined()
})

test('an owner cannot be blocked, nor can nobody', async () => {
  const b = await harness()
  const [ada, ben] = [await b.person('ada'), await b.person('ben')]
  await b.store.db.account.updateMany({ where: { userId: ada.userId }, data: { isOwner: true } })
  await ben.writes('Hello')
  expect(await blockUser(b.deps, ada.userId)).toBe(false)
  expect(await blockUser(b.deps, 2_000_000_000 as typeof ada.userId)).toBe(false)
  expect(await b.store.db.user.count({ where: { blockedAt: { not: null } } })).toBe(0)
  expect(await b.store.db.message.count({ where: { pending: true } })).toBe(1)
})
