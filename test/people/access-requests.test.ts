import { expect, test } from 'vitest'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { normalizeCode } from '../../src/core/lib/one-time-code.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { deleteExpiredAccessData } from '../../src/people/access.ts'
import {
  type AccessRequestResult,
  approveRequest,
  denyRequest,
  listPendingRequests,
  requestAccess,
} from '../../src/people/access-requests.ts'
import { findUserByAccount } from '../../src/people/users.ts'
import { TestClock } from '../support/clock.ts'
import { isFullRun } from '../support/runs.ts'
import { testStore } from '../support/store.ts'

const hour = 3_600_000
const keyOf = (id: string) => ({ platform: 'test', tenant: '', platformUserId: id })
const ada = keyOf('ada')

async function bench() {
  const deps = { store: await testStore(), clock: new TestClock(), random: systemRandom }
  const ask = (id: string, name = id) => requestAccess(deps, keyOf(id), { name, address: `direct:${id}` as PlaceAddress })
  return { ...deps, ask, rows: () => deps.store.db.accessRequest.findMany({ orderBy: { id: 'asc' } }) }
}

function codeIn(result: AccessRequestResult): string {
  if (!('request' in result)) throw new Error(`There is no code: ${result.state}.`)
  return result.request.code
}

test('a request gets one unambiguous code until it expires', async () => {
  const { store, clock, ask, rows } = await bench()
  const first = await ask('ada')
  expect(first).toMatchObject({ state: 'new', request: { ...ada, name: 'ada', address: 'direct:ada' } })
  expect(codeIn(first)).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  expect(await ask('ada')).toMatchObject({ state: 'waiting', request: { code: codeIn(first) } })
  clock.advance(24 * hour)
  expect(await listPendingRequests(store.db, clock.now())).toEqual([])
  expect(await approveRequest(store, codeIn(first), clock.now())).toBeUndefined()
  expect(codeIn(await ask('ada'))).not.toBe(codeIn(first))
  expect(await rows()).toHaveLength(1)
})

test('of hundreds of concurrent requests ten become pending, and those stay pending', async () => {
  const { ask, rows, store, clock } = await bench()
  const states: string[] = []
  const batches = isFullRun ? 20 : 4
  for (let batch = 0; batch < batches; batch++) {
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`stranger-${batch}-${index}`)))
    states.push(...results.map(({ state }) => state))
  }
  expect(states.filter((state) => state === 'new')).toHaveLength(10)
  expect(states.filter((state) => state === 'full')).toHaveLength(50 * batches - 10)
  const waiting = await rows()
  expect(new Set(waiting.map(({ code }) => code)).size).toBe(10)
  expect(await ask(waiting[0]!.platformUserId)).toMatchObject({ state: 'waiting' })
  expect(await ask('ada')).toEqual({ state: 'full' })
  expect(await approveRequest(store, waiting[3]!.code, clock.now())).toBeDefined()
  expect(await ask('ada')).toMatchObject({ state: 'new' })
})

test('concurrent requests of one account create one request', async () => {
  const { ask, rows } = await bench()
  const results = await Promise.all(Array.from({ length: 20 }, () => ask('ada')))
  expect(results.filter(({ state }) => state === 'new')).toHaveLength(1)
  expect(new Set(results.map(codeIn)).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test('of two concurrent owners, one approves the request', async () => {
  const { store, clock, ask, rows } = await bench()
  const code = codeIn(await ask('ada', 'Ada'))
  const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `
  expect(normalizeCode(typed)).toBe(code)
  const answers = await Promise.all([
    approveRequest(store, code, clock.now()),
    denyRequest(store, code, clock.now()),
    approveRequest(store, typed, clock.now()),
  ])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  const person = await findUserByAccount(store.db, ada)
  if (typeof answers[1] === 'string') expect(person).toBeUndefined()
  else {
    expect(person).toMatchObject({ user: { name: 'Ada', isOwner: false } })
    expect(await rows()).toEqual([])
  }
  expect(await approveRequest(store, code, clock.now())).toBeUndefined()
})

test('an account that was added in the meantime keeps its user', async () => {
  const { store, clock, ask } = await bench()
  const code = codeIn(await ask('ada'))
  const user = await store.db.user.create({ data: { name: 'Ada', createdAt: clock.now() } })
  await store.db.account.create({ data: { ...ada, userId: user.id, name: 'Ada', createdAt: clock.now() } })
  expect((await approveRequest(store, code, clock.now()))?.userAccount.user.id).toBe(user.id)
  expect(await store.db.user.count()).toBe(1)
})

test('a denied account cannot ask again for thirty days, and nothing else is kept about it', async () => {
  const { store, clock, ask, rows } = await bench()
  const code = codeIn(await ask('ada', 'Ada'))
  expect(await denyRequest(store, code, clock.now())).toBe('Ada')
  expect(await rows()).toMatchObject([{ state: 'denied', name: '', address: '' }])
  clock.advance(29 * 24 * hour)
  expect(await ask('ada')).toEqual({ state: 'denied' })
  expect(await approveRequest(store, code, clock.now())).toBeUndefined()
  clock.advance(24 * hour)
  expect(await ask('ada')).toMatchObject({ state: 'new' })
})

test('an invalid code matches no request', async () => {
  const { store, clock, ask } = await bench()
  await ask('ada')
  for (const code of ['', 'x', '%', "' OR 1=1 --", 'ABCDEF'.repeat(10_000), 'A\0B']) {
    expect(await approveRequest(store, code, clock.now())).toBeUndefined()
    expect(await denyRequest(store, code, clock.now())).toBeUndefined()
  }
})

test('a name is stored without invalid characters and truncated', async () => {
  const { ask } = await bench()
  const result = await ask('ada', `\0Ada \ud83d${'x'.repeat(10_000)}`)
  expect('request' in result && result.request.name).toMatch(/^Ada .x{10,60}…$/u)
})

test('data about unapproved senders is deleted when it expires', async () => {
  const { store, clock, ask, rows } = await bench()
  await ask('ada')
  await store.db.unapprovedSender.create({ data: { ...keyOf('eve'), notifiedAt: clock.now() } })
  await deleteExpiredAccessData(store.db, clock.now())
  expect([await rows(), await store.db.unapprovedSender.findMany()].map(({ length }) => length)).toEqual([1, 1])
  clock.advance(25 * hour)
  await deleteExpiredAccessData(store.db, clock.now())
  expect([await rows(), await store.db.unapprovedSender.findMany()]).toEqual([[], []])
})
