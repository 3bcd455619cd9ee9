import { expect, test } from 'vitest'
import type { AttachmentId, AttachmentSource, PlatformMessageId } from '../../src/core/ids.ts'
import type { InboundAttachment } from '../../src/core/platform.ts'
import type { Store } from '../../src/store/store.ts'
import { append } from '../../src/threads/append.ts'
import { attachmentsOf, pendingAttachments, storeContent, storedAttachment, storeFailure } from '../../src/threads/attachments.ts'
import { addTranscript, deleteMessage, editMessage, markChanged } from '../../src/threads/change.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

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
  const { message } = await append(
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
      owed: true,
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

const idOf = async (store: Store, position = 0) =>
  (await store.db.attachment.findFirstOrThrow({ where: { position }, select: { id: true } })).id as AttachmentId

async function textAndRevision({ store, person }: { store: Store; person: TestPerson }) {
  const { text, editedAt, changeSeq } = await store.db.message.findFirstOrThrow()
  const thread = await store.db.thread.findUniqueOrThrow({ where: { id: person.threadId } })
  return { text, editedAt, changeSeq, revision: thread.revision }
}

const edit = (text: string, editedAt = clock.now()) => ({
  place: directPlace('ada'),
  platformMessageId: 'm1' as PlatformMessageId,
  text,
  editedAt,
})

test('what comes with a message is stored with it, once, with names and types made harmless', async () => {
  const { store, person, scope } = await ada()
  const attachments = [
    file('one', { mediaType: 'Audio/OGG; codecs=opus', bytes: 2 ** 40 }),
    file('two', { name: ' a\n\0long ', mediaType: 'text/html\r\nx-evil: 1' }),
    file('three', { name: '' }),
  ]
  const message = await send(store, person, { attachments })
  await send(store, person, { attachments })
  expect(await pendingAttachments(store.db, [message.id])).toMatchObject([
    { name: 'one.ogg', mediaType: 'audio/ogg', bytes: 2 ** 31 - 1, state: 'pending', source: 'one' },
    { name: 'a long', mediaType: 'application/octet-stream', bytes: null, source: 'two' },
    { name: 'file', source: 'three' },
  ])
  expect(await attachmentsOf(store.db, scope, [message.id])).toHaveLength(3)
})

test('nothing would ever fetch the files of a command, so they are not kept', async () => {
  const { store, person } = await ada()
  await send(store, person, { kind: 'command', text: '/help' })
  expect(await store.db.attachment.count()).toBe(0)
})

test('a file that is fetched twice is stored once, and its source is forgotten', async () => {
  const { store, person, scope } = await ada()
  await send(store, person)
  const id = await idOf(store)
  expect(await storeContent(store.db, id, Buffer.from('first'))).toBe(true)
  expect(await storeContent(store.db, id, Buffer.from('second'))).toBe(false)
  expect(await storeFailure(store.db, id, 'late')).toBe(false)
  const stored = await storedAttachment(store.db, scope, id)
  expect(Buffer.from(stored!.content).toString()).toBe('first')
  expect(stored).toMatchObject({ bytes: 5, state: 'stored', error: null })
  expect((await store.db.attachment.findFirstOrThrow()).source).toBeNull()
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
    (await attachmentsOf(store.db, one, [message.id])).length,
    (await storedAttachment(store.db, one, id))?.id,
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
  const transcript = { attachmentId: await idOf(store), message, userId: person.userId, text: ' Call Ana.\0 ' }
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
  const transcript = { attachmentId: await idOf(store), message, userId: person.userId, text: ' ' }
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
  await addTranscript({ store, clock }, { attachmentId, message, userId: person.userId, text: 'Call Ana.' })
  const { text, editedAt } = await textAndRevision({ store, person })
  expect([text, editedAt]).toEqual(['For Monday\n[voice message] Call Ana.', clock.now()])
  // Some platforms tell of an edit when nothing that is stored has changed.
  expect(await editMessage({ store, clock }, edit('For Monday'))).toBe('unchanged')
  await editMessage({ store, clock }, edit('For Tuesday'))
  expect((await textAndRevision({ store, person })).text).toBe('For Tuesday\n[voice message] Call Ana.')
})

test('a deletion takes the files along, and what was being fetched or transcribed finds nothing to write to', async () => {
  const { store, person } = await ada()
  const message = await send(store, person, { attachments: [file('one'), file('two')] })
  const [first, second] = [await idOf(store), await idOf(store, 1)]
  await storeContent(store.db, first, Buffer.from('sound'))
  await deleteMessage({ store, clock }, directPlace('ada'), 'm1' as PlatformMessageId)
  expect(await store.db.attachment.count()).toBe(0)
  expect(await storeContent(store.db, second, Buffer.from('late'))).toBe(false)
  expect(await addTranscript({ store, clock }, { attachmentId: first, message, userId: person.userId, text: 'Late.' })).toBe('unchanged')
  expect((await textAndRevision({ store, person })).text).toBe('')
})

test('messages whose files have come are changed for who follows the thread, and not for what was made from their text', async () => {
  const { store, person } = await ada()
  const message = await send(store, person)
  const before = await textAndRevision({ store, person })
  await markChanged({ store, clock }, person.threadId, [message.id])
  expect(await textAndRevision({ store, person })).toEqual({ ...before, changeSeq: before.changeSeq + 1 })
})
