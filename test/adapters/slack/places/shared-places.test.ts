import { beforeEach, describe, expect, it } from 'vitest'
import { manifestScopes } from '../../../../adapters/slack/receive/receiver.ts'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import type { SharedPlaces } from '../../../../src/core/ports/shared-places.ts'
import { type FakeChannel, type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn } from '../harness.ts'

let slack: FakeSlack
let places: SharedPlaces
let ada: FakePerson
let bob: FakePerson
let guest: FakePerson
let visitor: FakePerson
let admin: FakePerson

beforeEach(async () => {
  slack = await startFakeSlack()
  slack.giveScopes(manifestScopes)
  places = adapterOn(slack).adapter.sharedPlaces!
  ada = slack.person({ name: 'Ada' })
  bob = slack.person({ name: 'Bob' })
  guest = slack.person({ name: 'Guest', flags: { is_restricted: true } })
  visitor = slack.person({ name: 'Visitor', teamId: 'T0OTHER' })
  admin = slack.person({ name: 'Admin', flags: { is_admin: true } })
  return () => slack.close()
})

const at = ({ id }: FakeChannel, threadTs?: string) => (threadTs === undefined ? id : `${id}/${threadTs}`) as PlaceAddress
const isManager = (channel: FakeChannel, { id }: FakePerson) => places.isManager(at(channel), id)
const isReader = (channel: FakeChannel, { id }: FakePerson) => places.isReader(at(channel), id)
const canAllRead = (one: FakeChannel, other: FakeChannel) => places.canAllRead(at(one), at(other))

describe('managers of a channel', () => {
  it('are its creator, and the administrators and owners of the workspace', async () => {
    const owner = slack.person({ name: 'Owner', flags: { is_owner: true } })
    const first = slack.person({ name: 'First', flags: { is_primary_owner: true } })
    const garden = slack.channel('garden', { creator: ada, members: [ada, bob] })
    expect(await isManager(garden, ada)).toBe(true)
    expect(await places.isManager(at(garden, '1.000001'), ada.id)).toBe(true)
    for (const each of [admin, owner, first]) expect(await isManager(garden, each), each.name).toBe(true)
    for (const each of [bob, guest]) expect(await isManager(garden, each), each.name).toBe(false)
  })

  it('must be able to read it', async () => {
    const secret = slack.channel('secret', { creator: ada, isPrivate: true, members: [ada, bob] })
    expect(await isManager(secret, admin)).toBe(false)
    slack.join(admin, secret)
    expect(await isManager(secret, admin)).toBe(true)
    slack.leave(ada, secret)
    expect(await isManager(secret, ada)).toBe(false)
  })

  it('are not those whose account is gone, or who administrate another workspace', async () => {
    const gone = slack.person({ name: 'Gone', flags: { deleted: true, is_admin: true } })
    const boss = slack.person({ name: 'Boss', teamId: 'T0OTHER', flags: { is_admin: true } })
    const garden = slack.channel('garden', { creator: gone, members: [gone, boss] })
    for (const each of [gone, boss]) expect(await isManager(garden, each), each.name).toBe(false)
  })
})

describe('readers of a channel', () => {
  it('of a public one are all full members of the workspace, and whoever has joined', async () => {
    const garden = slack.channel('garden', { members: [bob] })
    for (const each of [ada, bob, admin]) expect(await isReader(garden, each), each.name).toBe(true)
    for (const each of [guest, visitor]) expect(await isReader(garden, each), each.name).toBe(false)
    for (const each of [guest, visitor]) slack.join(each, garden)
    for (const each of [guest, visitor]) expect(await isReader(garden, each), each.name).toBe(true)
  })

  it('are nobody whose account is gone', async () => {
    const gone = slack.person({ name: 'Gone', flags: { deleted: true } })
    expect(await isReader(slack.channel('garden', { members: [ada] }), gone)).toBe(false)
  })

  it('of a private one are its members, and nobody who has left it', async () => {
    const secret = slack.channel('secret', { isPrivate: true, members: [ada, guest] })
    for (const each of [ada, guest]) expect(await isReader(secret, each), each.name).toBe(true)
    for (const each of [bob, admin]) expect(await isReader(secret, each), each.name).toBe(false)
    slack.leave(ada, secret)
    expect(await isReader(secret, ada)).toBe(false)
  })

  it('are found on every page of the list', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => slack.person({ name: `P${index}` }))
    const secret = slack.channel('secret', { isPrivate: true, members: [...many, ada] })
    expect(await isReader(secret, ada)).toBe(true)
    expect(slack.calls.filter(({ method }) => method === 'conversations.members')).toHaveLength(2)
  })

  it('has none if it is gone, hidden from the bot, or no channel', async () => {
    const hidden = slack.channel('hidden', { isPrivate: true, joined: false, creator: ada, members: [ada] })
    const gone = { ...hidden, id: 'C404' }
    for (const channel of [hidden, gone]) {
      expect(await isReader(channel, ada)).toBe(false)
      expect(await isManager(channel, ada)).toBe(false)
    }
    expect(await places.isReader(`@${ada.id}` as PlaceAddress, ada.id)).toBe(false)
    expect(await places.isManager(`@${ada.id}` as PlaceAddress, ada.id)).toBe(false)
  })
})

