import { describe, expect, test } from 'vitest'
import type { Author } from '../../src/core/platform.ts'
import { type Access, type AccessParts, type Allowed, admit, createSetupCode, spendSetupCode } from '../../src/people/access.ts'
import { addUser } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

const accesses: readonly Access[] = ['pairing', 'allowlist', 'open', 'workspace']
const key = { platform: 'chat', tenant: 'T1', platformUserId: 'U1' }
const author: Author = { id: 'U1', name: 'Ada', isBot: false }

const bench = async (given: Partial<AccessParts> = {}): Promise<AccessParts> => ({
  ...{ store: await testStore(), clock: new TestClock(), random: testRandom(), access: 'pairing', allowlist: [] },
  ...given,
})

const outcome = async (parts: AccessParts, given: Partial<Author> = {}) => {
  const admitted = await admit(parts, key, { ...author, ...given })
  return typeof admitted === 'string' ? admitted : 'in'
}

describe.each(accesses)('under %s', (access) => {
  test('somebody who is known is let in, also by the setup code', async () => {
    const parts = await bench({ access })
    await addUser(parts.store, key, author, parts.clock.now())
    expect(await outcome(parts)).toBe('in')
    const other = { ...key, platformUserId: 'U2' }
    const person = await spendSetupCode(parts, await createSetupCode(parts), other, author)
    expect(person?.user.isOwner).toBe(true)
    expect(await admit(parts, other, author)).toMatchObject({ user: { isOwner: true } })
  })

  test('somebody who is on the list is let in, and a bot only then', async () => {
    const listed = await bench({ access, allowlist: [{ platform: 'chat', platformUserId: 'U1' }] })
    expect(await outcome(listed, { isBot: true })).toBe('in')
    expect(await listed.store.db.account.count()).toBe(1)
    const unlisted = { ...listed, allowlist: [] }
    expect(await outcome(unlisted, { isBot: true })).toBe('ignored')
    expect(await outcome(unlisted)).toBe('in')
  })

  test('somebody who is blocked is ignored, whatever else lets them in', async () => {
    const parts = await bench({ access, allowlist: [{ ...key }] })
    const { user } = await addUser(parts.store, key, author, parts.clock.now())
    await parts.store.db.user.update({ where: { id: user.id }, data: { blockedAt: parts.clock.now() } })
    expect(await outcome(parts, { isMember: true })).toBe('ignored')
    const code = await createSetupCode(parts)
    expect(await spendSetupCode(parts, code, key, author)).toBeUndefined()
    expect(await outcome(parts)).toBe('ignored')
    expect(await parts.store.db.setupCode.count()).toBe(1)
  })
})

test('who is let in without anybody having said so', async () => {
  const store = await testStore()
  const letIn = async (access: Access, given: Partial<Author>) => {
    await store.db.user.deleteMany()
    return outcome(await bench({ store, access }), given)
  }
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
  const store = await testStore()
  const letIn = async (allowed: Allowed) => {
    await store.db.user.deleteMany()
    return outcome(await bench({ store, allowlist: [allowed] }))
  }
  expect(await letIn({ platform: 'chat', platformUserId: 'U1' })).toBe('in')
  expect(await letIn({ platform: 'chat', tenant: 'T1', platformUserId: 'U1' })).toBe('in')
  expect(await letIn({ platform: 'chat', tenant: 'T2', platformUserId: 'U1' })).toBe('stranger')
  expect(await letIn({ platform: 'other', platformUserId: 'U1' })).toBe('stranger')
  expect(await letIn({ platform: 'chat', platformUserId: 'U' })).toBe('stranger')
})
