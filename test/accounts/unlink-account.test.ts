import { afterAll, expect, test } from 'vitest'
import type { AccountId, PlaceAddress, UserId } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { consumeSignInLink, createSignInLink, findSessionUser } from '../../src/people/sign-in.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { OutgoingMessage } from '../../src/threads/outgoing-message.ts'
import { findLastDirectPlace } from '../../src/threads/places.ts'
import { ensureContinuousThread } from '../../src/threads/thread.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { closeLinking, findAccountId, type Linking, linking } from './linking.ts'

afterAll(closeLinking)

/** Ada, who also writes as Eve. */
async function linked(): Promise<Linking> {
  const bench = await linking()
  await bench.person('ada')
  await bench.link('ada', 'eve')
  // Within 7 days, an account that another one unlinks takes its messages along.
  await bench.app.store.db.userMerge.deleteMany()
  return bench
}

test('what is said on one account is known on the other, is answered where it was asked, and digests go where one last wrote', async () => {
  const bench = await linked()
  await bench.write('eve', 'The gate code is 4711.')
  const before = bench.app.sent.length
  bench.app.clock.advance(60_000)
  await bench.write('ada', 'What is the gate code?')
  expect(bench.app.sent.slice(before).every(({ to }) => to === directPlace('ada').address)).toBe(true)
  const { messages } = bench.model.requests.at(-1)!
  expect(JSON.stringify(messages)).toContain('The gate code is 4711.')
  const last = async () => (await findLastDirectPlace(bench.app.store.db, (await bench.userOf('ada')) as UserId))?.address
  expect(await last()).toBe(directPlace('ada').address)
  bench.app.clock.advance(60_000)
  await bench.write('eve', 'Thank you.')
  expect(await last()).toBe(directPlace('eve').address)
})

test('/accounts lists them by number', async () => {
  const bench = await linked()
  const [ada, eve] = [await findAccountId(bench, 'ada'), await findAccountId(bench, 'eve')]
  const [list] = await bench.write('eve', '/accounts')
  expect(list).toMatch(
    new RegExp(`^- \\*\\*${ada}\\*\\* · ada on Test, since .+\\n- \\*\\*${eve}\\*\\* · eve on Test, since .+ \\(this one\\)\\n`),
  )
})

test('an account is unlinked with its place once that is confirmed; both sides are notified, and messages stay', async () => {
  const bench = await linked()
  await bench.write('eve', 'Said as Eve.')
  await bench.write('ada', '/unlink')
  expect(Object.keys(bench.buttons('ada'))).toEqual(['ada on Test', 'eve on Test'])
  await bench.press('ada', bench.buttons('ada')['eve on Test'] ?? '')
  expect(await bench.userOf('eve')).toBe(await bench.userOf('ada'))
  expect(await bench.press('ada', bench.buttons('ada')['Unlink, messages stay'] ?? '')).toEqual([
    expect.stringContaining('**eve on Test is no longer linked'),
  ])
  expect(await bench.told('eve')).toEqual([expect.stringContaining('This account is no longer linked')])
  const { db } = bench.app.store
  const [ada, eve] = [await bench.userOf('ada'), await bench.userOf('eve')]
  expect(eve).not.toBe(ada)
  const { userId } = await db.place.findFirstOrThrow({ where: { address: directPlace('eve').address } })
  expect(userId).toBe(eve)
  const thread = await db.continuousThread.findFirstOrThrow({ where: { userId: ada as UserId } })
  expect(await db.message.count({ where: { threadId: thread.threadId, text: 'Said as Eve.' } })).toBe(1)
  // Eve stays let in, and begins anew.
  await bench.write('eve', 'Hello again.')
  const { messages } = bench.model.requests.at(-1)!
  expect(JSON.stringify(messages)).not.toContain('Said as Eve.')
  expect(await db.user.findUniqueOrThrow({ where: { id: eve as UserId } })).toMatchObject({ name: 'eve', isLocal: false })
})

test('what is still to be answered or sent there by the old conversation is not', async () => {
  const bench = await linked()
  const { db } = bench.app.store
  await bench.write('eve', 'Hello')
  const { id: placeId } = await db.place.findFirstOrThrow({ where: { address: directPlace('eve').address } })
  const asked = await db.message.findFirstOrThrow({ where: { placeId, role: 'user', kind: 'chat' } })
  await db.message.update({ where: { id: asked.id }, data: { pending: true, turnId: null } })
  const reply = await db.message.findFirstOrThrow({ where: { placeId, role: 'assistant' } })
  await db.delivery.updateMany({ where: { messageId: reply.id }, data: { state: 'pending' } })
  await bench.app.inbox({
    ...{ type: 'action', place: directPlace('ada'), id: 'unlink' as never, order: 99n, author: { id: 'ada', name: 'ada', isBot: false } },
    ...{ action: `/linking unlink ${await findAccountId(bench, 'eve')}`, sentAt: bench.app.clock.now() },
  })
  const command = await db.message.findFirstOrThrow({ where: { pending: true, kind: 'command' } })
  await bench.app.handlers['run-command'](
    { messageId: command.id as never },
    { signal: new AbortController().signal, attempt: 1, last: true },
  )
  expect(await db.message.count({ where: { pending: true } })).toBe(0)
  expect(await db.delivery.findMany({ where: { messageId: reply.id } })).toMatchObject([
    { state: 'failed', error: 'The account was unlinked before this was sent.' },
  ])
})

