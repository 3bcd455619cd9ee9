import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountId, UserId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { consumeSignInLink, createSignInLink, findSessionUser, isSignInLinkValid } from '../../../src/people/sign-in.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import type { OutgoingMessage } from '../../../src/threads/outgoing-message.ts'
import { type StoredRow, storedRows } from '../../e2e/attacks/rows.ts'
import { handle, message, press, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { citingModel } from '../../support/summaries.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }

let app: TestApp

/** Says back what it was told; looks things up where it is asked to. */
const echo = () =>
  new ScriptedModel((request) => {
    const said = request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const asked = typeof said === 'string' ? said : ''
    const isAnswered = request.messages.at(-1)?.role === 'tool'
    if (!isAnswered && asked.includes('Look up'))
      return { calls: [toolCall('conversation_search', { query: asked.replace(/.*Look up /s, '') })] }
    return { text: isAnswered ? 'I have looked.' : 'I see.' }
  })

beforeAll(async () => {
  app = await testApp({ chat: echo(), summary: citingModel() })
  return async () => {
    await app.page.close()
    await app.close(0)
  }
})

/** Others in each test. */
let ana = ''
let bo = ''
let tests = 0

beforeEach(() => {
  tests++
  ana = `ana${tests}`
  bo = `bo${tests}`
})

async function say(by: string, text: string, at?: string): Promise<Message> {
  if (at) app.clock.set(at)
  const event = message(app, by, directPlace(by), text)
  await handle(app, event)
  return storedAs(app, event)
}

/** Indexes, cuts and summarizes what there is. */
async function derive(by = ana): Promise<void> {
  const account = await app.store.db.account.findFirstOrThrow({ where: { platformUserId: by } })
  const thread = { binding: { userId: account.userId } }
  for (const { id } of await app.store.db.thread.findMany({ where: thread, select: { id: true } })) await updateIndex(app, id as never)
  for (const { id } of await app.store.db.daySegment.findMany({ where: { thread }, select: { id: true }, orderBy: { dayLabel: 'asc' } }))
    await app.handlers['summarize-day']({ segmentId: id as never, mode: 'manual' }, run)
}

/** Gives a command that lists something; what it answers, and the number of the list. */
async function list(by: string, line: string): Promise<{ answer: string; id: number }> {
  await handle(app, message(app, by, directPlace(by), line))
  const { text = '', buttons } = app.sent.at(-1) ?? {}
  return { answer: text, id: Number(/confirm (\d+)/.exec(buttons?.[0]?.action ?? '')?.[1] ?? 0) }
}

async function confirm(by: string, id: number): Promise<string> {
  await handle(app, press(app, by, directPlace(by), `/forgetting confirm ${id}`))
  const answer = app.sent.at(-1)?.text ?? ''
  await app.handlers.forget({ forgetRequestId: id as never }, run)
  return answer
}

const rowsWith = async (word: string) => (await storedRows(app.store)).filter(({ text }) => text.toLowerCase().includes(word))
const tablesWith = async (word: string) => [...new Set((await rowsWith(word)).map(({ table }) => table))].sort()

/** Rows of the conversation, by their number. */
async function messages(): Promise<ReadonlyMap<unknown, StoredRow>> {
  return new Map((await storedRows(app.store)).filter(({ table }) => table === 'messages').map((row) => [row.columns['id'], row]))
}

/** The numbers of messages that have changed or gone, but for new ones. */
async function changedSince(before: ReadonlyMap<unknown, StoredRow>): Promise<number[]> {
  const after = await messages()
  return [...before].filter(([id, { text }]) => after.get(id)?.text !== text).map(([id]) => Number(id))
}

const told = () => app.store.db.message.findFirstOrThrow({ where: { kind: 'notice' }, orderBy: { id: 'desc' } })

test('a message goes with its answer, what was learned from it, its vectors, summaries and copies; all else stays as it is', async () => {
  const first = await say(ana, 'The zanzibar trip is in spring, tell nobody.', '2026-11-16T08:00:00Z')
  const other = await say(ana, 'Tomatoes need water.')
  await handle(app, message(app, ana, directPlace(ana), `/remember #${first.id}`))
  await handle(app, message(app, ana, directPlace(ana), '/remember I like quinces'))
  await say(ana, 'Another day begins.', '2026-11-17T08:00:00Z')
  await say(ana, 'Look up zanzibar', '2026-11-18T08:00:00Z')
  await derive()
  for (const line of ['/find zanzibar', '/summary 2026-11-16', '/memories', `/open ${other.id}`])
    await handle(app, message(app, ana, directPlace(ana), line))
  await say(bo, 'I have been to zanzibar too.')
  await derive(bo)
  const bos = (await storedRows(app.store)).filter(({ text }) => text.includes(bo) || text.includes('been to'))
  expect(await tablesWith('zanzibar')).toEqual(
    expect.arrayContaining(['day_summaries', 'deliveries', 'memory_items', 'message_index', 'messages', 'transcript_chunks', 'turns']),
  )

  const { answer, id } = await list(ana, `/forget #${first.id}`)
  expect(answer).toMatch(/1 message of yours\n- 1 message of mine\n- 1 memory\n- 1 day summary, rewritten from what remains/)
  expect(answer).toContain(`> [#${first.id}] The zanzibar trip is in spring`)
  const before = await messages()
  await confirm(ana, id)

  const left = (await rowsWith('zanzibar')).filter(({ text }) => !text.includes('been to') && !text.includes('been\\n'))
  // What she asked for on another day is hers, and was not listed.
  expect(left.filter(({ table }) => table === 'messages').map(({ columns }) => columns['text'])).toEqual([
    'Look up zanzibar',
    '/find zanzibar',
  ])
  const gone = await changedSince(before)
  const kinds = gone.map((one) => `${before.get(one)?.columns['role']} ${before.get(one)?.columns['kind']}`)
  expect(kinds.filter((kind) => kind === 'user chat')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'assistant chat')).toHaveLength(1)
  expect(gone).not.toContain(other.id)
  expect(await app.store.db.memoryItem.findMany({ select: { content: true } })).toEqual([{ content: 'I like quinces' }])
  expect(await told()).toMatchObject({ text: 'Deleted: 2 messages, and everything derived from that.' })
  const bosNow = new Set((await storedRows(app.store)).map(({ text }) => text))
  expect(bos.filter(({ text }) => !bosNow.has(text))).toEqual([])

  // What is left is made ready again.
  await derive()
  const summaries = await app.store.db.daySummary.findMany({ where: { segment: { dayLabel: '2026-11-16' } } })
  expect(summaries.map(({ markdown }) => /Tomatoes/.test(markdown) && !/zanzibar/.test(markdown))).toContain(true)
})

