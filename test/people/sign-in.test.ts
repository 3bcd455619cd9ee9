import { expect, test } from 'vitest'
import type { PeopleDeps } from '../../src/people/deps.ts'
import {
  consumeSignInLink,
  createSignInLink,
  endSession,
  findSessionUser,
  isSignInLinkValid,
  listSessions,
} from '../../src/people/sign-in.ts'
import { ensureLocalOwner } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

const minute = 60_000
const day = 24 * 60 * minute

async function setUp() {
  const clock = new TestClock()
  const deps: PeopleDeps & { clock: TestClock } = { store: await testStore(), clock, random: testRandom() }
  return { deps, user: await ensureLocalOwner(deps.store, clock.now()) }
}

test('a link signs its user in once', async () => {
  const { deps, user } = await setUp()
  const { token } = await createSignInLink(deps, user.id)
  const signedIn = await consumeSignInLink(deps, token)
  expect(signedIn?.userId).toBe(user.id)
  expect(await findSessionUser(deps, signedIn!.sessionToken)).toEqual(user)
  expect(await consumeSignInLink(deps, token)).toBeUndefined()
})

test('checking a link does not consume it', async () => {
  const { deps, user } = await setUp()
  const { token } = await createSignInLink(deps, user.id)
  expect(await isSignInLinkValid(deps, token)).toBe(true)
  expect(await isSignInLinkValid(deps, token)).toBe(true)
  await consumeSignInLink(deps, token)
  expect(await isSignInLinkValid(deps, token)).toBe(false)
})

test('of many concurrent uses of a link, one succeeds', async () => {
  const { deps, user } = await setUp()
  const { token } = await createSignInLink(deps, user.id)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => consumeSignInLink(deps, token)))
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
  expect(await deps.store.db.webSession.count()).toBe(1)
})

test('a link is rejected after its lifetime, which may be longer than the default', async () => {
  const { deps, user } = await setUp()
  const asked = await createSignInLink(deps, user.id)
  const printed = await createSignInLink(deps, user.id, { lifetimeMs: 24 * 60 * minute })
  deps.clock.advance(15 * minute)
  expect(asked.expiresAt).toEqual(deps.clock.now())
  expect(await isSignInLinkValid(deps, asked.token)).toBe(false)
  expect(await consumeSignInLink(deps, asked.token)).toBeUndefined()
  expect(await consumeSignInLink(deps, printed.token)).toBeDefined()
})

test('a session ends on sign-out and after thirty days', async () => {
  const { deps, user } = await setUp()
  const signIn = async () => (await consumeSignInLink(deps, (await createSignInLink(deps, user.id)).token))!
  const [first, second] = [await signIn(), await signIn()]
  const [, oldest] = await listSessions(deps, user.id, '')
  expect(await endSession(deps, user.id, oldest!.id)).toBe(true)
  expect(await endSession(deps, user.id, oldest!.id)).toBe(false)
  expect(await findSessionUser(deps, first.sessionToken)).toBeUndefined()
  expect(await findSessionUser(deps, second.sessionToken)).toBeDefined()
  deps.clock.set(second.endsAt)
  expect(await findSessionUser(deps, second.sessionToken)).toBeUndefined()
})

test('a session that is not used ends after the idle time, and one that is used lasts', async () => {
  const { deps, user } = await setUp()
  const idle = { idleMs: 7 * day }
  const signIn = async () => (await consumeSignInLink(deps, (await createSignInLink(deps, user.id)).token, idle))!.sessionToken
  const [used, watched, forgotten] = [await signIn(), await signIn(), await signIn()]
  for (let days = 0; days < 6; days += 2) {
    deps.clock.advance(2 * day)
    expect(await findSessionUser(deps, used, idle)).toBeDefined()
    expect(await findSessionUser(deps, watched)).toBeDefined()
  }
  deps.clock.advance(day)
  expect(await findSessionUser(deps, used)).toBeDefined()
  for (const token of [watched, forgotten]) expect(await findSessionUser(deps, token, idle)).toBeUndefined()
  expect(await listSessions(deps, user.id, used)).toMatchObject([{ isCurrent: true }])
})

test('a session that is used every day ends after thirty days', async () => {
  const { deps, user } = await setUp()
  const idle = { idleMs: 7 * day }
  const { sessionToken } = (await consumeSignInLink(deps, (await createSignInLink(deps, user.id)).token, idle))!
  for (let days = 1; days < 30; days++) {
    deps.clock.advance(day)
    expect(await findSessionUser(deps, sessionToken, idle)).toBeDefined()
  }
  deps.clock.advance(day)
  expect(await findSessionUser(deps, sessionToken, idle)).toBeUndefined()
})

test('the use of a session is written at most once an hour, and follows a shorter idle time', async () => {
  const { deps, user } = await setUp()
  const { sessionToken } = (await consumeSignInLink(deps, (await createSignInLink(deps, user.id)).token, { idleMs: 7 * day }))!
  const findExpiry = async () => (await deps.store.db.webSession.findFirstOrThrow()).expiresAt
  const first = await findExpiry()
  deps.clock.advance(59 * minute)
  await findSessionUser(deps, sessionToken, { idleMs: 7 * day })
  expect(await findExpiry()).toEqual(first)
  deps.clock.advance(minute)
  await findSessionUser(deps, sessionToken, { idleMs: 7 * day })
  expect((await findExpiry()).getTime()).toBe(first.getTime() + 60 * minute)
  await findSessionUser(deps, sessionToken, { idleMs: day })
  expect((await findExpiry()).getTime()).toBe(deps.clock.now().getTime() + day)
})

test('an unknown token is rejected', async () => {
  const { deps } = await setUp()
  expect(await consumeSignInLink(deps, '')).toBeUndefined()
  expect(await findSessionUser(deps, "' OR 1=1 --")).toBeUndefined()
})

test('no token is stored in plain text', async () => {
  const { deps, user } = await setUp()
  const { token } = await createSignInLink(deps, user.id)
  const { sessionToken } = (await consumeSignInLink(deps, token))!
  const stored = JSON.stringify([await deps.store.db.signInLink.findMany(), await deps.store.db.webSession.findMany()])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(sessionToken)
})
