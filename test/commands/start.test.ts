import { expect, test } from 'vitest'
import { testPerson } from '../support/conversation.ts'
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
    expect((await give(person, action)).text).toMatch(/^Your timezone is now/)
  }
  const after = await give(person, '/start')
  expect(after.text).not.toContain('timezone')
  expect(after.buttons).toBeUndefined()
})

test('/start with a code that is wrong says so in one sentence', async () => {
  const store = await testStore()
  const { text } = await commandBench(store).give(await testPerson(store), '/start abcdef')
  expect(text).toBe(
    'That setup code is wrong, already used, or replaced by a newer one, but you do not need one to talk with me: just write.',
  )
})