test('deleting a message affects only the summaries made from it, and those that cite or repeat it', async () => {
  const first = await say(ana, 'The walrus arrives on platform nine.', '2026-11-16T08:00:00Z')
  const other = await say(ana, 'We are painting the kitchen this month.')
  const [, second] = [other, await say(ana, 'The kitchen is half done.', '2026-11-17T08:00:00Z')]
  const third = await say(ana, 'The kitchen is done.', '2026-11-18T08:00:00Z')
  const { db } = app.store
  const posted = new Map<number, number>()
  // Every summary has the same line about the kitchen. The third one cites the first message.
  for (const [message, line] of [
    [first, `The walrus arrives on platform nine. [#${first.id}]`],
    [second, 'Nothing else happened.'],
    [third, `It was about what came before. [#${first.id}]`],
  ] as const) {
    const { segmentId, placeId, threadId } = message
    const markdown = `## Summary\n- They are painting the kitchen this month. [#${other.id}]\n- ${line}`
    await db.daySummary.create({
      data: { segmentId, markdown, mode: 'nightly', model: 'test', language: 'en', updatedAt: new Date(0) },
    })
    const messageId = await app.store.transaction((tx) =>
      app.privacy.post(tx, { threadId, segmentId, placeId, kind: 'digest', text: markdown } as OutgoingMessage),
    )
    await db.digest.upsert({
      where: { segmentId },
      create: { segmentId, state: 'posted', dueAt: new Date(0), messageId },
      update: { state: 'posted', messageId },
    })
    posted.set(segmentId, messageId)
  }
  const { id } = await list(ana, `/forget #${first.id}`)
  await confirm(ana, id)
  const digestOf = async ({ segmentId }: Message) => (await db.message.findUniqueOrThrow({ where: { id: posted.get(segmentId)! } })).text
  expect(await digestOf(first)).toBe('')
  expect(await digestOf(second)).toContain('painting the kitchen')
  expect(await digestOf(third)).toBe('')
  expect(await db.daySummary.count({ where: { markdown: { contains: `#${first.id}]` } } })).toBe(0)
  expect(await db.daySummary.count({ where: { segmentId: second.segmentId } })).toBe(1)
  expect(await db.daySummary.count({ where: { segmentId: { in: [first.segmentId] }, markdown: { contains: 'walrus' } } })).toBe(0)
  expect(await tablesWith('walrus')).toEqual([])
})

