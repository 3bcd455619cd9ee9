// A process remembers whom an account belongs to. What it remembers is checked by the statement that stores a message, so nothing rests on it.
import { describe, expect, test } from 'vitest'
import { separateAccounts } from '../../../src/accounts/separate-accounts.ts'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { findAccountById } from '../../../src/people/accounts.ts'
import { createUser, recallUser } from '../../../src/people/users.ts'
import { ensureContinuousThread, lockThread } from '../../../src/threads/thread.ts'
import { watchStatements } from '../../support/watch-statements.ts'
import { type Harness, type HarnessOptions, harness, saidIn } from '../harness.ts'

/** Somebody who has written twice, so that the process remembers them. */
async function bench(options?: HarnessOptions) {
  const h = await harness(options)
  const ada = await h.person()
  await ada.writes('One.')
  await ada.writes('Two.')
  let sent = 0
  /** Says something, and returns whether its author was looked up. */
  const says = async (text: string, timezone?: string) => {
    const id = `again:${++sent}` as PlatformMessageId
    const author = { id: 'ada', name: 'ada', isBot: false, ...(timezone && { timezone }) }
    const event = {
      type: 'message',
      place: ada.direct,
      id,
      order: BigInt(100 + sent),
      author,
      text,
      addressed: true,
      sentAt: h.clock.now(),
    } as const
    const statements = watchStatements(h.store)
    await receive(h.deps, event)
    return statements.take().some(({ sql }) => /a\.platform_user_id = /.test(sql))
  }
  const change = (data: Parameters<Harness['store']['db']['user']['update']>[0]['data']) =>
    h.store.db.user.update({ where: { id: ada.userId }, data })
  return { ...h, ada, says, change }
}

/** The only account of somebody leaves them for a new user. */
async function moveAccount(b: Awaited<ReturnType<typeof bench>>) {
  return b.store.transaction(async (tx) => {
    const toUserId = await createUser(tx, 'Eve', b.clock.now())
    await lockThread(tx, b.ada.threadId)
    const accounts = [(await findAccountById(tx, b.ada.accountId))!]
    const deps = { ...b.deps, sharedPlaces: new Map() }
    await separateAccounts(tx, deps, { from: b.ada, toUserId, accounts, placeIds: [], takesMessages: false })
    return toUserId
  })
}

test('somebody who has not changed is not looked up', async () => {
  const b = await bench()
  expect(await b.says('Three.')).toBe(false)
  expect(await saidIn(b, b.ada.threadId)).toEqual(['user: One.', 'user: Two.', 'user: Three.'])
})

describe('somebody who has changed is looked up again', () => {
  test('blocked, they are ignored', async () => {
    const b = await bench()
    await b.change({ blockedAt: b.clock.now() })
    expect(await b.says('Three.')).toBe(true)
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: One.', 'user: Two.'])
    await b.change({ blockedAt: null })
    await b.says('Four.')
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: One.', 'user: Two.', 'user: Four.'])
  })

  test('restricted to channels, they are a stranger elsewhere', async () => {
    const b = await bench()
    await b.change({ isOnlyInChannels: true })
    await b.says('Three.')
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: One.', 'user: Two.'])
    expect(b.chat.screen(b.ada.direct.address)).toEqual([expect.stringContaining('/approve')])
  })

  test('with another user, their message is in the thread of that user, and is not counted for the first one', async () => {
    const b = await bench({ settings: { bytesPerDay: 20 } })
    const toUserId = await moveAccount(b)
    await b.says('More than is left.')
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: One.', 'user: Two.'])
    expect(await saidIn(b, await ensureContinuousThread(b.store, toUserId, b.clock.now()))).toEqual(['user: More than is left.'])
  })

  test('with another user, that user gets the timezone that the platform states', async () => {
    const b = await bench()
    await b.change({ timezone: null })
    await b.says('Three.')
    const toUserId = await moveAccount(b)
    await b.says('Four.', 'Asia/Tokyo')
    const users = await b.store.db.user.findMany({ where: { id: { in: [b.ada.userId, toUserId] } }, orderBy: { id: 'asc' } })
    expect(users.map(({ timezone }) => timezone)).toEqual([null, 'Asia/Tokyo'])
  })

  test('in another timezone, their message is on the day of that timezone', async () => {
    const b = await bench()
    b.clock.advance(24 * 3_600_000)
    await b.change({ timezone: 'Pacific/Kiritimati' })
    await b.says('Three.')
    const days = await b.store.db.daySegment.findMany({ orderBy: { dayLabel: 'asc' } })
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(b.clock.now())
    expect(days.at(-1)).toMatchObject({ dayLabel: there, timezone: 'Pacific/Kiritimati' })
  })
})

test('a timezone that the platform states is adopted', async () => {
  const b = await bench()
  await b.change({ timezone: null })
  await b.says('Three.')
  await b.says('Four.', 'Asia/Tokyo')
  expect(await b.store.db.user.findUnique({ where: { id: b.ada.userId } })).toMatchObject({ timezone: 'Asia/Tokyo' })
})

test('a message that comes again is stored once, and nobody is refused by what is remembered of their limit', async () => {
  const b = await bench({ settings: { bytesPerDay: 20 } })
  const id = 'ada:2' as PlatformMessageId
  const author = { id: 'ada', name: 'ada', isBot: false }
  await receive(b.deps, {
    type: 'message',
    place: b.ada.direct,
    id,
    order: 2n,
    author,
    text: 'Two.',
    addressed: true,
    sentAt: b.clock.now(),
  })
  await b.says('This is far longer than what is left of today.')
  await b.says('Three.')
  const said = await saidIn(b, b.ada.threadId)
  expect(said.filter((line) => line.startsWith('user'))).toEqual(['user: One.', 'user: Two.', 'user: Three.'])
  expect(said.filter((line) => line.startsWith('system'))).toEqual([expect.stringContaining('was not stored')])
})

test('what is remembered is of one account of one store', async () => {
  const [b, other] = [await bench(), await bench()]
  const key = { platform: 'test', tenant: '', platformUserId: 'ada' } as const
  expect(recallUser(b.store, key)?.user.id).toBe(b.ada.userId)
  expect(recallUser(b.store, { ...key, platformUserId: 'eve' })).toBeUndefined()
  expect(recallUser(b.store, { ...key, tenant: 'other' })).toBeUndefined()
  expect(recallUser(other.store, key)?.user.id).toBe(other.ada.userId)
})
