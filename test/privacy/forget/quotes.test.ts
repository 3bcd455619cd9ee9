import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lockUsersForMerge, mergeUsers } from '../../../src/accounts/merge-users.ts'
import type { UserId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { InboundMessage, PlaceRef, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { exportJson } from '../../../src/privacy/export/export-json.ts'
import { exportMarkdown } from '../../../src/privacy/export/export-markdown.ts'
import { findPendingForgetRequests } from '../../../src/privacy/forget/forget-request.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import { storedRows } from '../../e2e/attacks/rows.ts'
import { handle, message, press, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { emptyStore } from '../../support/store.ts'
import { citingModel } from '../../support/summaries.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }
const office = sharedPlace('the office')

let app: TestApp

beforeAll(async () => {
  app = await testApp({ chat: new ScriptedModel(() => ({ text: 'I see.' })), summary: citingModel() })
  return async () => {
    await app.page.close()
    await app.close(0)
  }
})

beforeEach(async () => {
  await emptyStore(app.store)
  app.sent.length = 0
})

interface Saying {
  readonly place?: PlaceRef
  readonly refersTo?: readonly ReferencedMessage[]
}

/** Somebody writes, and is answered. */
async function say(by: string, text: string, { place = office, refersTo }: Saying = {}): Promise<Message & { event: InboundMessage }> {
  const event = { ...message(app, by, place, text), ...(refersTo && { refersTo }), ...(refersTo?.[0]?.id && { replyTo: refersTo[0].id }) }
  await handle(app, event)
  return { ...(await storedAs(app, event)), event }
}

/** A reply to what somebody said. */
const replyTo = ({ event }: { event: InboundMessage }, part?: string): ReferencedMessage => ({
  kind: part === undefined ? 'reply' : 'quote',
  id: event.id,
  author: { id: event.author.id, name: event.author.name },
  text: part ?? event.text,
  sentAt: event.sentAt,
})

const references = () =>
  app.store.db.messageReference.findMany({
    select: { messageId: true, kind: true, text: true, authorName: true },
    orderBy: { id: 'asc' },
  })

const indexed = async (word: string) =>
  (
    await app.store.db.$queryRaw<{ id: number }[]>`SELECT message_id AS id FROM message_index WHERE terms @@ to_tsquery('english', ${word})`
  ).map(({ id }) => id)

/** The tables in which a word is stored. */
const tablesWith = async (word: string) =>
  [...new Set((await storedRows(app.store)).flatMap(({ table, columns }) => (JSON.stringify(columns).includes(word) ? table : [])))].sort()

/** Runs the deletions that the sweep would enqueue. */
async function runPendingDeletions(): Promise<void> {
  for (const forgetRequestId of await findPendingForgetRequests(app.store.db, app.clock.now()))
    await app.handlers.forget({ forgetRequestId }, run)
}

/** Asks for a deletion and confirms it. */
async function forget(by: string, words: string): Promise<string> {
  await handle(app, message(app, by, directPlace(by), `/forget ${words}`))
  const preview = app.sent.at(-1)
  const confirm = preview?.buttons?.[0]?.action
  if (!confirm) return preview?.text ?? ''
  await handle(app, press(app, by, directPlace(by), confirm))
  await runPendingDeletions()
  return preview.text
}

async function userIdOf(name: string): Promise<UserId> {
  return (await app.store.db.account.findFirstOrThrow({ where: { platformUserId: name } })).userId as UserId
}

async function deletedOnPlatform({ event: { place, id } }: { event: InboundMessage }): Promise<void> {
  await app.inbox({ type: 'deletion', place, id })
  await runPendingDeletions()
}

test('a reply to a message of another member keeps its text, and one to a message of the own thread only the link', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  const bo = await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  const own = await say('bo', 'I mean that.', { refersTo: [replyTo(bo)] })
  expect(await references()).toEqual([{ messageId: bo.id, kind: 'reply', text: 'The zebra costs 340.', authorName: 'ana' }])
  expect(own.replyToId).toBe(bo.id)
  const [row] = await app.store.db.messageReference.findMany()
  expect(row?.audience).toBe(bo.audience)
})

test('what others quote of a message is deleted with it, in every thread, and so are the words derived from it', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  const bo = await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await updateIndex(app, bo.threadId)
  expect(await indexed('zebra')).toContain(bo.id)
  const { revision } = await app.store.db.thread.findUniqueOrThrow({ where: { id: bo.threadId } })
  await deletedOnPlatform(ana)
  expect(await references()).toEqual([])
  expect((await app.store.db.thread.findUniqueOrThrow({ where: { id: bo.threadId } })).revision).toBeGreaterThan(revision)
  await updateIndex(app, bo.threadId)
  expect(await tablesWith('zebra')).toEqual([])
})

test.each(['its number', 'its day', 'the platform'])(
  'what is quoted and forwarded of a message elsewhere is deleted with it, by %s',
  async (way) => {
    const ana = await say('ana', 'The zebra costs 340, they say.')
    await say('ana', 'Hello.', { place: directPlace('ana') })
    const author = { id: 'ana', name: 'Ana' }
    const place = directPlace('bo')
    const forward = await say('bo', ana.text, { place, refersTo: [{ kind: 'forward', author, text: '' }] })
    await say('bo', 'Look.', { place, refersTo: [{ kind: 'forward', author, text: ana.text }] })
    await say('bo', 'So much?', { place, refersTo: [{ kind: 'quote', author, text: 'costs 340' }] })
    // Of others, or about something else.
    await say('bo', ana.text, { place, refersTo: [{ kind: 'forward', author: { id: 'cy', name: 'Cy' }, text: '' }] })
    await say('bo', 'And?', { place, refersTo: [{ kind: 'quote', author, text: 'the walrus' }] })
    if (way === 'the platform') await deletedOnPlatform(ana)
    else expect(await forget('ana', way === 'its number' ? `#${ana.id}` : 'today')).toContain('3 quotations of you')
    expect((await references()).map(({ kind, text, authorName }) => [kind, text, authorName])).toEqual([
      ['forward', '', 'Cy'],
      ['quote', 'the walrus', 'Ana'],
    ])
    expect((await app.store.db.message.findUniqueOrThrow({ where: { id: forward.id } })).text).toBe('[forwarded message]')
  },
)

/** Does something once, when the next quotes have been removed. */
function meanwhile(work: () => Promise<unknown>): void {
  const add = vi.spyOn(app.privacy.jobs, 'add').mockImplementationOnce(async () => void (await work()))
  onTestFinished(() => add.mockRestore())
}

/** Confirms a deletion without running it. Returns how to run it. */
async function confirmed(by: string, words: string): Promise<() => Promise<void>> {
  await handle(app, message(app, by, directPlace(by), `/forget ${words}`))
  await handle(app, press(app, by, directPlace(by), app.sent.at(-1)?.buttons?.[0]?.action ?? ''))
  const { id } = await app.store.db.forgetRequest.findFirstOrThrow({ where: { state: 'confirmed' } })
  return () => app.handlers.forget({ forgetRequestId: id as never }, run)
}

test.each(['its number', 'everything'])('what is quoted of a message while it is being deleted is not kept, by %s', async (way) => {
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('cy', 'Hello.')
  const runDeletion = await confirmed('ana', way === 'everything' ? way : `#${ana.id}`)
  let quotedMeanwhile = false
  meanwhile(async () => {
    await say('cy', 'Is that so?', { refersTo: [replyTo(ana)] })
    quotedMeanwhile = true
  })
  await runDeletion()
  expect(quotedMeanwhile).toBe(true)
  expect((await references()).filter(({ text, authorName }) => text !== '' || authorName !== '')).toEqual([])
  for (const { id } of await app.store.db.thread.findMany({ select: { id: true } })) await updateIndex(app, id as never)
  expect(await tablesWith('zebra')).toEqual([])
})

/** Ends the process when so many transactions have committed since a message was deleted, with that of the deletion. */
function dieAfterDeletionOf({ id }: Message, transactions: number): void {
  let committed = 0
  const transact = app.store.transaction.bind(app.store)
  const dying = vi.spyOn(app.privacy.store, 'transaction').mockImplementation(async (work) => {
    const result = await transact(work)
    if ((await app.store.db.message.count({ where: { id, deletedAt: null } })) > 0 || ++committed < transactions) return result
    dying.mockRestore()
    throw new Error('The process died.')
  })
  onTestFinished(() => dying.mockRestore())
}

test.each(['its number', 'everything'])('what is quoted meanwhile is deleted after a restart too, by %s', async (way) => {
  const overheard = { ...message(app, 'ana', office, 'The zebra is late.'), addressed: false }
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('cy', 'Hello.')
  const delivery = await app.store.db.delivery.findFirstOrThrow({ where: { message: { threadId: ana.threadId } } })
  const answer = {
    kind: 'quote' as const,
    id: delivery.platformMessageId as never,
    author: { name: 'Throughline' },
    text: 'A zebra, I see.',
  }
  const runDeletion = await confirmed('ana', way === 'everything' ? way : `#${ana.id}`)
  meanwhile(() => say('cy', 'Is that so?', { refersTo: way === 'everything' ? [replyTo({ event: overheard })] : [replyTo(ana), answer] }))
  // The second one ends the deletion of everything.
  dieAfterDeletionOf(ana, way === 'everything' ? 2 : 1)
  await expect(runDeletion()).rejects.toThrow('died')
  expect((await references()).filter(({ text }) => text.includes('zebra'))).toHaveLength(way === 'everything' ? 1 : 2)
  app.clock.advance(60_000)
  await runPendingDeletions()
  expect(await references()).toEqual([])
  expect(await app.store.db.forgetRequest.findMany()).toMatchObject([{ state: 'done', referenceIds: [] }])
})

test('of a conversation that is being erased, nothing is quoted anymore, nor of what the bot said in it', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  const delivery = await app.store.db.delivery.findFirstOrThrow({ where: { message: { threadId: ana.threadId } } })
  await say('cy', 'Hello.')
  await confirmed('ana', 'everything')
  const answer = { kind: 'reply' as const, id: delivery.platformMessageId as never, author: { name: 'Throughline' }, text: 'A zebra.' }
  await say('cy', 'Is that so?', { refersTo: [replyTo(ana), answer] })
  expect((await references()).map(({ text, authorName }) => [text, authorName])).toEqual([
    ['', ''],
    ['', ''],
  ])
})