test('a deletion on the platform does the same, and says nothing', async () => {
  const event = message(app, ana, directPlace(ana), 'My pangolin is called Otto.')
  await handle(app, event)
  const { id } = await storedAs(app, event)
  await handle(app, message(app, ana, directPlace(ana), `/remember #${id}`))
  await derive()
  await handle(app, message(app, ana, directPlace(ana), '/find my pet called Otto'))
  expect((await tablesWith('pangolin')).length).toBeGreaterThan(4)
  const notices = await app.store.db.message.count({ where: { kind: 'notice' } })
  await app.inbox({ type: 'deletion', place: directPlace(ana), id: event.id })
  await app.inbox({ type: 'deletion', place: directPlace(ana), id: event.id })
  const forgettings = await app.store.db.forgetRequest.findMany({ where: { kind: 'platform_deletion' } })
  expect(forgettings).toMatchObject([{ kind: 'platform_deletion', state: 'confirmed', messageIds: [id] }])
  // The job was lost; what is pending is found.
  await app.handlers['recover']({}, run)
  await app.handlers.forget({ forgetRequestId: forgettings[0]!.id as never }, run)
  expect(await tablesWith('pangolin')).toEqual([])
  expect(await app.store.db.message.count({ where: { kind: 'notice' } })).toBe(notices)
  expect(await app.store.db.message.findUniqueOrThrow({ where: { id } })).toMatchObject({ text: '', platformMessageId: event.id })
})

test('a day goes whole, and no other', async () => {
  await say(ana, 'On monday I planted okra in the garden.', '2026-11-16T08:00:00Z')
  await say(ana, 'On tuesday I planted leeks in the garden.', '2026-11-17T08:00:00Z')
  app.clock.set('2026-11-18T09:00:00Z')
  await derive()
  const { answer, id } = await list(ana, '/forget 2026-11-16')
  // The reply and the question for the timezone.
  expect(answer).toMatch(/1 message of yours\n- 2 messages of mine\n- 1 day summary, rewritten from what remains/)
  await confirm(ana, id)
  expect(await tablesWith('okra')).toEqual([])
  await derive()
  expect(await tablesWith('leeks')).toEqual(expect.arrayContaining(['day_summaries', 'messages', 'transcript_chunks']))
})

test('a topic is what has all of its words, whatever their endings, and commands and memories too', async () => {
  await say(ana, 'We planned the garden parties for June.', '2026-11-16T08:00:00Z')
  await say(ana, 'The garden needs water.')
  await handle(app, message(app, ana, directPlace(ana), '/remember The garden party needs lanterns'))
  const { answer, id } = await list(ana, '/forget garden party')
  expect(answer).toMatch(/2 messages of yours\n- 1 memory\n/)
  await confirm(ana, id)
  expect((await rowsWith('part')).filter(({ text }) => /garden part/i.test(text))).toEqual([])
  expect(await tablesWith('needs water')).toContain('messages')
})

test('a memory goes alone', async () => {
  await handle(app, message(app, ana, directPlace(ana), '/remember I collect xylophones of all kinds'))
  await handle(app, message(app, ana, directPlace(ana), '/remember I am vegetarian'))
  const mine = { user: { accounts: { some: { platformUserId: ana } } } }
  const [item] = await app.store.db.memoryItem.findMany({ where: { theme: mine }, orderBy: { id: 'asc' } })
  const { answer, id } = await list(ana, `/forget memory ${item!.id}`)
  expect(answer).toMatch(/This would permanently delete:\*\*\n\n- 1 memory\n/)
  await confirm(ana, id)
  expect(await app.store.db.memoryItem.findMany({ where: { theme: mine }, select: { content: true } })).toEqual([
    { content: 'I am vegetarian' },
  ])
  // The command it was learned from is a message of its own.
  expect((await rowsWith('xylophone')).map(({ columns }) => columns['text'])).toEqual(['/remember I collect xylophones of all kinds'])
})

