import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { InboundMessage, PlaceRef, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { storedRows } from '../../e2e/attacks/rows.ts'
import { handle, message, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { emptyStore } from '../../support/store.ts'
import { summaryText } from '../../support/summaries.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }
const office = sharedPlace('the office')

let app: TestApp
const chat = new ScriptedModel(({ messages }) => {
  const last = messages.at(-1)
  const searches = last?.role === 'user' && last.content.includes('the badger?')
  return searches ? { calls: [toolCall('conversation_search', { query: 'badger' })] } : { text: 'I see.' }
})
/** Repeats what it reads of the badger. */
const summary = new ScriptedModel(({ messages }) => ({
  text: summaryText({ narrative: `It was said: ${/badger[^"\\[\n]*/.exec(JSON.stringify(messages))?.[0] ?? 'nothing'}.` }),
}))

beforeAll(async () => {
  app = await testApp({ chat, summary })
  return async () => {
    await app.page.close()
    await app.close(0)
  }
})

beforeEach(async () => {
  await emptyStore(app.store)
  app.sent.length = 0
})

async function say(by: string, text: string, place: PlaceRef, refersTo?: ReferencedMessage): Promise<Message & { event: InboundMessage }> {
  const event = { ...message(app, by, place, text), ...(refersTo && { refersTo: [refersTo] }) }
  await handle(app, event)
  return { ...(await storedAs(app, event)), event }
}

async function deletedOnPlatform({ event: { place, id } }: { event: InboundMessage }): Promise<void> {
  await app.inbox({ type: 'deletion', place, id })
  for (const request of await app.store.db.forgetRequest.findMany({ where: { state: 'confirmed' } }))
    await app.handlers.forget({ forgetRequestId: request.id as never }, run)
}

/** Summarizes the day of a message and posts the summary. */
async function postSummary({ segmentId }: Message): Promise<void> {
  await app.handlers['summarize-day']({ segmentId: segmentId as never, mode: 'manual' }, run)
  const due = { state: 'waiting', dueAt: app.clock.now() }
  await app.store.db.digest.upsert({ where: { segmentId }, create: { segmentId, ...due }, update: due })
  await app.handlers['post-digests']({}, run)
}

const tracesIn = async (threadId: number) =>
  (await storedRows(app.store)).filter(({ table, text, columns }) => {
    const row = columns as { thread_id?: number }
    return /woodpile/.test(text) && table !== 'message_index' && (row.thread_id === undefined || row.thread_id === threadId)
  })

const author = { id: 'ana', name: 'ana' }
const said = 'The badger sleeps behind the woodpile in the garden.'

test.each(['a forward', 'a reply'])('what was derived from %s is deleted with its source, at once', async (kind) => {
  const ana = await say('ana', said, office)
  const isForward = kind === 'a forward'
  const place = isForward ? directPlace('ben') : office
  const quoting = await say('ben', isForward ? said : 'Why?', place, {
    kind: isForward ? 'forward' : 'reply',
    ...(!isForward && { id: ana.event.id }),
    author,
    text: isForward ? '' : said,
  })
  const own = await say('ben', 'My parrot is called Coco, and it is green.', directPlace('ben'))
  await say('ben', 'Where is the badger?', place)
  await say('ben', '/days', directPlace('ben'))
  await say('ben', '/find badger', directPlace('ben'))
  await postSummary(quoting)
  const { threadId } = quoting
  const digests = { threadId, kind: 'digest' }
  expect(await app.store.db.message.count({ where: { ...digests, deletedAt: null } })).toBe(1)
  // No summary covers a shared place.
  const summaries = await app.store.db.daySummary.findMany({ where: { segment: { threadId } } })
  expect(summaries.map(({ markdown }) => markdown.includes('woodpile'))).toEqual([isForward])
  expect(await app.store.db.message.count({ where: { threadId, role: 'tool', text: { contains: 'woodpile' } } })).toBeGreaterThan(0)

  await deletedOnPlatform(ana)
  expect(await tracesIn(threadId)).toEqual([])
  expect(await app.store.db.daySummary.count({ where: { segment: { threadId } } })).toBe(isForward ? 0 : 1)
  expect(await app.store.db.message.count({ where: { ...digests, deletedAt: null } })).toBe(isForward ? 0 : 1)
  // The messages of the one who quotes stay, and so do the outputs that show nothing of it.
  expect(await app.store.db.message.count({ where: { id: { in: [quoting.id, own.id] }, deletedAt: null } })).toBe(2)
  const notices = await app.store.db.message.findMany({ where: { threadId, kind: 'notice', text: { not: '' } } })
  expect(notices.filter(({ text }) => text.includes('woodpile'))).toEqual([])
  expect(notices.length).toBeGreaterThan(0)
})
