import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AttachmentId, AttachmentSource, SegmentId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../../src/core/ports/chat-model.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { chunkDay } from '../../../src/search/index/chunk-day.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import { searchData } from '../../../src/search/personal-data.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { storeContent, storeFailure } from '../../../src/threads/messages/attachments.ts'
import { tombstoneMessages } from '../../../src/threads/privacy/tombstones.ts'
import { lockThread } from '../../../src/threads/thread.ts'
import { storedRows } from '../../e2e/attacks/rows.ts'
import { handle, message, press, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, testPerson } from '../../support/conversation.ts'
import { testDatabase } from '../../support/store.ts'
import { summaryText } from '../../support/summaries.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** A gate: who comes to it waits until it is opened. */
function gate() {
  let open = () => {}
  let reach = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const pass = () => {
    reach()
    return opened
  }
  return { pass, reached, open: () => open() }
}

/** A model that repeats what it read of an otter; the next time it does it goes no further than the gate, where there is one. */
class SlowModel implements ChatModel {
  readonly name = 'slow'
  readonly contextWindow = 32_000
  readonly requests: ModelRequest[] = []
  gate: ReturnType<typeof gate> | undefined
  readonly #say: (text: string) => string

  constructor(say: (text: string) => string) {
    this.#say = say
  }

