import { expect, test } from 'vitest'
import {
  consumeSignInLink,
  createSignInLink,
  endSession,
  findSessionUser,
  isSignInLinkValid,
  type SignInParts,
} from '../../src/people/sign-in.ts'
import { ensureLocalOwner } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

const minute = 60_000

async function begin() {
  const clock = new TestClock()
  const parts: SignInParts & { clock: TestClock } = { store: await testStore(), clock, random: testRandom() }
  return { parts, user: await ensureLocalOwner(parts.store, clock.now()) }
}

test('a link becomes a session of its user, once', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const signedIn = await consumeSignInLink(parts, token)
  expect(signedIn?.userId).toBe(user.id)
  expect(await findSessionUser(parts, signedIn!.sessionToken)).toEqual(user)
  expect(await consumeSignInLink(parts, token)).toBeUndefined()
})

test('looking at a link does not spend it', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  expect(await isSignInLinkValid(parts, token)).toBe(true)
  expect(await isSignInLinkValid(parts, token)).toBe(true)
  await consumeSignInLink(parts, token)
  expect(await isSignInLinkValid(parts, token)).toBe(false)
})

test('of many who spend one link at once, one gets in', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => consumeSignInLink(parts, token)))
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
  expect(await parts.store.db.webSession.count()).toBe(1)
})

test('a link is refused once its time is up, which is later for one that may live longer', async () => {
  const { parts, user } = await begin()
  const asked = await createSignInLink(parts, user.id)
  const printed = await createSignInLink(parts, user.id, 24 * 60 * minute)
  parts.clock.advance(15 * minute)
  expect(asked.expiresAt).toEqual(parts.clock.now())
  expect(await isSignInLinkValid(parts, asked.token)).toBe(false)
  expect(await consumeSignInLink(parts, asked.token)).toBeUndefined()
  expect(await consumeSignInLink(parts, printed.token)).toBeDefined()
})

test('a session ends when it is ended, and after thirty days', async () => {
  const { parts, user } = await begin()
  const signIn = async () => (await consumeSignInLink(parts, (await createSignInLink(parts, user.id)).token))!
  const [first, second] = [await signIn(), await signIn()]
  await endSession(parts, first.sessionToken)
  expect(await findSessionUser(parts, first.sessionToken)).toBeUndefined()
  expect(await findSessionUser(parts, second.sessionToken)).toBeDefined()
  parts.clock.set(second.expiresAt)
  expect(await findSessionUser(parts, second.sessionToken)).toBeUndefined()
})

test('a token that was never given out opens nothing', async () => {
  const { parts } = await begin()
  expect(await consumeSignInLink(parts, '')).toBeUndefined()
  expect(await findSessionUser(parts, "' OR 1=1 --")).toBeUndefined()
})

test('neither token is stored', async () => {
  const { parts, user } = await begin()
  const { token } = await createSignInLink(parts, user.id)
  const { sessionToken } = (await consumeSignInLink(parts, token))!
  const stored = JSON.stringify([await parts.store.db.signInLink.findMany(), await parts.store.db.webSession.findMany()])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(sessionToken)
})
