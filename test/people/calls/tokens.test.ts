import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { createCallLink, findCallLink, findTokenOwner, redeemCallLink } from '../../../src/people/calls/tokens.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

const clock = new TestClock()
const minuteMs = 60_000

let store: Store
let ana: TestPerson

beforeEach(async () => {
  clock.set('2026-11-18T09:00:00Z')
  store = await testStore()
  ana = await testPerson(store)
})

const deps = () => ({ store, clock, random: systemRandom, tokenKey: 'a key of tests, which is long enough' })
const ownerOf = ({ userId, accountId }: TestPerson) => ({ userId, accountId })
const link = async () => (await createCallLink(deps(), ownerOf(ana))).token
const token = async () => (await redeemCallLink(deps(), await link()))!.token
const find = (given: string) => findTokenOwner(store.db, deps(), { token: given, startedAt: clock.now() })

test('links and tokens name their owner, and neither takes the place of the other', async () => {
  const [aLink, aToken] = [await link(), await token()]
  expect(await findCallLink(deps(), aLink)).toEqual(ownerOf(ana))
  expect(await find(aToken)).toEqual(ownerOf(ana))
  expect(await findCallLink(deps(), aToken)).toBeUndefined()
  expect(await find(aLink)).toBeUndefined()
})

test('they name nobody once the owner is blocked, or the account has left them', async () => {
  const other = await testPerson(store)
  const blocked = [await link(), await token()] as const
  const moved = [await link(), await token()] as const
  const expectNobody = async ([aLink, aToken]: typeof blocked) => {
    expect(await findCallLink(deps(), aLink)).toBeUndefined()
    expect(await find(aToken)).toBeUndefined()
    expect(await redeemCallLink(deps(), aLink)).toBeUndefined()
  }
  await store.db.user.update({ where: { id: ana.userId }, data: { blockedAt: clock.now() } })
  await expectNobody(blocked)
  await store.db.user.update({ where: { id: ana.userId }, data: { blockedAt: null } })
  await store.db.account.update({ where: { id: ana.accountId }, data: { userId: other.userId } })
  await expectNobody(moved)
})

test('a link can be opened for a quarter of an hour, and a call started for an hour, and no earlier than the token', async () => {
  const [late, aToken] = [await link(), await token()]
  clock.advance(14 * minuteMs)
  expect(await findCallLink(deps(), late)).toBeDefined()
  clock.advance(2 * minuteMs)
  expect(await findCallLink(deps(), late)).toBeUndefined()
  expect(await redeemCallLink(deps(), late)).toBeUndefined()
  clock.set('2026-11-18T10:04:00Z')
  expect(await find(aToken)).toBeDefined()
  clock.set('2026-11-18T10:06:00Z')
  expect(await find(aToken)).toBeUndefined()
  clock.set('2026-11-18T08:54:00Z')
  expect(await find(aToken)).toBeUndefined()
})
