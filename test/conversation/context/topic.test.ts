import { expect, test } from 'vitest'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { startTopic } from '../../../src/threads/thread.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { contextOf, summarize, toolRow } from './conversation.ts'

/** A person who has said something of an old topic, and then began a new one at 10:00 in UTC. */
async function freshPerson(name: string) {
  const store = await testStore()
  const person = await testPerson(store, { name, timezone: 'UTC' })
  const first = await person.say('about the boat', '2026-11-18T09:50:00Z', { id: 'boat' })
  await toolRow(store, first, { output: 'boat found' })
  const answer = await person.answer(first, 'the boat is blue')
  const last = await person.say('thanks for the boat', '2026-11-18T09:59:00Z', { id: 'thanks' })
  const command = await person.say('/fresh', '2026-11-18T10:00:00Z', { id: 'fresh' })
  await store.db.message.update({ where: { id: command.id }, data: { kind: 'command' } })
  const begin = () => startTopic(store.db, { threadId: person.threadId, messageId: command.id })
  return { store, person, first, answer, last, command, begin }
}

type Fresh = Awaited<ReturnType<typeof freshPerson>>

const edit = ({ store }: Fresh, name: string, id: string) =>
  editMessage(
    { store, clock: new TestClock() },
    {
      place: directPlace(name),
      platformMessageId: id as PlatformMessageId,
      text: 'the boat, edited',
      editedAt: new Date('2026-11-18T10:05:00Z'),
    },
  )

const contextAfter = async ({ store }: Fresh, person: TestPerson, replyToId: number | null = null) => {
  const question = await person.say('about the house', '2026-11-18T10:10:00Z')
  return contextOf(store, person, [{ ...question, replyToId: replyToId as typeof question.replyToId }])
}

test('nothing said before a new topic is in the window, and the report says since when', async () => {
  const fresh = await freshPerson('fresh-1')
  expect((await contextAfter(fresh, fresh.person)).said).toContain('the boat is blue')
  await fresh.begin()
  await fresh.person.say('the new house', '2026-11-18T10:01:00Z')
  const { said, report } = await contextAfter(fresh, fresh.person)
  expect(said).not.toContain('boat')
  expect(said).toContain('the new house')
  expect(report.parts.find(({ name }) => name.startsWith('9'))!.omitted).toEqual([
    { what: '4 earlier messages, or more', why: 'a new topic began on Wednesday 18 November 2026, 10:00' },
  ])
})

test('what was written between the command and its run belongs to the new topic', async () => {
  const fresh = await freshPerson('fresh-2')
  await fresh.person.say('written at once', '2026-11-18T10:00:01Z')
  await fresh.begin()
  expect((await contextAfter(fresh, fresh.person)).said).toContain('written at once')
})

test('the message replied to is there all the same, and so are summaries and what is recalled', async () => {
  const fresh = await freshPerson('fresh-3')
  const { store, person, answer, first } = fresh
  await summarize(store, await person.say('yesterday', '2026-11-17T10:00:00Z'), '## Summary\na day of yesterday')
  await summarize(store, answer, '## Summary\na morning of boats')
  await fresh.begin()
  const { said, background } = await contextAfter(fresh, person, first.id)
  expect(said).toContain('about the boat')
  expect(said).not.toContain('the boat is blue')
  expect(background).toContain('a day of yesterday')
  expect(background).toContain('a morning of boats')
})

test('what was said before is recalled when something like it is asked', async () => {
  const fresh = await freshPerson('fresh-recall')
  const { store, person } = fresh
  await person.say('The restaurant in Porto with the blue tiles is called Cantinho', '2026-11-18T09:55:00Z')
  await fresh.begin()
  const question = await person.say('What was the restaurant in Porto with the blue tiles called?', '2026-11-18T10:11:00Z')
  const { said, background } = await contextOf(store, person, [question])
  expect(said).not.toContain('Cantinho')
  expect(background).toContain('Cantinho')
})

test.each(['boat', 'thanks'])('an edit of %s, said before, does not bring it back', async (id) => {
  const name = `fresh-4-${id}`
  const fresh = await freshPerson(name)
  await fresh.begin()
  expect(await edit(fresh, name, id)).toMatchObject({ threadId: fresh.person.threadId })
  expect((await contextAfter(fresh, fresh.person)).said).not.toContain('boat')
})

test('an edit just before the command, and the deletion of the command, do not bring anything back', async () => {
  const fresh = await freshPerson('fresh-5')
  await edit(fresh, 'fresh-5', 'boat')
  await fresh.begin()
  await deleteMessage({ store: fresh.store, clock: new TestClock() }, directPlace('fresh-5'), 'fresh' as PlatformMessageId)
  expect((await contextAfter(fresh, fresh.person)).said).not.toContain('boat')
})

test('what comes late from before the topic is no part of it', async () => {
  const fresh = await freshPerson('fresh-6')
  await fresh.begin()
  await fresh.person.say('the boat, late', '2026-11-18T09:55:00Z')
  expect((await contextAfter(fresh, fresh.person)).said).not.toContain('boat')
})
