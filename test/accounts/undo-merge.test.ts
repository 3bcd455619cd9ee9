import { afterAll, expect, test } from 'vitest'
import type { MessageId, UserId } from '../../src/core/domain/ids.ts'
import { updateIndex } from '../../src/search/index/update-index.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'
import { directPlace } from '../support/conversation.ts'
import { closeLinking, type Linking, linking } from './linking.ts'

afterAll(closeLinking)

const run = { signal: new AbortController().signal, attempt: 1, last: true }
const day = 86_400_000

/** Ada and Bob, each with a history, who became one user. */
async function merged(): Promise<Linking> {
  const bench = await linking()
  for (const name of ['ada', 'bob']) {
    await bench.person(name)
    await bench.write(name, `The secret of ${name} is the ${name} tree.`)
    await bench.write(name, `/remember ${name} likes tea`)
    await bench.write(name, '/remember Both like the sea')
  }
  await bench.link('ada', 'bob')
  return bench
}

/** All texts of a user: messages, summaries, memory, and what the index holds. */
async function textsOf({ app, userOf }: Linking, name: string): Promise<string> {
  const userId = (await userOf(name)) as UserId
  const threadId = (await findContinuousThread(app.store.db, userId))!
  const { db } = app.store
  const [messages, days, items, chunks] = [
    await db.message.findMany({ where: { threadId }, select: { text: true } }),
    await db.daySummary.findMany({ where: { segment: { threadId } }, select: { markdown: true } }),
    await db.memoryItem.findMany({ where: { userId, status: 'active' }, select: { content: true } }),
    await db.transcriptChunk.findMany({ where: { threadId }, select: { text: true } }),
  ]
  return JSON.stringify([messages, days, items, chunks])
}

async function index({ app }: Linking): Promise<void> {
  for (const { id } of await app.store.db.thread.findMany()) await updateIndex(app, id as never)
}

test('either side can undo a merge: each has its own messages, memory and search again, and nothing of the other', async () => {
  for (const by of ['ada', 'bob']) {
    const bench = await merged()
    const undo = bench.buttons(by)['Undo']!
    expect(await bench.userOf('ada')).toBe(await bench.userOf('bob'))
    await bench.write('bob', 'Said by bob while linked.')
    await bench.write('ada', 'Said by ada while linked.')
    await index(bench)
    await bench.press(by, undo)
    await index(bench)
    const [ada, bob] = [await textsOf(bench, 'ada'), await textsOf(bench, 'bob')]
    for (const [own, other, name] of [
      [ada, bob, 'ada'],
      [bob, ada, 'bob'],
    ] as const) {
      for (const text of [`the ${name} tree`, `${name} likes tea`, `Said by ${name} while linked.`, 'Both like the sea'])
        expect(own).toContain(text)
      for (const text of [`${name} tree`, `${name} likes`, `Said by ${name}`]) expect(other).not.toContain(text)
    }
    await bench.write('bob', 'What is the secret?')
    const { messages } = bench.model.requests.at(-1)!
    expect(JSON.stringify(messages)).toContain('bob tree')
    expect(JSON.stringify(messages)).not.toContain('ada tree')
    expect((await bench.write('ada', '/find tree')).join()).not.toContain('bob')
    await bench.app.store.db.user.deleteMany()
    await bench.app.store.db.userMerge.deleteMany()
  }
})

test('who was asked for their timezone is not asked again as one user, nor after that is undone', async () => {
  const bench = await linking()
  const isAsked = async (name: string) => {
    const user = await bench.app.store.db.user.findUniqueOrThrow({ where: { id: (await bench.userOf(name)) as UserId } })
    return user.timezoneAskedAt !== null
  }
  for (const name of ['ada', 'bob']) {
    const { userId } = await bench.person(name)
    await bench.app.store.db.user.update({ where: { id: userId }, data: { timezone: null } })
  }
  expect((await bench.write('bob', 'Hello')).join()).toContain('Which timezone are you in?')
  await bench.link('ada', 'bob')
  expect(await isAsked('ada')).toBe(true)
  expect((await bench.write('ada', 'Hello')).join()).not.toContain('timezone')
  await bench.press('ada', bench.buttons('ada')['Undo'] ?? '/linking undo 1')
  expect(await isAsked('bob')).toBe(true)
  expect((await bench.write('bob', 'Hello again')).join()).not.toContain('timezone')
})