test('what is quoted of a user during the deletion of everything is deleted, also of a message that is not stored', async () => {
  const overheard = { ...message(app, 'ana', office, 'The walrus is late.'), addressed: false }
  await app.inbox(overheard)
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('cy', 'Hello.')
  const runDeletion = await confirmed('ana', 'everything')
  meanwhile(() => say('cy', 'Is that so?', { refersTo: [replyTo({ event: overheard })] }))
  await runDeletion()
  expect(await references()).toEqual([])
})

test('a deletion of a message that is not stored deletes what is quoted of it', async () => {
  const overheard = { ...message(app, 'cy', office, 'The walrus is late.'), addressed: false }
  await app.inbox(overheard)
  const bo = await say('bo', 'Is that so?', { refersTo: [replyTo({ event: overheard })] })
  await updateIndex(app, bo.threadId)
  expect(await tablesWith('walrus')).toEqual(['message_index', 'message_references', 'transcript_chunks'])
  await deletedOnPlatform({ event: overheard })
  await updateIndex(app, bo.threadId)
  expect(await tablesWith('walrus')).toEqual([])
})

test('an edit of a message updates the replies to it, and deletes quotes that it no longer contains', async () => {
  const ana = await say('ana', 'The zebra costs 340, the walrus 20.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('bo', 'And this?', { refersTo: [replyTo(ana, 'the **walrus** 20')] })
  await say('bo', 'And that?', { refersTo: [replyTo(ana, 'zebra costs 340')] })
  await app.inbox({ ...ana.event, type: 'edit', text: 'The lion costs 10, the walrus 20.', editedAt: app.clock.now() })
  expect((await references()).map(({ text }) => text)).toEqual(['The lion costs 10, the walrus 20.', 'the **walrus** 20'])
})

/** Somebody edits a message, so many seconds after it was sent. */
const edit = ({ event }: { event: InboundMessage }, text: string, seconds: number) =>
  app.inbox({ ...event, type: 'edit', text, editedAt: new Date(event.sentAt.getTime() + seconds * 1_000) })

test('of edits that arrive in the wrong order, the last one is quoted', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await edit(ana, 'The lion costs 10.', 2)
  await say('bo', 'And this?', { refersTo: [replyTo(ana, 'lion costs')] })
  await edit(ana, 'The walrus costs 20.', 1)
  expect((await references()).map(({ text }) => text)).toEqual(['The lion costs 10.', 'lion costs'])
})