test('only the same person confirms, once, and not too late', async () => {
  const { id: messageId } = await say(ana, 'The key is under the pot.')
  await say(bo, 'Hello.')
  const first = await list(ana, `/forget #${messageId}`)
  expect(await confirm(bo, first.id)).toBe(await confirm(bo, 99_999))
  expect(await tablesWith('under the pot')).toContain('messages')
  app.clock.set(new Date(app.clock.now().getTime() + 16 * 60_000).toISOString())
  expect(await confirm(ana, first.id)).toMatch(/expired/)
  const second = await list(ana, `/forget #${messageId}`)
  expect(await confirm(ana, second.id)).toMatch(/I am deleting it/)
  expect(await confirm(ana, second.id)).toMatch(/has already/)
  const third = await list(ana, '/forget everything')
  await handle(app, press(app, ana, directPlace(ana), `/forgetting keep ${third.id}`))
  expect(await confirm(ana, third.id)).toBe(await confirm(bo, 99_999))
  expect(await tablesWith('under the pot')).toEqual([])
})

test('what comes again of a forgotten message does no harm', async () => {
  const event = message(app, ana, directPlace(ana), 'The safe opens with a tune.')
  await handle(app, event)
  const { id } = await list(ana, `/forget #${(await storedAs(app, event)).id}`)
  await confirm(ana, id)
  await app.inbox(event)
  await app.inbox({ ...event, type: 'edit', text: 'The safe opens with a tune!', editedAt: app.clock.now() })
  await app.handlers['index-thread']({ threadId: (await storedAs(app, event)).threadId }, run)
  expect(await tablesWith('tune')).toEqual([])
})

test('work that was cut short goes on where it was', async () => {
  const { id: messageId } = await say(ana, 'The ladder is in the barn.')
  const { id } = await list(ana, `/forget #${messageId}`)
  const other = await list(ana, '/forget 999999').catch(() => undefined)
  expect(other?.id).toBe(0)
  await handle(app, press(app, ana, directPlace(ana), `/forgetting confirm ${id}`))
  const stopped = AbortSignal.abort()
  await app.handlers.forget({ forgetRequestId: id as never }, { ...run, signal: stopped })
  expect(await tablesWith('barn')).toContain('messages')
  await app.handlers.forget({ forgetRequestId: id as never }, run)
  expect(await tablesWith('barn')).toEqual([])
  expect(await app.store.db.forgetRequest.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: 'done',
    messageIds: [],
    forgottenCount: 2,
  })
})

test('everything includes the titles of places that nobody else uses, and no others', async () => {
  const titled = (title: string) => ({ ...sharedPlace(`${title} of ${ana}`), title })
  for (const [by, title] of [
    [ana, 'Lonely capybara'],
    [ana, 'Busy capybara'],
    [bo, 'Busy capybara'],
  ] as const)
    await handle(app, message(app, by, titled(title), 'Hello'))
  const { id } = await list(ana, '/forget everything')
  await confirm(ana, id)
  const titles = await app.store.db.place.findMany({
    where: { address: { endsWith: `of ${ana}` } },
    select: { title: true },
    orderBy: { id: 'asc' },
  })
  expect(titles).toEqual([{ title: '' }, { title: 'Busy capybara' }])
})

test('everything ends the sessions and sign-in links of the person, and those of nobody else', async () => {
  for (const by of [ana, bo]) await handle(app, message(app, by, directPlace(by), 'Hello'))
  const signIn = async (by: string) => {
    const { id, userId } = await app.store.db.account.findFirstOrThrow({ where: { platformUserId: by } })
    const [used, kept] = [1, 2].map(() => createSignInLink(app, userId as UserId, { accountId: id as AccountId }))
    return { session: (await consumeSignInLink(app, (await used!).token))!.sessionToken, link: (await kept!).token }
  }
  const [ofAna, ofBo] = [await signIn(ana), await signIn(bo)]
  const ended: unknown[] = []
  app.broadcast.subscribe((news) => news.type === 'sessions-ended' && ended.push(news.userId))
  const { id } = await list(ana, '/forget everything')
  await confirm(ana, id)
  expect([await findSessionUser(app, ofAna.session), await isSignInLinkValid(app, ofAna.link)]).toEqual([undefined, false])
  expect([(await findSessionUser(app, ofBo.session)) !== undefined, await isSignInLinkValid(app, ofBo.link)]).toEqual([true, true])
  expect(ended).toHaveLength(1)
})
