import { expect, test } from 'vitest'
import type { Author } from '../../src/core/ports/platform.ts'
import {
  type AccessPolicy,
  type AccessSettings,
  type AllowlistEntry,
  authorizeAuthor,
  consumeSetupCode,
  createSetupCode,
} from '../../src/people/access.ts'
import type { PeopleDeps } from '../../src/people/deps.ts'
import { addUser } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

const accesses: readonly AccessPolicy[] = ['pairing', 'allowlist', 'open', 'workspace']
const key = { platform: 'chat', tenant: 'T1', platformUserId: 'U1' }
const author: Author = { id: 'U1', name: 'Ada', isBot: false }

/** A bot that knows nobody, again and again on one store. */
async function bots() {
  const store = await testStore()
  const parts = { store, clock: new TestClock(), random: testRandom(), access: 'pairing' as const, allowlist: [] }
  return async (given: Partial<AccessSettings>): Promise<PeopleDeps & AccessSettings> => {
    await store.db.user.deleteMany()
    return { ...parts, ...given }
  }
}

const outcome = async (parts: PeopleDeps & AccessSettings, given: Partial<Author> = {}, isInChannel = false) => {
  const admitted = await authorizeAuthor(parts, { key, author: { ...author, ...given }, isMember: async () => isInChannel })
  return typeof admitted === 'string' ? admitted : 'in'
}

test('somebody who is known is let in, also by the setup code, whatever the access', async () => {
  const bot = await bots()
  for (const access of accesses) {
    const parts = await bot({ access })
    await addUser(parts.store, key, { ...author, now: parts.clock.now() })
    expect(await outcome(parts), access).toBe('in')
    const other = { ...key, platformUserId: 'U2' }
    const person = await consumeSetupCode(parts, await createSetupCode(parts), { key: other, author })
    expect(person?.user.isOwner, access).toBe(true)
    expect(await authorizeAuthor(parts, { key: other, author, isMember: async () => false }), access).toMatchObject({
      user: { isOwner: true },
    })
  }
})

test('somebody who is on the list is let in, and a bot only then, whatever the access', async () => {
  const bot = await bots()
  for (const access of accesses) {
    const listed = await bot({ access, allowlist: [{ platform: 'chat', platformUserId: 'U1' }] })
    expect(await outcome(listed, { isBot: true }), access).toBe('in')
    expect(await listed.store.db.account.count(), access).toBe(1)
    const unlisted = { ...listed, allowlist: [] }
    expect(await outcome(unlisted, { isBot: true }), access).toBe('ignored')
    expect(await outcome(unlisted), access).toBe('in')
  }
})

test('somebody who is blocked is ignored, whatever else lets them in', async () => {
  const bot = await bots()
  for (const access of accesses) {
    const parts = await bot({ access, allowlist: [{ ...key }] })
    const { user } = await addUser(parts.store, key, { ...author, now: parts.clock.now() })
    await parts.store.db.user.update({ where: { id: user.id }, data: { blockedAt: parts.clock.now() } })
    expect(await outcome(parts, { isMember: true }), access).toBe('ignored')
    const code = await createSetupCode(parts)
    expect(await consumeSetupCode(parts, code, { key, author }), access).toBeUndefined()
    expect(await outcome(parts), access).toBe('ignored')
    expect(await parts.store.db.setupCode.count(), access).toBe(1)
  }
})

test('who is let in without anybody having said so', async () => {
  const bot = await bots()
  const letIn = async (access: AccessPolicy, given: Partial<Author>) => outcome(await bot({ access }), given)
  const found: Record<string, string[]> = {}
  for (const access of accesses)
    found[access] = [await letIn(access, {}), await letIn(access, { isMember: false }), await letIn(access, { isMember: true })]
  expect(found).toEqual({
    pairing: ['stranger', 'stranger', 'stranger'],
    allowlist: ['stranger', 'stranger', 'stranger'],
    open: ['in', 'in', 'in'],
    workspace: ['stranger', 'stranger', 'in'],
  })
})

test('the list means the account that it names', async () => {
  const bot = await bots()
  const letIn = async (allowed: AllowlistEntry) => outcome(await bot({ allowlist: [allowed] }))
  expect(await letIn({ platform: 'chat', platformUserId: 'U1' })).toBe('in')
  expect(await letIn({ platform: 'chat', tenant: 'T1', platformUserId: 'U1' })).toBe('in')
  expect(await letIn({ platform: 'chat', tenant: 'T2', platformUserId: 'U1' })).toBe('stranger')
  expect(await letIn({ platform: 'other', platformUserId: 'U1' })).toBe('stranger')
  expect(await letIn({ platform: 'chat', platformUserId: 'U' })).toBe('stranger')
})

test('a channel that is switched on lets its members in there, and nowhere else, until they are let in', async () => {
  const parts = await (await bots())({ access: 'pairing' })
  expect(await outcome(parts, {}, true)).toBe('in')
  expect(await outcome(parts)).toBe('stranger')
  expect(await outcome(parts, {}, true)).toBe('in')
  expect(await outcome({ ...parts, access: 'open' })).toBe('in')
  await addUser(parts.store, key, { name: 'Ann', now: parts.clock.now() })
  expect(await outcome(parts)).toBe('in')
  expect(await parts.store.db.user.count()).toBe(1)
})
