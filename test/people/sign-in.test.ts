import { expect, test } from 'vitest'
import { createSignInLink, endSession, isSignInLinkOpen, type SignInParts, sessionUser, spendSignInLink } from '../../src/people/sign-in.ts'
import { localOwner } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

const minute = 60_000

async function begin() {
  const clock = new TestClock()
  const parts: SignInParts & { clock: TestClock } = { store: await testStore(), clock, random: testRandom() }
  return { parts, user: await localOwner(parts.store, clock.now()) }
}

test('a link becomes a session of its user, once', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const signedIn = await spendSignInLink(parts, token)
  expect(signedIn?.userId).toBe(user.id)
  expect(await sessionUser(parts, signedIn!.sessionToken)).toEqual(user)
  expect(await spendSignInLink(parts, token)).toBeUndefined()
})

test('looking at a link does not spend it', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  expect(await isSignInLinkOpen(parts, token)).toBe(true)
  expect(await isSignInLinkOpen(parts, token)).toBe(true)
  await spendSignInLink(parts, token)
  expect(await isSignInLinkOpen(parts, token)).toBe(false)
})

test('of many who spend one link at once, one gets in', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => spendSignInLink(parts, token)))
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
  expect(await parts.store.db.webSession.count()).toBe(1)
})

test('a link is refused once its time is up, which is later for one that may live longer', async () => {
  const { parts, user } = await begin()
  const asked = await createSignInLink(parts, user.id)
  const printed = await createSignInLink(parts, user.id, 24 * 60 * minute)
  parts.clock.advance(15 * minute)
  expect(asked.expiresAt).toEqual(parts.clock.now())
  expect(await isSignInLinkOpen(parts, asked.token)).toBe(false)
  expect(await spendSignInLink(parts, asked.token)).toBeUndefined()
  expect(await spendSignInLink(parts, printed.token)).toBeDefined()
})

test('a session ends when it is ended, and after thirty days', async () => {
  const { parts, user } = await begin()
  const signIn = async () => (await spendSignInLink(parts, (await createSignInLink(parts, user.id)).token))!
  const [first, second] = [await signIn(), await signIn()]
  await endSession(parts, first.sessionToken)
  expect(await sessionUser(parts, first.sessionToken)).toBeUndefined()
  expect(await sessionUser(parts, second.sessionToken)).toBeDefined()
  parts.clock.set(second.expiresAt)
  expect(await sessionUser(parts, second.sessionToken)).toBeUndefined()
})

test('a token that was never given out opens nothing', async () => {
  const { parts } = await begin()
  expect(await spendSignInLink(parts, '')).toBeUndefined()
  expect(await sessionUser(parts, "' OR 1=1 --")).toBeUndefined()
})

test('neither token is stored', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const { sessionToken } = (await spendSignInLink(parts, token))!
  const stored = JSON.stringify([await parts.store.db.signInLink.findMany(), await parts.store.db.webSession.findMany()])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(sessionToken)
})