test('both sides are offered to undo a merge, and are told when it is undone', async () => {
  const bench = await merged()
  expect(bench.buttons('ada')).toEqual({ Undo: '/linking undo 1' })
  expect(bench.buttons('bob')).toEqual({ Undo: '/linking undo 1' })
  expect(await bench.press('bob', bench.buttons('bob')['Undo']!)).toEqual([expect.stringMatching(/^\*\*The link was undone\.\*\*/)])
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^\*\*The link was undone\.\*\*/)])
  expect(await bench.press('ada', '/linking undo 1')).toEqual([expect.stringMatching(/^There is nothing to undo/)])
})

test('a merge cannot be undone after 7 days, nor by anybody else', async () => {
  const bench = await merged()
  await bench.person('carl')
  expect(await bench.press('carl', '/linking undo 1')).toEqual([expect.stringMatching(/^There is nothing to undo/)])
  bench.app.clock.advance(7 * day)
  expect(await bench.press('ada', '/linking undo 1')).toEqual([expect.stringMatching(/^There is nothing to undo/)])
  await bench.app.handlers['recover']({}, run)
  expect(await bench.app.store.db.userMerge.count()).toBe(0)
})

test('undoing an account that had no user makes it one, with what it wrote', async () => {
  const bench = await linking()
  await bench.person('ada')
  await bench.link('ada', 'eve')
  await bench.write('eve', 'Said as Eve.')
  await bench.write('ada', 'Said as Ada.')
  await bench.press('ada', '/linking undo 1')
  expect(await textsOf(bench, 'eve')).toContain('Said as Eve.')
  expect(await textsOf(bench, 'eve')).not.toContain('Said as Ada.')
  expect(await textsOf(bench, 'ada')).not.toContain('Said as Eve.')
})

test('a merge within a merge can be undone first or last', async () => {
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    const bench = await merged()
    await bench.person('carl')
    await bench.write('carl', 'The secret of carl is the carl tree.')
    await bench.link('carl', 'ada')
    for (const id of order) {
      const by = id === 1 ? 'bob' : 'carl'
      await bench.press(by, `/linking undo ${id}`)
    }
    const ids = [await bench.userOf('ada'), await bench.userOf('bob'), await bench.userOf('carl')]
    expect(new Set(ids).size).toBe(3)
    for (const name of ['ada', 'bob', 'carl']) {
      const texts = await textsOf(bench, name)
      expect(['ada', 'bob', 'carl'].filter((other) => texts.includes(`the ${other} tree`))).toEqual([name])
    }
    await bench.app.store.db.user.deleteMany()
    await bench.app.store.db.$executeRaw`ALTER SEQUENCE user_merges_id_seq RESTART`
  }
})

test('an old day that moves is not posted again', async () => {
  const bench = await merged()
  bench.app.clock.advance(day)
  await bench.write('bob', 'Another day.')
  await bench.app.handlers['finalize-days']({}, run)
  await bench.press('ada', '/linking undo 1')
  const { db } = bench.app.store
  const threadId = (await findContinuousThread(db, (await bench.userOf('bob')) as UserId))!
  await bench.told('bob')
  bench.app.clock.advance(60_000)
  for (const { id } of await db.daySegment.findMany({ where: { threadId, finalizedAt: { not: null } } }))
    await bench.app.handlers['summarize-day']({ segmentId: id as never, mode: 'nightly' }, run)
  await bench.app.handlers['post-digests']({}, run)
  expect(await bench.told('bob')).toEqual([])
  expect(await db.daySummary.count({ where: { segment: { threadId } } })).toBe(1)
})

test('a reply that is being written while a merge is undone is started again, with what its side knows', async () => {
  const bench = await merged()
  const { db } = bench.app.store
  await bench.write('bob', 'Hello')
  const asked = await db.message.findFirstOrThrow({ where: { text: 'Hello' } })
  await db.turn.updateMany({ where: { id: asked.turnId! }, data: { state: 'running', finishedAt: null, replyId: null } })
  await db.message.deleteMany({ where: { turnId: asked.turnId, role: 'assistant' } })
  await db.message.update({ where: { id: asked.id }, data: { pending: true } })
  await bench.press('ada', '/linking undo 1')
  const threadId = (await findContinuousThread(db, (await bench.userOf('bob')) as UserId))!
  expect(await db.turn.count({ where: { state: 'running' } })).toBe(0)
  expect(await db.message.findUniqueOrThrow({ where: { id: asked.id } })).toMatchObject({ threadId })
})

test('an account that another one unlinks soon after a merge takes its messages along', async () => {
  const bench = await merged()
  const { id } = await bench.app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'bob' } })
  await bench.write('ada', `/unlink ${id}`)
  expect(Object.keys(bench.buttons('ada'))).toEqual(['Unlink, messages move'])
  expect(await bench.press('ada', `/linking unlink ${id}`)).toEqual([
    expect.stringContaining('the messages of the other account move with it'),
  ])
  await bench.press('ada', `/linking unlink-with-messages ${id}`)
  expect(await textsOf(bench, 'bob')).toContain('bob tree')
  expect(await textsOf(bench, 'ada')).not.toContain('bob tree')
})

