import { describe, expect, test } from 'vitest'
import { confirmNumber, declineNumber, requestNumberLink } from '../../src/accounts/link-number.ts'
import { unlinkAccount } from '../../src/accounts/unlink-account.ts'
import { receive } from '../../src/conversation/receive/receive.ts'
import type { AccountId, PlaceId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { NumberLinkId } from '../../src/people/calls/number-links.ts'
import { setCallPin } from '../../src/people/calls/pins.ts'
import { createCallLink } from '../../src/people/calls/tokens.ts'
import { findUserByAccount } from '../../src/people/users.ts'
import { type Harness, harness, type Talker } from '../conversation/harness.ts'

const number = '+4930123456'
const key = { platform: 'voice', tenant: '', platformUserId: number }

let calls = 0

async function codeOf({ store, deps }: Harness, { userId, accountId, threadId }: Talker): Promise<string> {
  const { placeId } = await store.db.message.findFirstOrThrow({ where: { threadId } })
  const origin = { accountId, userId, placeId: placeId as PlaceId, now: deps.clock.now() }
  return (await store.transaction((tx) => requestNumberLink(tx, deps.random, origin))).code
}

const speak = ({ deps, clock }: Harness, text: string, from = number) =>
  receive(deps, {
    type: 'call',
    platform: 'voice',
    id: `conv_${++calls}` as PlatformMessageId,
    startedAt: clock.now(),
    number: from,
    turns: [{ role: 'user', text, offset: 3 }],
  })

const requestId = async ({ store }: Harness) => (await store.db.numberLink.findFirstOrThrow({ orderBy: { id: 'desc' } })).id as NumberLinkId

const buttonsOf = async ({ store }: Harness) =>
  (await store.db.delivery.findMany({ orderBy: { id: 'asc' } })).flatMap(({ buttons }) => JSON.stringify(buttons) ?? [])

async function linked(bench: Harness): Promise<Talker> {
  const ada = await bench.person()
  await ada.writes('Hello.')
  await speak(bench, `My code is ${[...(await codeOf(bench, ada))].join(' ')}.`)
  await confirmNumber(bench.deps, { id: await requestId(bench), accountId: ada.accountId, platform: 'voice' })
  return ada
}

describe('linking a number', () => {
  test('asks in the chat where the code was created, and links only what is confirmed there', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await ada.writes('Hello.')
    await speak(bench, `My code is ${await codeOf(bench, ada)}`)
    expect(await findUserByAccount(bench.store.db, key)).toBeUndefined()
    const id = await requestId(bench)
    expect((await buttonsOf(bench)).join()).toContain(`/calling confirm ${id}`)
    const bob = await bench.person('bob')
    await expect(confirmNumber(bench.deps, { id, accountId: bob.accountId, platform: 'voice' })).rejects.toThrow()
    expect(await confirmNumber(bench.deps, { id, accountId: ada.accountId, platform: 'voice' })).toBe(number)
    expect((await findUserByAccount(bench.store.db, key))?.user.id).toBe(ada.userId)
    await expect(confirmNumber(bench.deps, { id, accountId: ada.accountId, platform: 'voice' })).rejects.toThrow()
  })

  test('ignores codes that are wrong, used, replaced or too old', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await ada.writes('Hello.')
    const replaced = await codeOf(bench, ada)
    const code = await codeOf(bench, ada)
    bench.clock.advance(1_000)
    await speak(bench, '12345678')
    bench.clock.advance(120_000)
    await speak(bench, replaced, '+4930999999')
    expect(await buttonsOf(bench)).toEqual([])
    await speak(bench, code)
    await declineNumber(bench.deps, { id: await requestId(bench), accountId: ada.accountId, platform: 'voice' })
    const asked = (await buttonsOf(bench)).length
    await speak(bench, code)
    const late = await codeOf(bench, ada)
    bench.clock.advance(12 * 60_000)
    await speak(bench, late)
    expect(await buttonsOf(bench)).toHaveLength(asked)
  })

  test('leaves a number with the user who linked it first', async () => {
    const bench = await harness()
    await linked(bench)
    const bob = await bench.person('bob')
    await bob.writes('Hello.')
    await speak(bench, await codeOf(bench, bob))
    expect(await bench.store.db.numberLink.count({ where: { userId: bob.userId, state: 'spoken' } })).toBe(0)
  })
})

describe('the end of access by calls', () => {
  test('a number that is unlinked is removed, and its messages stay', async () => {
    const bench = await harness()
    const ada = await linked(bench)
    const { accountId } = (await findUserByAccount(bench.store.db, key))!
    const request = { userId: ada.userId, accountId, requestedBy: ada.accountId, takesMessages: true }
    expect(await unlinkAccount({ ...bench.deps, sharedPlaces: new Map() }, request)).toMatchObject({ platform: 'voice' })
    expect(await findUserByAccount(bench.store.db, key)).toBeUndefined()
    expect(await bench.store.db.user.count()).toBe(1)
  })

  test('an account that is unlinked takes along what it created: tokens, PIN and numbers', async () => {
    const bench = await harness()
    const ada = await linked(bench)
    const other = await bench.store.db.account.create({
      data: { userId: ada.userId, platform: 'test', platformUserId: 'other', name: 'Ada', createdAt: bench.clock.now() },
    })
    const request = { userId: ada.userId, accountId: ada.accountId, requestedBy: other.id as AccountId, takesMessages: false }
    await setCallPin(bench.deps, { userId: ada.userId, accountId: ada.accountId, pin: '274905' })
    await createCallLink({ ...bench.deps, tokenKey: 'key' }, ada)
    await unlinkAccount({ ...bench.deps, sharedPlaces: new Map() }, request)
    expect(await findUserByAccount(bench.store.db, key)).toBeUndefined()
    expect([await bench.store.db.callToken.count(), await bench.store.db.callPin.count()]).toEqual([0, 0])
  })
})