  countTokens = (text: string) => Math.ceil(text.length / 4)

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(request)
    const [otter] = /otter[^"\\[]*/.exec(JSON.stringify(request.messages)) ?? []
    yield { type: 'text', delta: this.#say(otter ?? 'nothing') }
    const held = otter ? this.gate : undefined
    if (held) this.gate = undefined
    await held?.pass()
    yield { type: 'end', reason: 'stop' }
  }
}

let app: TestApp
const chat = new SlowModel((text) => `I know: ${text}.`)
const summary = new SlowModel((text) => summaryText({ narrative: `Of the ${text}.` }))

beforeAll(async () => {
  app = await testApp({ chat, summary })
  return async () => {
    await app.page.close()
    await app.close(0)
  }
})

/** Another one in each test. */
let ana = ''
let tests = 0
let said: Message

beforeEach(async () => {
  ana = `ana${++tests}`
  said = await say('The otter hides in the attic.')
  await say('Good.')
})

async function say(text: string): Promise<Message> {
  const event = message(app, ana, directPlace(ana), text)
  await handle(app, event)
  return storedAs(app, event)
}

/** Has it confirmed, and not begun yet; the number of it. */
async function confirmed(what: string): Promise<number> {
  await handle(app, message(app, ana, directPlace(ana), `/forget ${what}`))
  const confirm = app.sent.findLast(({ buttons }) => buttons?.[0]?.action.startsWith('/forgetting'))?.buttons?.[0]?.action ?? ''
  await handle(app, press(app, ana, directPlace(ana), confirm))
  return Number(/\d+$/.exec(confirm)?.[0])
}

/** All of what was said so far. */
async function forgetAll(what = 'otter'): Promise<void> {
  await app.handlers.forget({ forgetRequestId: (await confirmed(what)) as never }, run)
}

const traces = async () => (await storedRows(app.store)).filter(({ text }) => /otter|attic/.test(text)).map(({ text }) => text)

test.each(['otter', 'everything'])('a reply that was begun before %s was forgotten is regenerated, from what is left', async (what) => {
  const event = message(app, ana, directPlace(ana), 'Go on.')
  await app.inbox(event)
  const { threadId } = await storedAs(app, event)
  const held = gate()
  chat.gate = held
  const answering = app.handlers['answer-thread']({ threadId }, run)
  await held.reached
  await forgetAll(what)
  held.open()
  await answering
  expect(await traces()).toEqual([])
  if (what === 'everything') return
  expect(JSON.stringify(chat.requests.at(-1)?.messages)).not.toContain('otter')
  expect(
    await app.store.db.message.count({ where: { threadId, role: 'assistant', kind: 'chat', text: 'I know: nothing.' } }),
  ).toBeGreaterThan(0)
})

test('from the moment everything is confirmed nothing is written until it is done; then what was said meanwhile is answered, once', async () => {
  const event = message(app, ana, directPlace(ana), 'Go on.')
  await app.inbox(event)
  const { threadId } = await storedAs(app, event)
  const held = gate()
  chat.gate = held
  const answering = app.handlers['answer-thread']({ threadId }, run)
  await held.reached
  const forgetRequestId = await confirmed('everything')
  const upTo = await app.store.db.message.findFirstOrThrow({ where: { threadId }, orderBy: { id: 'desc' } })
  held.open()
  await answering

  const requests = chat.requests.length
  const meanwhile = await say('The badger is new here.')
  const command = message(app, ana, directPlace(ana), '/find badger')
  await handle(app, command)
  expect(chat.requests.length).toBe(requests)
  const written = await app.store.db.message.findMany({ where: { threadId, id: { gt: upTo.id } }, orderBy: { id: 'asc' } })
  expect(written.map(({ text }) => text)).toEqual(['The badger is new here.', '/find badger'])

  const add = vi.spyOn(app.privacy.jobs, 'add')
  onTestFinished(() => add.mockRestore())
  await app.handlers['recover']({}, run)
  expect(add.mock.calls.map(([name, payload]) => [name, payload])).not.toContainEqual(['answer-thread', { threadId }])
  await app.handlers.forget({ forgetRequestId: forgetRequestId as never }, run)
  expect(add.mock.calls.map(([name, payload]) => [name, payload])).toEqual(
    expect.arrayContaining([
      ['answer-thread', { threadId }],
      ['run-command', { messageId: (await storedAs(app, command)).id }],
    ]),
  )
  await app.handlers['answer-thread']({ threadId }, run)
  await app.handlers['run-command']({ messageId: (await storedAs(app, command)).id }, run)
  expect(chat.requests.length).toBe(requests + 1)
  const replies = await app.store.db.message.findMany({ where: { threadId, role: 'assistant', kind: 'chat' } })
  expect(replies).toMatchObject([{ replyToId: meanwhile.id, text: 'I know: nothing.' }])
  expect(await traces()).toEqual([])
  expect(await app.store.db.turn.count({ where: { threadId, state: 'running' } })).toBe(0)
})

test('no summary is posted between the confirmation and the end', async () => {
  await app.handlers['summarize-day']({ segmentId: said.segmentId, mode: 'manual' }, run)
  const due = { state: 'waiting', dueAt: app.clock.now() }
  await app.store.db.digest.upsert({ where: { segmentId: said.segmentId }, create: { segmentId: said.segmentId, ...due }, update: due })
  const forgetRequestId = await confirmed('everything')
  await app.handlers['post-digests']({}, run)
  expect(await app.store.db.message.count({ where: { threadId: said.threadId, kind: 'digest' } })).toBe(0)
  await app.handlers.forget({ forgetRequestId: forgetRequestId as never }, run)
  await app.handlers['post-digests']({}, run)
  expect(await traces()).toEqual([])
})

test('a summary that was begun before is regenerated', async () => {
  const held = gate()
  summary.gate = held
  const summarizing = app.handlers['summarize-day']({ segmentId: said.segmentId, mode: 'manual' }, run)
  await held.reached
  await forgetAll()
  held.open()
  await summarizing
  expect(await traces()).toEqual([])
  expect((await app.store.db.daySummary.findUniqueOrThrow({ where: { segmentId: said.segmentId } })).markdown).toContain('Of the nothing.')
})

test('a file that is being fetched is not kept', async () => {
  const source = 'file' as AttachmentSource
  const file = { source, name: 'otter.txt', mediaType: 'text/plain' }
  const event = { ...message(app, ana, directPlace(ana), 'My otter, see the file.'), attachments: [file] }
  await app.inbox(event)
  const { id } = await app.store.db.attachment.findFirstOrThrow({ where: { name: 'otter.txt' } })
  await forgetAll()
  expect(await storeContent(app.store.db, id as AttachmentId, Buffer.from('otter'))).toBe(false)
  expect(await storeFailure(app.store.db, id as AttachmentId, 'no otter')).toBe(false)
  expect(await traces()).toEqual([])
})

test('what was still to be sent is not sent', async () => {
  await handle(app, message(app, ana, directPlace(ana), '/find otter'))
  const notice = await app.store.db.message.findFirstOrThrow({ where: { kind: 'notice' }, orderBy: { id: 'desc' } })
  await app.store.db.delivery.updateMany({ where: { messageId: notice.id }, data: { state: 'pending', platformMessageId: null } })
  await app.store.db.delivery.updateMany({ where: { messageId: notice.id }, data: { notBefore: new Date('2100-01-01T00:00:00Z') } })
  await app.store.db.forgetRequest.create({
    data: {
      ...{
        userId: (await app.store.db.continuousThread.findUniqueOrThrow({ where: { threadId: said.threadId } })).userId,
        placeId: said.placeId,
        kind: 'platform_deletion',
      },
      ...{ messageIds: [said.id], state: 'confirmed', requestedAt: app.clock.now(), expiresAt: app.clock.now() },
    },
  })
  const { id } = await app.store.db.forgetRequest.findFirstOrThrow({ orderBy: { id: 'desc' } })
  await app.handlers.forget({ forgetRequestId: id as never }, run)
  expect(await app.store.db.delivery.count({ where: { messageId: notice.id } })).toBe(0)
})

/** Two connections to one database, or undefined where it takes only one. */
async function twoStores(): Promise<readonly [Store, Store] | undefined> {
  const config = await testDatabase()
  if (!('databaseUrl' in config)) return undefined
  const stores = [await openStore(config), await openStore(config)] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
  })
  return stores
}

