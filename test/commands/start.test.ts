import { expect, test } from 'vitest'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, commandBench } from './bench.ts'

test('/start says what it can do, and asks for the timezone of those who have none', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store, { name: 'Ana' })
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: null } })

  const answer = await give(person, '/start')
  expect(answer.text).toContain('one conversation')
  expect(answer.text).toContain('Which timezone are you in?')
  expect(answer.text).toContain('I use UTC')
  expect(actionsOf(answer)).toContain('/timezone America/New_York')

  // Every button is a command line that works.
  for (const action of actionsOf(answer)) {
    expect(Buffer.byteLength(action)).toBeLessThanOrEqual(64)
    expect((await give(person, action)).text).toMatch(/^Your timezone is/)
  }
  const after = await give(person, '/start')
  expect(after.text).not.toContain('timezone')
  expect(after.buttons).toBeUndefined()
})

test('/start asks for the timezone once, and again only if its answer was interrupted', async () => {
  const store = await testStore()
  const { clock, give } = commandBench(store)
  const person = await testPerson(store, { name: 'Ana' })
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: null } })
  const id = 'start-1' as PlatformMessageId
  for (let times = 1; times <= 2; times++) expect((await give(person, '/start', { id })).text).toContain('Which timezone')
  clock.advance(1_000)
  expect((await give(person, '/start')).text).not.toContain('timezone')
})

test('/start in a shared place leaves the question for later', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store, { name: 'Ana' })
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: null } })
  expect((await give(person, '/start', { place: sharedPlace('team') })).text).not.toContain('timezone')
  expect((await give(person, '/start')).text).toContain('Which timezone')
})

test('the buttons of the question are removed once a timezone is set, where the platform can edit', async () => {
  const store = await testStore()
  const edits: string[] = []
  const sender = {
    maxLength: 2_000,
    send: async () => '1' as PlatformMessageId,
    edit: async (_to: unknown, id: string) => void edits.push(id),
  }
  const { give } = commandBench(store, { senders: new Map([['test', sender]]) })
  const person = await testPerson(store, { name: 'Ana' })
  const asked = await person.say('Hello', '2026-11-18T09:00:00Z')
  const [question, other] = await Promise.all(['Which timezone?', 'Digest'].map((text) => person.answer(asked, text, { role: 'system' })))
  await store.db.message.updateMany({ where: { role: 'system' }, data: { kind: 'notice' } })
  const part = { part: 0, state: 'sent', updatedAt: new Date() }
  await store.db.delivery.createMany({
    data: [
      {
        ...part,
        messageId: question!.id,
        text: 'Which?',
        platformMessageId: 'q',
        buttons: [{ label: 'Paris', action: '/timezone Europe/Paris' }],
      },
      { ...part, messageId: other!.id, text: 'Digest', platformMessageId: 'd', buttons: [{ label: 'Off', action: '/digest off' }] },
    ],
  })
  await give(person, '/timezone Europe/Berlin')
  expect(edits).toEqual(['q'])
  expect(await store.db.delivery.findMany({ orderBy: { id: 'asc' }, select: { buttons: true } })).toEqual([
    { buttons: null },
    { buttons: [{ label: 'Off', action: '/digest off' }] },
  ])
})

test('/start with a code that is wrong says so in one sentence', async () => {
  const store = await testStore()
  const { text } = await commandBench(store).give(await testPerson(store), '/start abcdef')
  expect(text).toBe(
    'That setup code is wrong, already used, or replaced by a newer one, but you do not need one to talk with me: just write.',
  )
})