test('a reply that was sent before an edit and arrives after it quotes what the message says now', async () => {
  const ana = await say('ana', 'The zebra costs 340, the walrus 20.')
  await edit(ana, 'The lion costs 10, the walrus 20.', 1)
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('bo', 'And this?', { refersTo: [replyTo(ana, 'the **walrus** 20')] })
  await say('bo', 'And that?', { refersTo: [replyTo(ana, 'zebra costs 340')] })
  expect((await references()).map(({ text }) => text)).toEqual(['The lion costs 10, the walrus 20.', 'the **walrus** 20'])
})

test('a reply to a forward whose text was deleted does not bring it back', async () => {
  const author = { id: 'ana', name: 'Ana' }
  const ana = await say('ana', 'The zebra costs 340.', { place: directPlace('ana') })
  const forward = await say('bo', ana.text, { refersTo: [{ kind: 'forward', author, text: '' }] })
  await deletedOnPlatform(ana)
  await say('cy', 'Why?', { refersTo: [replyTo(forward)] })
  expect((await references()).map(({ text }) => text)).toEqual(['[forwarded message]'])
})

test('the first message of a thread is forgotten in the thread too, by its author and by others there', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  const root: ReferencedMessage = { ...replyTo(ana), kind: 'thread', placeAddress: office.address, text: 'The zebra costs 340!' }
  const place = sharedPlace('a thread')
  for (const by of ['ana', 'bo']) await say(by, 'Why?', { place, refersTo: [root] })
  expect(await references()).toHaveLength(2)
  await forget('ana', `#${ana.id}`)
  expect(await references()).toEqual([])
  await say('bo', 'And now?', { place, refersTo: [root] })
  expect(await references()).toEqual([])
})

