import { describe, expect, test } from 'vitest'
import { LeaseLostError } from '../../../src/core/domain/errors.ts'
import type { AttachmentId, AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { InboundAttachment } from '../../../src/core/ports/platform.ts'
import type { Store } from '../../../src/store/store.ts'
import { acquireLease, type Lease } from '../../../src/threads/lease.ts'
import { appendMessage } from '../../../src/threads/messages/append-message.ts'
import {
  listAttachments,
  listPendingAttachments,
  loadStoredAttachment,
  storeContent,
  storeFailure,
} from '../../../src/threads/messages/attachments.ts'
import { addTranscript, deleteMessage, editMessage, markMessagesChanged } from '../../../src/threads/messages/edit-message.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

const clock = new TestClock()

const file = (source: string, more: Partial<InboundAttachment> = {}): InboundAttachment => ({
  source: source as AttachmentSource,
  name: `${source}.ogg`,
  mediaType: 'audio/ogg',
  ...more,
})

interface Sent {
  readonly text?: string
  readonly kind?: 'chat' | 'command'
  readonly attachments?: readonly InboundAttachment[]
  readonly place?: ReturnType<typeof directPlace>
}

async function send(
  store: Store,
  ada: TestPerson,
  { text = '[voice message]', kind = 'chat', attachments = [file('one')], place }: Sent = {},
) {
  const { message } = await appendMessage(
    { store, clock },
    {
      userId: ada.userId,
      timezone: ada.timezone,
      accountId: ada.accountId,
      authorName: 'ada',
      place: place ?? directPlace('ada'),
      platformMessageId: 'm1' as PlatformMessageId,
      platformOrder: 1n,
      kind,
      text,
      sentAt: clock.now(),
      pending: true,
      attachments,
    },
  )
  return message
}

async function ada(): Promise<{ store: Store; person: TestPerson; scope: Scope }> {
  const store = await testStore()
  const person = await testPerson(store, { name: 'ada' })
  return { store, person, scope: { userId: person.userId, threadId: person.threadId, audience: 'private' } }
}

async function leaseOf(store: Store): Promise<Lease> {
  return (await acquireLease({ store, clock, log: silentLog, workerName: 'one' }, 'thread:1'))!
}

const idOf = async (store: Store, position = 0) =>
  (await store.db.attachment.findFirstOrThrow({ where: { position }, select: { id: true } })).id as AttachmentId

async function textAndRevision({ store, person }: { store: Store; person: TestPerson }) {
  const { text, editedAt, changeSeq } = await store.db.message.findFirstOrThrow()
  const thread = await store.db.thread.findUniqueOrThrow({ where: { id: person.threadId } })
  return { text, editedAt, changeSeq, revision: thread.revision }
}

const edit = (text: string, attachments: readonly InboundAttachment[] = [file('one')], editedAt = clock.now()) => ({
  place: directPlace('ada'),
  platformMessageId: 'm1' as PlatformMessageId,
  text,
  attachments,
  editedAt,
})

const filesOf = async (store: Store) =>
  (await store.db.attachment.findMany({ orderBy: { position: 'asc' } })).map(({ name, source, state }) => [name, source, state])

test('what comes with a message is stored with it, once, with names and types made harmless', async () => {
  const { store, person, scope } = await ada()
  const attachments = [
    file('one', { mediaType: 'Audio/OGG; codecs=opus', bytes: 2 ** 40 }),
    file('two', { name: ' a\n\0long ', mediaType: 'text/html\r\nx-evil: 1' }),
    file('three', { name: '' }),
  ]
  const message = await send(store, person, { attachments })
  await send(store, person, { attachments })
  expect(await listPendingAttachments(store.db, [message.id])).toMatchObject([
    { name: 'one.ogg', mediaType: 'audio/ogg', bytes: 2 ** 31 - 1, state: 'pending', source: 'one' },
    { name: 'a long', mediaType: 'application/octet-stream', bytes: null, source: 'two' },
    { name: 'file', source: 'three' },
  ])
  expect(await listAttachments(store.db, scope, [message.id])).toHaveLength(3)
})

test('nothing would ever fetch the files of a command, so they are not kept', async () => {
  const { store, person } = await ada()
  await send(store, person, { kind: 'command', text: '/help' })
  expect(await store.db.attachment.count()).toBe(0)
})

test('a file that is fetched twice is stored once, and is still known by its source', async () => {
  const { store, person, scope } = await ada()
  await send(store, person)
  const id = await idOf(store)
  expect(await storeContent(store.db, id, Buffer.from('first'))).toBe(true)
  expect(await storeContent(store.db, id, Buffer.from('second'))).toBe(false)
  expect(await storeFailure(store.db, id, 'late')).toBe(false)
  const stored = await loadStoredAttachment(store.db, scope, id)
  expect(Buffer.from(stored!.content).toString()).toBe('first')
  expect(stored).toMatchObject({ bytes: 5, state: 'stored', error: null })
  expect((await store.db.attachment.findFirstOrThrow()).source).toBe('one')
})

test('in front of others there are only the files of their own place', async () => {
  const { store, person, scope } = await ada()
  const place = sharedPlace('team')
  const message = await send(store, person, { place })
  const id = await idOf(store)
  await storeContent(store.db, id, Buffer.from('sound'))
  const there: Scope = { ...scope, audience: message.audience }
  const elsewhere: Scope = { ...scope, audience: 'place:999' }
  const other = await testPerson(store, { name: 'bob' })
  const others: Scope = { userId: other.userId, threadId: other.threadId, audience: 'private' }
  const seenBy = async (one: Scope) => [
    (await listAttachments(store.db, one, [message.id])).length,
    (await loadStoredAttachment(store.db, one, id))?.id,
  ]
  expect(await seenBy(scope)).toEqual([1, id])
  expect(await seenBy(there)).toEqual([1, id])
  expect(await seenBy(elsewhere)).toEqual([0, undefined])
  expect(await seenBy(others)).toEqual([0, undefined])
})

test('what is said in a voice note becomes part of the text, as a change that is no edit of the person', async () => {
  const { store, person } = await ada()
  const message = await send(store, person, { attachments: [file('one'), file('two')] })
  for (const position of [0, 1]) await storeContent(store.db, await idOf(store, position), Buffer.from('sound'))
  const before = await textAndRevision({ store, person })
  const transcript = { attachmentId: await idOf(store), message, userId: person.userId, text: ' Call Ana.\0 ', lease: await leaseOf(store) }
  expect(await addTranscript({ store, clock }, transcript)).toMatchObject({ messageId: message.id, segmentId: message.segmentId })
  expect(await textAndRevision({ store, person })).toEqual({
    text: '[voice message] Call Ana.',
    editedAt: null,
    changeSeq: before.changeSeq + 1,
    revision: before.revision + 1,
  })
  expect(await addTranscript({ store, clock }, { ...transcript, text: 'Again.' })).toBe('unchanged')
  await addTranscript({ store, clock }, { ...transcript, attachmentId: await idOf(store, 1), text: 'And Bea.' })
  expect((await textAndRevision({ store, person })).text).toBe('[voice message] Call Ana.\n[voice message] And Bea.')
})

test('a voice note in which nothing is said changes nothing, and is not listened to again', async () => {
  const { store, person } = await ada()
  const message = await send(store, person)
  await storeContent(store.db, await idOf(store), Buffer.from('silence'))
  const before = await textAndRevision({ store, person })
  const transcript = { attachmentId: await idOf(store), message, userId: person.userId, text: ' ', lease: await leaseOf(store) }
  expect(await addTranscript({ store, clock }, transcript)).toBe('unchanged')
  expect(await textAndRevision({ store, person })).toEqual(before)
  expect((await store.db.attachment.findFirstOrThrow()).transcript).toBe('')
})

test('an edit, before or after, leaves what is said in the voice note with the text', async () => {
  const { store, person } = await ada()
  const message = await send(store, person)
  const attachmentId = await idOf(store)
  await storeContent(store.db, attachmentId, Buffer.from('sound'))
  await editMessage({ store, clock }, edit('For Monday'))
  await addTranscript({ store, clock }, { attachmentId, message, userId: person.userId, text: 'Call Ana.', lease: await leaseOf(store) })
  const { text, editedAt } = await textAndRevision({ store, person })
  expect([text, editedAt]).toEqual(['For Monday\n[voice message] Call Ana.', clock.now()])
  // Some platforms tell of an edit when nothing that is stored has changed.
  expect(await editMessage({ store, clock }, edit('For Monday'))).toBe('unchanged')
  await editMessage({ store, clock }, edit('For Tuesday'))
  expect((await textAndRevision({ store, person })).text).toBe('For Tuesday\n[voice message] Call Ana.')
})

describe('an edit', () => {
  test('deletes the files that are gone, with what was said in them, and adds the new ones', async () => {
    const { store, person } = await ada()
    const message = await send(store, person, { text: 'Listen', attachments: [file('one'), file('two')] })
    for (const position of [0, 1]) await storeContent(store.db, await idOf(store, position), Buffer.from('sound'))
    const said = { message, userId: person.userId, lease: await leaseOf(store) }
    await addTranscript({ store, clock }, { ...said, attachmentId: await idOf(store), text: 'Call Ana.' })
    await addTranscript({ store, clock }, { ...said, attachmentId: await idOf(store, 1), text: 'Call Bea.' })
    expect(await editMessage({ store, clock }, edit('Listen', [file('three'), file('two')]))).toMatchObject({ messageId: message.id })
    expect((await textAndRevision({ store, person })).text).toBe('Listen\n[voice message] Call Bea.')
    expect(await filesOf(store)).toEqual([
      ['two.ogg', 'two', 'stored'],
      ['three.ogg', 'three', 'pending'],
    ])
  })

  test.each([
    { what: 'files come', before: [], after: [file('one')] },
    { what: 'files go', before: [file('one')], after: [] },
    { what: 'a file is exchanged', before: [file('one')], after: [file('two')] },
  ])('of the files alone, when $what, is a change', async ({ before, after }) => {
    const { store, person } = await ada()
    await send(store, person, { text: 'Look', attachments: before })
    const { revision } = await textAndRevision({ store, person })
    await editMessage({ store, clock }, edit('Look', after))
    expect((await filesOf(store)).map(([, source]) => source)).toEqual(after.map(({ source }) => source))
    expect((await textAndRevision({ store, person })).revision).toBe(revision + 1)
  })

  test('without any files in it takes them all', async () => {
    const { store, person } = await ada()
    await send(store, person, { text: 'Look' })
    const { attachments: _, ...bare } = edit('Look')
    await editMessage({ store, clock }, bare)
    expect(await filesOf(store)).toEqual([])
  })

  test('that names the same file by another source keeps what was fetched, and fetches by the new one what was not', async () => {
    const { store, person } = await ada()
    const named = (source: string, name: string) => file(source, { name, bytes: 5 })
    await send(store, person, { text: 'Look', attachments: [named('a1', 'a.ogg'), named('b1', 'b.ogg')] })
    await storeContent(store.db, await idOf(store), Buffer.from('sound'))
    const { revision } = await textAndRevision({ store, person })
    expect(await editMessage({ store, clock }, edit('Look', [named('a2', 'a.ogg'), named('b2', 'b.ogg')]))).toBe('unchanged')
    expect(await filesOf(store)).toEqual([
      ['a.ogg', 'a2', 'stored'],
      ['b.ogg', 'b2', 'pending'],
    ])
    expect((await textAndRevision({ store, person })).revision).toBe(revision)
  })

  test('does not take a file for another that looks alike', async () => {
    const { store, person } = await ada()
    const alike = (source: string, bytes = 5) => file(source, { name: 'photo.jpg', mediaType: 'image/jpeg', bytes })
    await send(store, person, { text: 'Look', attachments: [alike('first'), alike('second')] })
    await editMessage({ store, clock }, edit('Look', [alike('third'), alike('second')]))
    await editMessage({ store, clock }, edit('Look', [alike('fourth', 6), alike('second')]))
    expect(await filesOf(store)).toEqual([
      ['photo.jpg', 'second', 'pending'],
      ['photo.jpg', 'fourth', 'pending'],
    ])
  })

  test('that is older than the last one changes neither text nor files', async () => {
    const { store, person } = await ada()
    await send(store, person, { text: 'Look' })
    await editMessage({ store, clock }, edit('New', [file('two')]))
    const earlier = new Date(clock.now().getTime() - 1)
    expect(await editMessage({ store, clock }, edit('Old', [file('one')], earlier))).toBe('unchanged')
    expect(await filesOf(store)).toEqual([['two.ogg', 'two', 'pending']])
  })

  test('back to the text that is stored is told in time: an older one that comes after it is not taken', async () => {
    const { store, person } = await ada()
    await send(store, person, { text: 'As it was' })
    const before = await textAndRevision({ store, person })
    const at = clock.now().getTime()
    expect(await editMessage({ store, clock }, edit('As it was', [file('one')], new Date(at + 2)))).toBe('unchanged')
    expect(await editMessage({ store, clock }, edit('In between', [file('one')], new Date(at + 1)))).toBe('unchanged')
    expect(await textAndRevision({ store, person })).toEqual({ ...before, editedAt: new Date(at + 2) })
  })
})

test('a deletion takes the files along, and what was being fetched or transcribed finds nothing to write to', async () => {
  const { store, person } = await ada()
  const message = await send(store, person, { attachments: [file('one'), file('two')] })
  const [first, second] = [await idOf(store), await idOf(store, 1)]
  await storeContent(store.db, first, Buffer.from('sound'))
  await deleteMessage({ store, clock }, directPlace('ada'), 'm1' as PlatformMessageId)
  expect(await store.db.attachment.count()).toBe(0)
  expect(await storeContent(store.db, second, Buffer.from('late'))).toBe(false)
  const late = { attachmentId: first, message, userId: person.userId, text: 'Late.', lease: await leaseOf(store) }
  expect(await addTranscript({ store, clock }, late)).toBe('unchanged')
  expect((await textAndRevision({ store, person })).text).toBe('')
})

test('messages whose files have come are changed for who follows the thread, and not for what was made from their text', async () => {
  const { store, person } = await ada()
  const message = await send(store, person)
  const before = await textAndRevision({ store, person })
  await markMessagesChanged({ store, clock }, { threadId: person.threadId, messageIds: [message.id], lease: await leaseOf(store) })
  expect(await textAndRevision({ store, person })).toEqual({ ...before, changeSeq: before.changeSeq + 1 })
})

test('what is fetched and heard is written by whoever holds the thread', async () => {
  const { store, person } = await ada()
  const message = await send(store, person)
  await storeContent(store.db, await idOf(store), Buffer.from('sound'))
  const before = await textAndRevision({ store, person })
  const lease = await leaseOf(store)
  await store.db.lease.updateMany({ data: { epoch: { increment: 1 } } })
  const transcript = { attachmentId: await idOf(store), message, userId: person.userId, text: 'Late.', lease }
  await expect(addTranscript({ store, clock }, transcript)).rejects.toThrow(LeaseLostError)
  await expect(markMessagesChanged({ store, clock }, { threadId: person.threadId, messageIds: [message.id], lease })).rejects.toThrow(
    LeaseLostError,
  )
  expect(await textAndRevision({ store, person })).toEqual(before)
})

test('a file that comes with its content is stored with the message, beside one that is to be fetched', async () => {
  const { store, person, scope } = await ada()
  const content = new Uint8Array(Buffer.from('oak'))
  const { id } = await send(store, person, { attachments: [file('one'), file('two', { content, bytes: 3 })] })
  expect((await listAttachments(store.db, scope, [id])).map(({ name, state }) => [name, state])).toEqual([
    ['one.ogg', 'pending'],
    ['two.ogg', 'stored'],
  ])
  const stored = await loadStoredAttachment(store.db, scope, await idOf(store, 1))
  expect(Buffer.from(stored?.content ?? []).toString()).toBe('oak')
})