test('a reply that was begun before, and ends after, is kept and not sent to what is another person’s chat', async () => {
  const bench = await linked()
  const { db } = bench.app.store
  await bench.write('eve', 'Hello')
  const { id: placeId } = await db.place.findFirstOrThrow({ where: { address: directPlace('eve').address } })
  const asked = await db.message.findFirstOrThrow({ where: { placeId, role: 'user', kind: 'chat' } })
  await bench.press('ada', `/linking unlink ${await findAccountId(bench, 'eve')}`)
  const said = { threadId: asked.threadId, segmentId: asked.segmentId, placeId, kind: 'notice', text: 'What we said in private.' }
  const messageId = await bench.app.store.transaction((tx) => bench.app.privacy.post(tx, said as OutgoingMessage))
  expect(await db.delivery.findMany({ where: { messageId }, select: { state: true } })).toEqual([{ state: 'failed' }])
})

test('unlinking ends the sessions and sign-in links of the account, and leaves those of the others', async () => {
  const bench = await linked()
  const { app } = bench
  const user = (await bench.userOf('ada')) as UserId
  const linkOf = async (accountId?: number) =>
    (await createSignInLink(app, user, accountId === undefined ? {} : { accountId: accountId as AccountId })).token
  const signIn = async (accountId?: number) => (await consumeSignInLink(app, await linkOf(accountId)))!.sessionToken
  const [ada, eve] = [await findAccountId(bench, 'ada'), await findAccountId(bench, 'eve')]
  const { id: page } = await app.store.db.account.create({
    data: { userId: user, platform: 'web', tenant: '', platformUserId: String(user), name: 'ada', createdAt: new Date(0) },
  })
  const [ofAda, printed, ofEve, ofPage] = [await signIn(ada), await signIn(), await signIn(eve), await signIn(page)]
  const [savedByAda, savedByEve] = [await linkOf(ada), await linkOf(eve)]
  const ended: unknown[] = []
  app.broadcast.subscribe((news) => news.type === 'sessions-ended' && ended.push(news.userId))
  await bench.press('ada', `/linking unlink ${eve}`)
  const isOpen = async (token: string) => (await findSessionUser(app, token)) !== undefined
  expect([await isOpen(ofAda), await isOpen(printed)]).toEqual([true, true])
  // Eve may have requested a link on the page too.
  expect([await isOpen(ofEve), await isOpen(ofPage)]).toEqual([false, false])
  expect(await consumeSignInLink(app, savedByEve)).toBeUndefined()
  expect((await consumeSignInLink(app, savedByAda))?.userId).toBe(user)
  expect(ended).toEqual([user])
})

test('a retry sends nothing to a place that was unlinked', async () => {
  const bench = await linked()
  const { db } = bench.app.store
  await bench.write('eve', 'What is the gate code?')
  const reply = await db.message.findFirstOrThrow({ where: { role: 'assistant' }, orderBy: { id: 'desc' } })
  await db.delivery.updateMany({ where: { messageId: reply.id }, data: { state: 'unknown' } })
  await db.turn.updateMany({ where: { replyId: reply.id }, data: { state: 'failed' } })
  await bench.press('ada', `/linking unlink ${await findAccountId(bench, 'eve')}`)
  await bench.told('eve')
  await bench.press('ada', `/retry ${reply.id}`)
  expect(await bench.told('eve')).toEqual([])
  // A part that was made pending all the same is not sent.
  await db.delivery.updateMany({ where: { messageId: reply.id }, data: { state: 'pending' } })
  expect(await bench.told('eve')).toEqual([])
  expect(await db.delivery.findMany({ where: { messageId: reply.id }, select: { state: true } })).toEqual([{ state: 'failed' }])
  // Neither is a reply to a question that was asked there.
  await db.message.updateMany({ where: { turnId: reply.turnId, role: 'user' }, data: { pending: true, turnId: null } })
  const requests = bench.model.requests.length
  await bench.app.handlers['answer-thread'](
    { threadId: reply.threadId as never },
    { signal: new AbortController().signal, attempt: 1, last: true },
  )
  expect(await bench.told('eve')).toEqual([])
  expect(bench.model.requests.length).toBe(requests)
})