test('what was quoted in a place that moved is still deleted with its message, and is no quote of a new message with the same number', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  const moved = sharedPlace('the new office')
  await app.inbox({ type: 'move', place: office, to: moved.address })
  const newer = { ...message(app, 'ana', moved, 'The walrus is late.'), id: ana.event.id }
  await handle(app, newer)
  await app.inbox({ ...newer, type: 'edit', text: 'The walrus is here.', editedAt: app.clock.now() })
  expect((await references()).map(({ text }) => text)).toEqual(['The zebra costs 340.'])
  await forget('ana', `#${ana.id}`)
  expect(await references()).toEqual([])
})

test('a reply to a message that was deleted or forgotten brings none of it back', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  await deletedOnPlatform(ana)
  const bo = await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  const own = await say('ana', 'What was that?', { refersTo: [replyTo(ana)] })
  expect(await references()).toEqual([bo, own].map(({ id }) => ({ messageId: id, kind: 'reply', text: '', authorName: '' })))
  expect(await tablesWith('zebra')).toEqual([])
})

test('of a blocked author, nothing is stored: no name, no text, and not what was forwarded', async () => {
  const ana = await say('ana', 'Hello.')
  await app.store.db.user.update({ where: { id: await userIdOf('ana') }, data: { blockedAt: app.clock.now() } })
  const author = { id: 'ana', name: 'ana' }
  await say('bo', 'Why?', { refersTo: [{ kind: 'reply', author, text: 'The zebra costs 340.' }] })
  const forward = await say('bo', 'The walrus is late.', { refersTo: [{ kind: 'forward', author, text: '' }] })
  expect(forward.text).toBe('[forwarded message]')
  expect((await references()).map(({ kind, text, authorName }) => [kind, text, authorName])).toEqual([
    ['reply', '', ''],
    ['forward', '', ''],
  ])
  expect([await tablesWith('zebra'), await tablesWith('walrus')]).toEqual([[], []])
  expect(ana.text).toBe('Hello.')
})

test('a blocked author who edits a message leaves nothing of it where it is quoted', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await app.store.db.user.update({ where: { id: await userIdOf('ana') }, data: { blockedAt: app.clock.now() } })
  await app.inbox({ ...ana.event, type: 'edit', text: 'The walrus is late.', editedAt: app.clock.now() })
  expect(await references()).toEqual([])
})

test('an author deletes what others quote and forward of them by its words, and nothing else', async () => {
  const author = { id: 'ana', name: 'Ana' }
  // Quoted before Ana ever wrote to the bot.
  await say('bo', 'Why?', { refersTo: [{ kind: 'reply', author, text: 'The zebra costs 340.' }] })
  const forward = await say('bo', 'The zebra is striped.', { place: directPlace('bo'), refersTo: [{ kind: 'forward', author, text: '' }] })
  await say('bo', 'And?', { refersTo: [{ kind: 'reply', author, text: 'The walrus is late.' }] })
  await say('bo', 'And?', { refersTo: [{ kind: 'reply', author: { id: 'cy', name: 'Cy' }, text: 'My zebra.' }] })
  await say('ana', 'Hello.', { place: directPlace('ana') })
  expect(await forget('ana', 'zebra')).toContain('2 quotations of you in other conversations')
  expect((await references()).map(({ text }) => text)).toEqual(['The walrus is late.', 'My zebra.'])
  expect(await app.store.db.message.findUniqueOrThrow({ where: { id: forward.id } })).toMatchObject({ text: '[forwarded message]' })
})

