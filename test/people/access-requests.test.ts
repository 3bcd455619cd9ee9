import { expect, test } from 'vitest'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { typedCode } from '../../src/core/lib/one-time-code.ts'
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
  const parts = { store: await testStore(), clock: new TestClock(), random: systemRandom }
  const ask = (id: string, name = id) => requestAccess(parts, keyOf(id), { name, address: `direct:${id}` as PlaceAddress })
  return { ...parts, parts, ask, rows: () => parts.store.db.accessRequest.findMany({ orderBy: { id: 'asc' } }) }
}

function codeIn(asked: AccessRequestResult): string {
  if (!('request' in asked)) throw new Error(`There is no code: ${asked.state}.`)
  return asked.request.code
}

test('whoever asks gets a code that nobody misreads, the same one until it is over', async () => {
  const { parts, clock, ask, rows } = await bench()
  const first = await ask('ada')
  expect(first).toMatchObject({ state: 'new', request: { ...ada, name: 'ada', address: 'direct:ada' } })
  expect(codeIn(first)).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  expect(await ask('ada')).toMatchObject({ state: 'waiting', request: { code: codeIn(first) } })
  clock.advance(24 * hour)
  expect(await listPendingRequests(parts.store.db, clock.now())).toEqual([])
  expect(await approveRequest(parts, codeIn(first))).toBeUndefined()
  expect(codeIn(await ask('ada'))).not.toBe(codeIn(first))
  expect(await rows()).toHaveLength(1)
})

test('of hundreds who come at once ten get in line, and those who are in it keep their place', async () => {
  const { ask, rows, store, clock } = await bench()
  const states: string[] = []
  const batches = isFullRun ? 20 : 4
  for (let batch = 0; batch < batches; batch++) {
    const asked = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`stranger-${batch}-${index}`)))
    states.push(...asked.map(({ state }) => state))
  }
  expect(states.filter((state) => state === 'new')).toHaveLength(10)
  expect(states.filter((state) => state === 'full')).toHaveLength(50 * batches - 10)
  const waiting = await rows()
  expect(new Set(waiting.map(({ code }) => code)).size).toBe(10)
  expect(await ask(waiting[0]!.platformUserId)).toMatchObject({ state: 'waiting' })
  expect(await ask('ada')).toEqual({ state: 'full' })
  expect(await approveRequest({ store, clock }, waiting[3]!.code)).toBeDefined()
  expect(await ask('ada')).toMatchObject({ state: 'new' })
})

test('one account that asks many times at once asks once', async () => {
  const { ask, rows } = await bench()
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask('ada')))
  expect(asked.filter(({ state }) => state === 'new')).toHaveLength(1)
  expect(new Set(asked.map(codeIn)).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test('of two owners at once one lets somebody in', async () => {
  const { parts, ask, rows } = await bench()
  const code = codeIn(await ask('ada', 'Ada'))
  const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `
  expect(typedCode(typed)).toBe(code)
  const answers = await Promise.all([approveRequest(parts, code), denyRequest(parts, code), approveRequest(parts, typed)])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  const person = await findUserByAccount(parts.store.db, ada)
  if (typeof answers[1] === 'string') expect(person).toBeUndefined()
  else {
    expect(person).toMatchObject({ user: { name: 'Ada', isOwner: false } })
    expect(await rows()).toEqual([])
  }
  expect(await approveRequest(parts, code)).toBeUndefined()
})

test('somebody who came in by another way meanwhile stays who they are', async () => {
  const { parts, ask } = await bench()
  const code = codeIn(await ask('ada'))
  const user = await parts.store.db.user.create({ data: { name: 'Ada', createdAt: parts.clock.now() } })
  await parts.store.db.account.create({ data: { ...ada, userId: user.id, name: 'Ada', createdAt: parts.clock.now() } })
  expect((await approveRequest(parts, code))?.userAccount.user.id).toBe(user.id)
  expect(await parts.store.db.user.count()).toBe(1)
})

test('somebody who was refused is not asked about again for thirty days, and nothing else is kept of them', async () => {
  const { parts, clock, ask, rows } = await bench()
  const code = codeIn(await ask('ada', 'Ada'))
  expect(await denyRequest(parts, code)).toBe('Ada')
  expect(await rows()).toMatchObject([{ state: 'denied', name: '', address: '' }])
  clock.advance(29 * 24 * hour)
  expect(await ask('ada')).toEqual({ state: 'denied' })
  expect(await approveRequest(parts, code)).toBeUndefined()
  clock.advance(24 * hour)
  expect(await ask('ada')).toMatchObject({ state: 'new' })
})

test('a code that is none is none', async () => {
  const { parts, ask } = await bench()
  await ask('ada')
  for (const code of ['', 'x', '%', "' OR 1=1 --", 'ABCDEF'.repeat(10_000), 'A\0B']) {
    expect(await approveRequest(parts, code)).toBeUndefined()
    expect(await denyRequest(parts, code)).toBeUndefined()
  }
})

test('a name is kept as the database can hold it, and not at any length', async () => {
  const { ask } = await bench()
  const asked = await ask('ada', `\0Ada \ud83d${'x'.repeat(10_000)}`)
  expect('request' in asked && asked.request.name).toMatch(/^Ada .x{10,60}…$/u)
})

test('nothing of a stranger outlives its use', async () => {
  const { parts, clock, ask, rows } = await bench()
  await ask('ada')
  await parts.store.db.unapprovedSender.create({ data: { ...keyOf('eve'), notifiedAt: clock.now() } })
  await deleteExpiredAccessData(parts.store.db, clock.now())
  expect([await rows(), await parts.store.db.unapprovedSender.findMany()].map(({ length }) => length)).toEqual([1, 1])
  clock.advance(25 * hour)
  await deleteExpiredAccessData(parts.store.db, clock.now())
  expect([await rows(), await parts.store.db.unapprovedSender.findMany()]).toEqual([[], []])
})