test('the account that asks can be the one that leaves, and the other one is told', async () => {
  const bench = await linked()
  await bench.write('ada', 'Here I am.')
  await bench.told('ada')
  await bench.write('eve', `/unlink ${await findAccountId(bench, 'eve')}`)
  expect(await bench.press('eve', bench.buttons('eve')['Unlink, messages stay'] ?? '')).toEqual([
    expect.stringContaining('This account is no longer linked'),
  ])
  expect(await bench.told('ada')).toEqual([expect.stringContaining('**eve on Test is no longer linked')])
})

test('the only account, one of the page and one of somebody else cannot be unlinked', async () => {
  const bench = await linked()
  await bench.person('bob')
  const unknown = await bench.press('ada', '/linking unlink 999999')
  const ada = (await bench.userOf('ada')) as UserId
  const { id: page } = await bench.app.store.db.account.create({
    data: { userId: ada, platform: 'web', tenant: '', platformUserId: String(ada), name: 'ada', createdAt: new Date(0) },
  })
  for (const number of [page, await findAccountId(bench, 'bob')])
    expect(await bench.press('ada', `/linking unlink ${number}`)).toEqual(unknown)
  expect(await bench.press('bob', `/linking unlink ${await findAccountId(bench, 'bob')}`)).toEqual(unknown)
  expect(await bench.write('bob', '/unlink')).toEqual([expect.stringContaining('There is no account to unlink')])
})

test('an unlinked account can be linked again, and its conversation comes back with it', async () => {
  const bench = await linked()
  await bench.write('eve', 'Before.')
  await bench.press('ada', `/linking unlink ${await findAccountId(bench, 'eve')}`)
  await bench.write('eve', 'In between.')
  await bench.link('ada', 'eve')
  const { db } = bench.app.store
  expect(await db.thread.count()).toBe(1)
  expect(await db.message.count({ where: { text: { in: ['Before.', 'In between.'] } } })).toBe(2)
  expect(await db.place.count({ where: { address: 'direct:eve' as PlaceAddress, userId: (await bench.userOf('ada')) as UserId } })).toBe(1)
})

test.each(['Unlink, messages stay', 'Unlink, messages move'])(
  'what was said in a shared place from an account is found there as before, and alone by whose it is: %s',
  async (choice) => {
    const bench = await linked()
    await bench.person('ben')
    const garden = sharedPlace('garden')
    await bench.write('eve', 'The otter is late.', garden)
    await bench.write('ben', 'Hello there.', sharedPlace('cellar'))
    await bench.write('ben', 'The otter is my secret.')
    const { audience } = await bench.app.store.db.place.findFirstOrThrow({ where: { address: garden.address } })
    const found = async (name: string, where: Audience = 'private') => {
      const userId = (await bench.userOf(name)) as UserId
      const threadId = await ensureContinuousThread(bench.app.store, userId, bench.app.clock.now())
      const { results } = await searchConversation(bench.app.conversation, { userId, threadId, audience: where }, { query: 'otter' })
      return results.flatMap((result) =>
        result.kind === 'message' && result.role === 'user' ? [[result.author, result.of_another_member ?? false]] : [],
      )
    }
    expect(await found('ada')).toEqual([['eve', false]])
    expect(await found('ben', audience as Audience)).toEqual([['eve', true]])

    await bench.write('ada', '/unlink')
    await bench.press('ada', bench.buttons('ada')['eve on Test'] ?? '')
    await bench.press('ada', bench.buttons('ada')[choice] ?? '')
    const isMoved = choice === 'Unlink, messages move'
    expect(await found('ada')).toEqual(isMoved ? [] : [['eve', false]])
    expect(await found('eve')).toEqual(isMoved ? [['eve', false]] : [])
    for (const name of ['ada', 'eve', 'ben'])
      expect(await found(name, audience as Audience)).toEqual([['eve', name === 'ben' || (name === 'eve') !== isMoved]])
  },
)

test('what two users said in a shared place is found once there after they became one', async () => {
  const bench = await linking()
  for (const name of ['ada', 'ben', 'cy']) await bench.person(name)
  const garden = sharedPlace('garden')
  for (const name of ['ada', 'ben', 'cy']) await bench.write(name, `The otter of ${name} is late.`, garden)
  const { audience } = await bench.app.store.db.place.findFirstOrThrow({ where: { address: garden.address } })
  const found = async () => {
    const userId = (await bench.userOf('cy')) as UserId
    const threadId = await ensureContinuousThread(bench.app.store, userId, bench.app.clock.now())
    const scope = { userId, threadId, audience: audience as Audience }
    const { results } = await searchConversation(bench.app.conversation, scope, { query: 'otter' })
    return results.flatMap((result) => (result.kind === 'message' && result.role === 'user' ? [result.author] : [])).sort()
  }
  expect(await found()).toEqual(['ada', 'ben', 'cy'])
  await bench.link('ada', 'ben')
  expect(await bench.userOf('ada')).toBe(await bench.userOf('ben'))
  expect(await found()).toEqual(['ada', 'ben', 'cy'])
})
