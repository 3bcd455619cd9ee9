import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'
import type { SharedPlaces } from '../../../src/core/ports/shared-places.ts'
import { type FakeChat, type FakePerson, type FakeTelegram, startFakeTelegram } from '../../fakes/telegram/index.ts'
import { adapterOn, startAndCollect } from './harness.ts'

let telegram: FakeTelegram
let adapter: PlatformAdapter
let places: SharedPlaces
let ada: FakePerson
let ben: FakePerson
let garden: FakeChat

beforeEach(async () => {
  telegram = await startFakeTelegram()
  adapter = adapterOn(telegram).adapter
  places = adapter.sharedPlaces!
  ada = telegram.person({ name: 'Ada' })
  ben = telegram.person({ name: 'Ben' })
  garden = telegram.group('Garden', { forum: true })
  onTestFinished(() => telegram.close())
})

const at = ({ id }: { readonly id: number }, topic?: number) => (topic === undefined ? `${id}` : `${id}/${topic}`) as PlaceAddress
const isManager = (chat: FakeChat, { id }: FakePerson) => places.isManager(at(chat), String(id))
const isReader = (chat: FakeChat, { id }: FakePerson) => places.isReader(at(chat), String(id))

describe('managers and readers of a group', () => {
  it.each([
    ['creator', true, true],
    ['administrator', true, true],
    ['member', false, true],
    ['restricted', false, true],
    ['restricted-outside', false, false],
    ['left', false, false],
    ['kicked', false, false],
  ] as const)('%s: manages %s, reads %s', async (role, manages, reads) => {
    telegram.setRole(garden, ada, role)
    expect(await isManager(garden, ada)).toBe(manages)
    expect(await isReader(garden, ada)).toBe(reads)
    expect(await places.isManager(at(garden, 12), String(ada.id))).toBe(manages)
    expect(await places.isReader(at(garden, 12), String(ada.id))).toBe(reads)
  })

  it('are asked anew each time', async () => {
    expect(await isManager(garden, ada)).toBe(false)
    telegram.setRole(garden, ada, 'administrator')
    expect(await isManager(garden, ada)).toBe(true)
    telegram.setRole(garden, ada, 'left')
    expect(await isReader(garden, ada)).toBe(false)
  })

  it('of one that hides its members are its administrators, unless the bot is one of them', async () => {
    telegram.hideMembers(garden)
    telegram.setRole(garden, ada, 'creator')
    for (const question of [isManager, isReader]) {
      expect(await question(garden, ada)).toBe(true)
      expect(await question(garden, ben)).toBe(false)
    }
    telegram.setAdmin(garden, true)
    expect(await isReader(garden, ben)).toBe(true)
    expect(await isManager(garden, ben)).toBe(false)
  })

  it('are not strangers, chats that post, or people alone with the bot', async () => {
    telegram.setRole(garden, ada, 'creator')
    for (const id of ['404', String(garden.id), 'ada', '']) {
      expect(await places.isManager(at(garden), id), id).toBe(false)
      expect(await places.isReader(at(garden), id), id).toBe(false)
    }
    expect(await places.isReader(at(ada), String(ada.id))).toBe(false)
    expect(await places.isManager(at(ada), String(ada.id))).toBe(false)
  })

  it('has none if it is gone, or has thrown the bot out', async () => {
    telegram.setRole(garden, ada, 'creator')
    telegram.block(garden)
    expect(await isManager(garden, ada)).toBe(false)
    expect(await isReader(garden, ada)).toBe(false)
    expect(await isReader({ ...garden, id: -404 }, ada)).toBe(false)
  })
})

it('everyone who can read a topic can read the others of its group, and no other group', async () => {
  const other = telegram.group('Other')
  expect(await places.canAllRead(at(garden, 12), at(garden, 13))).toBe(true)
  expect(await places.canAllRead(at(garden), at(garden, 13))).toBe(true)
  expect(await places.canAllRead(at(garden), at(other))).toBe(false)
  expect(await places.canAllRead(at(ada), at(ada))).toBe(false)
})

describe('what keeps the bot from a log', () => {
  it('is its privacy mode, until it is turned off or the bot is an administrator', async () => {
    expect(await places.findLogObstacle(at(garden, 12))).toBe('not-delivered')
    telegram.setAdmin(garden, true)
    expect(await places.findLogObstacle(at(garden))).toBeUndefined()
    telegram.setAdmin(garden, false)
    expect(await places.findLogObstacle(at(garden))).toBe('not-delivered')
    telegram.turnPrivacyOff()
    expect(await places.findLogObstacle(at(garden))).toBeUndefined()
  })

  it('is that it is not in the group', async () => {
    telegram.turnPrivacyOff()
    telegram.block(garden)
    expect(await places.findLogObstacle(at(garden))).toBe('no-access')
    expect(await places.findLogObstacle('-404' as PlaceAddress)).toBe('no-access')
  })
})

it('there is no history, nor anything by name', () => {
  for (const absent of ['loadHistory', 'findPlaceNamed']) expect(places).not.toHaveProperty(absent)
})

it.each([
  ['rate_limited', { status: 429, retryAfter: 7 }],
  ['transient', 'cut-after'],
  ['transient', { status: 502 }],
] as const)('a failure is a PlatformError: %s', async (kind, failure) => {
  for (const question of [isManager, isReader, (chat: FakeChat) => places.findLogObstacle(at(chat))]) {
    telegram.failNext('getChatMember', failure)
    await expect(question(garden, ada)).rejects.toMatchObject({ name: 'PlatformError', kind })
  }
  await expect(places.isReader('nowhere' as PlaceAddress, '7')).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
})

it('tells when the bot was removed from a group', async () => {
  const events = await startAndCollect(adapter)
  telegram.removeBot(ada, ada)
  telegram.removeBot(garden, ada)
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 5_000, interval: 10 })
  expect(events[0]).toMatchObject({ type: 'departure', place: { address: String(garden.id), title: 'Garden' }, isDeleted: false })
})