test('an author who deletes everything leaves nothing in the threads of others', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  const bo = await say('bo', 'Why?', { refersTo: [replyTo(ana)] })
  await say('bo', 'The zebra is striped.', { refersTo: [{ kind: 'forward', author: { id: 'ana', name: 'ana' }, text: '' }] })
  // What the bot answered Ana is part of her conversation.
  const delivery = await app.store.db.delivery.findFirstOrThrow({ where: { message: { threadId: ana.threadId } } })
  const answer = {
    kind: 'reply' as const,
    id: delivery.platformMessageId as never,
    author: { name: 'Throughline' },
    text: 'A zebra, I see.',
  }
  await say('bo', 'Do you?', { refersTo: [answer] })
  expect(await forget('ana', 'everything')).toContain('2 quotations of you')
  expect(await references()).toEqual([])
  await updateIndex(app, bo.threadId)
  expect(await tablesWith('zebra')).toEqual([])
})

test('somebody with the same id on another platform is not the author', async () => {
  await say('bo', 'Why?', { refersTo: [{ kind: 'reply', author: { id: 'ana', name: 'Ana' }, text: 'The zebra costs 340.' }] })
  await say('ana2', 'Hello.', { place: directPlace('ana2') })
  await app.store.db.account.updateMany({ where: { platformUserId: 'ana2' }, data: { platform: 'another', platformUserId: 'ana' } })
  const userId = (await app.store.db.account.findFirstOrThrow({ where: { platform: 'another' } })).userId as UserId
  expect(await exported(userId)).not.toContain('zebra')
})

test('deleting the message that refers to another deletes what it refers to', async () => {
  const bo = await say('bo', 'Why?', { refersTo: [{ kind: 'quote', author: { name: 'Cy' }, text: 'The zebra costs 340.' }] })
  await forget('bo', `#${bo.id}`)
  expect(await tablesWith('zebra')).toEqual([])
})

test('the owner finds and deletes a message by the words that it refers to', async () => {
  const bo = await say('bo', 'Why?', { refersTo: [{ kind: 'quote', author: { name: 'Cy' }, text: 'The zebra costs 340.' }] })
  await forget('bo', 'zebra')
  expect(await app.store.db.message.findUniqueOrThrow({ where: { id: bo.id } })).toMatchObject({ text: '' })
  expect(await tablesWith('zebra')).toEqual([])
})

async function exported(userId: UserId): Promise<string> {
  let text = ''
  for await (const part of exportJson(app.privacy, { userId })) text += part
  for await (const part of exportMarkdown(app.privacy, { userId })) text += part
  return text
}

test('what is quoted is in the export of its author, and as quoted in that of who quotes it', async () => {
  const ana = await say('ana', 'The zebra costs 340.')
  await say('bo', 'The walrus is why.', { refersTo: [replyTo(ana)] })
  const [hers, his] = [await exported(await userIdOf('ana')), await exported(await userIdOf('bo'))]
  expect(hers).toContain('"quotes":[\n{"position":0,"kind":"reply","authorName":"ana","text":"The zebra costs 340."')
  expect(hers).toContain('## Quoted by others\n\n> The zebra costs 340.')
  expect(hers).not.toContain('walrus')
  expect(his).toContain('> The walrus is why.\n>\n> *reply*, ana\n>\n> > The zebra costs 340.')
  expect(his).toContain('"references":[\n{"messageId":')
})

test('a merge brings what is referred to along', async () => {
  const bo = await say('bo', 'Why?', { refersTo: [{ kind: 'reply', author: { name: 'Cy' }, text: 'The zebra costs 340.' }] })
  await say('ana', 'Hello.', { place: directPlace('ana') })
  const pair = { from: await userIdOf('bo'), into: await userIdOf('ana') }
  await app.store.transaction(async (tx) => {
    const merge = await lockUsersForMerge(tx, pair, app.clock.now())
    if (merge) await mergeUsers(tx, app.privacy.personalData, merge)
  })
  expect((await references()).map(({ messageId, text }) => [messageId, text])).toEqual([[bo.id, 'The zebra costs 340.']])
  expect(await exported(await userIdOf('bo'))).toContain('zebra')
})

test('a forwarded command is not run', async () => {
  const forward = await say('bo', '/forget everything', {
    place: directPlace('bo'),
    refersTo: [{ kind: 'forward', author: { name: 'Cy' }, text: '' }],
  })
  expect(forward.kind).toBe('chat')
})
