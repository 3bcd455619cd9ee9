import { expect, test } from 'vitest'
import { consumeSignInLink, isSignInLinkValid } from '../../src/people/sign-in.ts'
import { testPerson } from '../support/conversation.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test('/web gives a link that signs in whoever asked, once', async () => {
  const store = await testStore()
  const { give, clock } = commandBench(store, { webUrl: new URL('https://chat.example.org/') })
  const person = await testPerson(store)
  const { text } = await give(person, '/web')
  expect(text).toContain('once, within 15 minutes')
  const token = /\(https:\/\/chat\.example\.org\/sign-in\/([\w-]+)\)/.exec(text)?.[1] ?? ''
  const parts = { store, clock, random: testRandom() }
  expect((await consumeSignInLink(parts, token))?.userId).toBe(person.userId)
  expect(await isSignInLinkValid(parts, token)).toBe(false)
})

test('/web without a page says who can change that', async () => {
  const store = await testStore()
  const { text } = await commandBench(store).give(await testPerson(store), '/web')
  expect(text).toContain('WEB_PUBLIC_URL')
  expect(await store.db.signInLink.count()).toBe(0)
})