/** Resolves when so many wait for a lock, or when the work is over without. */
async function untilWaiting({ db }: Store, work: Promise<unknown>, wanted = 1): Promise<void> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const [row] = await db.$queryRaw<{ waiting: number }[]>`SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted`
    if (row && row.waiting >= wanted) return
  }
}

test('an index run that reads while something is forgotten does not bring its words back', async ({ skip }) => {
  const [one, other] = (await twoStores()) ?? skip('the embedded database has one connection')
  const person = await testPerson(one)
  const otter = await person.say('The otter hides in the attic.', '2026-11-18T08:00:00Z')
  const { threadId, userId } = person
  const held = gate()
  const forgetting = one.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const now = new Date()
    const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: [otter.id], now, dropNames: false })
    await searchData.forget?.(tx, { userId, threadId, messageIds: [otter.id], segmentIds, summaryIds: [], memoryIds: [], now })
    await held.pass()
  })
  await held.reached
  // A run that goes on would put right what it has just done; one that is killed would not.
  const indexing = indexThread({ store: other, clock: systemClock, log: silentLog }, threadId, { maxMessages: 1 })
  await untilWaiting(other, indexing)
  held.open()
  await Promise.all([forgetting, indexing])
  expect((await storedRows(one)).filter(({ text }) => /otter|attic/.test(text))).toEqual([])
})

test('a day that is being cut while something of it is forgotten keeps no chunk of it', async ({ skip }) => {
  const [one, other] = (await twoStores()) ?? skip('the embedded database has one connection')
  const person = await testPerson(one)
  const otter = await person.say('The otter hides in the attic.', '2026-11-18T08:00:00Z')
  const { threadId, userId } = person
  // Held up where it has read the messages, and written what nobody else sees yet.
  const held = gate()
  const blocking = one.transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE embeddings IN SHARE MODE`
    await held.pass()
  })
  await held.reached
  const cutting = chunkDay({ store: other, clock: systemClock, log: silentLog }, otter.segmentId as SegmentId)
  await untilWaiting(other, cutting)
  const forgetting = one.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const now = new Date()
    const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: [otter.id], now, dropNames: false })
    await searchData.forget?.(tx, { userId, threadId, messageIds: [otter.id], segmentIds, summaryIds: [], memoryIds: [], now })
  })
  await untilWaiting(other, forgetting, 2)
  held.open()
  await Promise.all([blocking, cutting, forgetting])
  expect((await storedRows(one)).filter(({ text }) => /otter|attic/.test(text))).toEqual([])
})