describe('whether all who read one channel can read another', () => {
  it('is so for its own threads', async () => {
    const secret = slack.channel('secret', { isPrivate: true, members: [ada] })
    expect(await places.canAllRead(at(secret, '1.000001'), at(secret))).toBe(true)
  })

  it('is so for two public channels without guests', async () => {
    const [one, other] = [slack.channel('one', { members: [ada, bob] }), slack.channel('other', { members: [bob] })]
    expect(await canAllRead(one, other)).toBe(true)
    for (const each of [guest, visitor]) {
      slack.join(each, one)
      expect(await canAllRead(one, other), each.name).toBe(false)
      slack.join(each, other)
      expect(await canAllRead(one, other), each.name).toBe(true)
    }
  })

  it('is so for private channels only if all of one are in the other', async () => {
    const small = slack.channel('small', { isPrivate: true, members: [ada] })
    const large = slack.channel('large', { isPrivate: true, members: [ada, bob] })
    const open = slack.channel('open', { members: [ada, bob] })
    expect(await canAllRead(small, large)).toBe(true)
    expect(await canAllRead(large, small)).toBe(false)
    expect(await canAllRead(small, open)).toBe(true)
    // Everybody can read a public channel, also those who have not joined it.
    expect(await canAllRead(open, large)).toBe(false)
  })

  it('is not so for a channel of several organizations, or one that the bot cannot see', async () => {
    const shared = slack.channel('shared', { isShared: true, members: [ada] })
    const open = slack.channel('open', { members: [ada] })
    const hidden = slack.channel('hidden', { isPrivate: true, joined: false, members: [ada] })
    expect(await canAllRead(shared, open)).toBe(false)
    expect(await canAllRead(open, hidden)).toBe(false)
    expect(await canAllRead(hidden, open)).toBe(false)
  })
})

describe('what keeps the bot from a log', () => {
  it('is nothing in channels that it is in', async () => {
    for (const kind of [{}, { isPrivate: true }, { isPrivate: true, isGroup: true }])
      expect(await places.findLogObstacle(at(slack.channel('a', kind)))).toBeUndefined()
  })

  it('is that it is not in there, or that the channel is gone', async () => {
    expect(await places.findLogObstacle(at(slack.channel('a', { joined: false })))).toBe('no-access')
    expect(await places.findLogObstacle(at(slack.channel('b', { joined: false, isPrivate: true })))).toBe('no-access')
    expect(await places.findLogObstacle('C404' as PlaceAddress)).toBe('no-access')
  })

  it.each([
    ['channels:history', {}],
    ['groups:history', { isPrivate: true }],
    ['mpim:history', { isPrivate: true, isGroup: true }],
    ['channels:read', {}],
    ['groups:read', { isPrivate: true }],
  ])('is a missing scope: %s', async (scope, kind) => {
    const channel = slack.channel('a', kind)
    slack.giveScopes(manifestScopes.filter((each) => each !== scope))
    expect(await places.findLogObstacle(at(channel))).toBe('not-delivered')
    slack.giveScopes(manifestScopes)
    expect(await places.findLogObstacle(at(channel))).toBeUndefined()
  })
})

describe('a place by its name', () => {
  it('is a channel of the bot, named or linked to', async () => {
    const [here, garden] = [slack.channel('here'), slack.channel('garden')]
    const secret = slack.channel('größe', { isPrivate: true })
    const far = slack.channel('far', { joined: false })
    const find = (name: string) => places.findPlaceNamed?.(at(here), name)
    for (const name of ['#garden', 'garden', ' #Garden ', `<#${garden.id}|garden>`, `<#${garden.id}>`])
      expect(await find(name), name).toBe(garden.id)
    expect(await find('#gro\u0308ße')).toBe(secret.id)
    expect(await find(`<#${far.id}>`)).toBe(far.id)
    for (const name of ['#far', '#nowhere', '#', '', '<#C404|garden>', `<@${ada.id}>`, `<#${ada.directChannel}>`])
      expect(await find(name), name).toBeUndefined()
  })
})

describe('an answer that cannot be used', () => {
  const method = { isReader: 'conversations.members', isManager: 'users.info' } as const

  it.each(['isReader', 'isManager'] as const)('fails %s as a PlatformError', async (question) => {
    const secret = slack.channel('secret', { isPrivate: true, members: [ada] })
    slack.failNext(method[question], { status: 429, retryAfter: 7 })
    await expect(places[question](at(secret), ada.id)).rejects.toMatchObject({
      name: 'PlatformError',
      kind: 'rate_limited',
      retryAfterMs: 7_000,
    })
    slack.failNext(method[question], 'cut-after')
    await expect(places[question](at(secret), ada.id)).rejects.toMatchObject({ name: 'PlatformError', kind: 'transient' })
    slack.failNext(method[question], { body: { ok: true } })
    await expect(places[question](at(secret), ada.id)).rejects.toMatchObject({ name: 'PlatformError', kind: 'transient' })
    await expect(places[question]('nowhere' as PlaceAddress, ada.id)).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
  })

  it('lets nobody read what no member list says', async () => {
    const [one, other] = [slack.channel('one', { isPrivate: true, members: [ada] }), slack.channel('other', { isPrivate: true })]
    slack.failNext('conversations.members', { body: { ok: true, members: [] } })
    slack.failNext('conversations.members', { body: { ok: true, members: [] } })
    expect(await canAllRead(one, other)).toBe(false)
  })
})