test('messages that move keep their order, their days and their answers, and can be found', async () => {
  const bench = await merged()
  await bench.write('bob', 'First apple')
  await bench.write('ada', 'Second pear')
  bench.app.clock.advance(day)
  await bench.write('bob', 'Third apple')
  await bench.app.store.db.userMerge.deleteMany()
  const { id } = await bench.app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'bob' } })
  await bench.press('ada', `/linking unlink-with-messages ${id}`)
  const { db } = bench.app.store
  const threadId = (await findContinuousThread(db, (await bench.userOf('bob')) as UserId))!
  const rows = await db.message.findMany({ where: { threadId, kind: 'chat' }, orderBy: { changeSeq: 'asc' }, include: { segment: true } })
  expect(rows.map(({ text, segment }) => [text, segment.dayLabel === rows[0]!.segment.dayLabel])).toEqual([
    ['The secret of bob is the bob tree.', true],
    ['I see.', true],
    ['First apple', true],
    ['I see.', true],
    ['Third apple', false],
    ['I see.', false],
  ])
  await index(bench)
  const found = (await bench.write('bob', '/find apple')).join().replaceAll('**', '')
  expect(found).toContain('First apple')
  expect(found).toContain('Third apple')
  const last = rows.at(-1)!.id as MessageId
  expect((await db.delivery.findFirstOrThrow({ where: { messageId: last } })).state).toBe('sent')
  expect(await db.place.count({ where: { address: directPlace('bob').address, userId: (await bench.userOf('bob')) as UserId } })).toBe(1)
})

test('the owners are told who keeps access after an undone link, and can block them', async () => {
  const bench = await linking()
  for (const name of ['olga', 'ada', 'bob']) {
    await bench.person(name)
    await bench.write(name, `I am ${name}.`)
  }
  await bench.app.store.db.account.updateMany({ where: { platformUserId: 'olga' }, data: { isOwner: true } })
  // Eve is a stranger, Bob was approved.
  for (const other of ['eve', 'bob']) {
    await bench.link('ada', other)
    await bench.told('olga')
    const { id } = await bench.app.store.db.userMerge.findFirstOrThrow()
    await bench.press(other, `/linking undo ${id}`)
    expect(await bench.told('olga')).toEqual([
      expect.stringMatching(new RegExp(`^\\*\\*${other} on Test\\*\\* is a user of its own again`)),
    ])
    expect(bench.buttons('olga')).toEqual({ Block: `/block ${await bench.userOf(other)}` })
  }
  await bench.link('olga', 'mallory')
  await bench.told('olga')
  const { id } = await bench.app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'mallory' } })
  await bench.press('mallory', `/linking unlink-with-messages ${id}`)
  expect(await bench.told('olga')).toContainEqual(expect.stringMatching(/^\*\*mallory on Test\*\* was unlinked/))
})

// The bot does not write Dutch, so that the buttons are in English.
type Known = readonly [language: string, source: string]

test.each([
  ['taken from the other side is given back', ['en', 'writing'], ['nl', 'choice'], undefined, ['en', 'writing']],
  ['chosen before stays', ['en', 'choice'], ['nl', 'choice'], undefined, ['en', 'choice']],
  ['chosen while linked stays, even if it is that of the other side', ['en', 'choice'], ['nl', 'choice'], 'Nederlands', ['nl', 'choice']],
] as const)('a language %s', async (_title, own: Known, others: Known, chosen, after: Known) => {
  const bench = await linking()
  const { db } = bench.app.store
  const known = async (name: string) => {
    const { language, languageSource } = await db.user.findUniqueOrThrow({ where: { id: (await bench.userOf(name))! } })
    return [language, languageSource]
  }
  for (const [name, [language, languageSource]] of [
    ['ada', own],
    ['bob', others],
  ] as const) {
    await bench.person(name)
    await bench.write(name, 'OK')
    await db.user.update({ where: { id: (await bench.userOf(name))! }, data: { language, languageSource } })
  }
  await bench.link('ada', 'bob')
  const { id } = await db.userMerge.findFirstOrThrow()
  if (chosen !== undefined) await bench.write('ada', `/language ${chosen}`)
  await bench.press('ada', `/linking undo ${id}`)
  expect(await known('ada')).toEqual(after)
  expect(await known('bob')).toEqual(others)
})
