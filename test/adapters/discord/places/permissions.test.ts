import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculatePermissions,
  canAllViewersRead,
  canReadWith,
  type DiscordChannelRules,
  type DiscordOverwrite,
  type DiscordServerRoles,
  discordPermissions,
  hasPermissions,
} from '../../../../adapters/discord/places/permissions.ts'

const { administrator, manageChannels, viewChannel, readMessageHistory, connect } = discordPermissions
const reading = viewChannel | readMessageHistory

const server = (roles: Readonly<Record<string, bigint>>): DiscordServerRoles => ({
  id: 'everyone',
  ownerId: 'owner',
  permissionsByRole: new Map(Object.entries({ everyone: 0n, ...roles })),
})
const channel = (overwrites: Readonly<Record<string, Partial<DiscordOverwrite>>> = {}, isVoice = false): DiscordChannelRules => ({
  overwrites: new Map(Object.entries(overwrites).map(([id, changes]) => [id, { allow: 0n, deny: 0n, ...changes }])),
  isVoice,
})
const ann = (...roleIds: string[]) => ({ userId: 'ann', roleIds })

describe('the permissions of a member in a channel', () => {
  it('begin with those of everyone and of the member’s roles', () => {
    const roles = server({ everyone: viewChannel, elders: manageChannels, guests: readMessageHistory })
    expect(calculatePermissions(roles, channel(), ann('elders', 'unknown'))).toBe(viewChannel | manageChannels)
  })

  it('are all of them for the owner and for administrators, whatever the channel denies', () => {
    const roles = server({ elders: administrator })
    const closed = channel({ everyone: { deny: reading | manageChannels }, elders: { deny: reading }, owner: { deny: reading } })
    for (const member of [{ userId: 'owner', roleIds: [] }, ann('elders')])
      expect(hasPermissions(calculatePermissions(roles, closed, member), reading | manageChannels)).toBe(true)
  })

  it.each([
    ['everyone', { everyone: { deny: manageChannels } }, 0n],
    ['a role, over what everyone is denied', { everyone: { deny: manageChannels }, elders: { allow: manageChannels } }, manageChannels],
    ['a role that allows, over one that denies', { elders: { allow: manageChannels }, guests: { deny: manageChannels } }, manageChannels],
    ['the member, over what roles allow', { elders: { allow: manageChannels }, ann: { deny: manageChannels } }, 0n],
    ['the member, over what roles are denied', { elders: { deny: manageChannels }, ann: { allow: manageChannels } }, manageChannels],
    ['a role that the member does not have', { strangers: { deny: manageChannels } }, manageChannels],
  ])('are changed by the overwrite of %s', (_, overwrites, expected) => {
    const roles = server({ everyone: viewChannel | manageChannels, elders: 0n, guests: 0n, strangers: 0n })
    const permissions = calculatePermissions(roles, channel(overwrites), ann('elders', 'guests'))
    expect(permissions & manageChannels).toBe(expected)
  })

  it('are none in a channel that the member cannot see', () => {
    const roles = server({ everyone: reading | manageChannels })
    expect(calculatePermissions(roles, channel({ everyone: { deny: viewChannel } }), ann())).toBe(0n)
  })

  it('do not include reading or managing a voice channel that the member cannot join', () => {
    const roles = server({ everyone: reading | manageChannels })
    expect(calculatePermissions(roles, channel({}, true), ann())).toBe(viewChannel)
    expect(calculatePermissions(roles, channel({ ann: { allow: connect } }, true), ann())).toBe(reading | manageChannels | connect)
  })

  it('are only to read for a member in timeout, except for administrators', () => {
    const roles = server({ everyone: reading | manageChannels, elders: administrator })
    expect(calculatePermissions(roles, channel(), { ...ann(), isTimedOut: true })).toBe(reading)
    expect(hasPermissions(calculatePermissions(roles, channel(), { ...ann('elders'), isTimedOut: true }), manageChannels)).toBe(true)
  })
})

describe('that all who see a channel can read another one', () => {
  it.each([
    ['both are open to everyone', { everyone: reading }, {}, {}, true],
    ['the other one denies everyone', { everyone: reading }, {}, { everyone: { deny: viewChannel } }, false],
    ['the other one does not show its history', { everyone: reading }, {}, { everyone: { deny: readMessageHistory } }, false],
    [
      'only a role sees this one',
      { everyone: reading, elders: 0n },
      { everyone: { deny: viewChannel }, elders: { allow: viewChannel } },
      {},
      true,
    ],
    ['a role is kept out of the other one', { everyone: reading, guests: 0n }, {}, { guests: { deny: viewChannel } }, false],
    [
      'the role that is kept out is allowed in again by nobody who sees this one',
      { everyone: 0n, elders: 0n, guests: 0n },
      { elders: { allow: reading } },
      { elders: { allow: reading }, guests: { deny: reading } },
      true,
    ],
    ['a user sees only this one', { everyone: 0n }, { bob: { allow: viewChannel } }, {}, false],
    ['a user is kept out of the other one', { everyone: reading }, {}, { bob: { deny: viewChannel } }, false],
    [
      'a user who is kept out of the other one does not see this one',
      { everyone: reading },
      { bob: { deny: viewChannel } },
      { bob: { deny: viewChannel } },
      true,
    ],
    ['only administrators see this one', { everyone: 0n, elders: administrator }, {}, {}, true],
    ['a role of the server shows both, which the other one does not deny', { everyone: 0n, guests: reading }, {}, {}, true],
  ])('is known where %s', (_, roles, from, to, expected) => {
    expect(canAllViewersRead(server(roles), channel(from), channel(to))).toBe(expected)
  })

  it('is not known of a voice channel that some cannot join', () => {
    expect(canAllViewersRead(server({ everyone: reading }), channel(), channel({}, true))).toBe(false)
    expect(canAllViewersRead(server({ everyone: reading | connect }), channel(), channel({}, true))).toBe(true)
  })

  it('is what looking at every set of roles of every user says', () => {
    const bits = fc
      .subarray([administrator, viewChannel, readMessageHistory, connect])
      .map((each) => each.reduce((all, bit) => all | bit, 0n))
    const rareAdministrator = fc.tuple(bits, fc.integer({ min: 0, max: 9 })).map(([each, luck]) => (luck ? each & ~administrator : each))
    const roleIds = ['everyone', 'a', 'b', 'c', 'd']
    const roles = fc.record(Object.fromEntries(roleIds.map((id) => [id, rareAdministrator])))
    const overwrite = fc.record({ allow: bits, deny: bits })
    const rules = fc
      .tuple(fc.dictionary(fc.constantFrom(...roleIds, 'ann', 'bob'), overwrite, { maxKeys: 5 }), fc.boolean())
      .map(([overwrites, isVoice]) => channel(overwrites, isVoice))
    const everySet = Array.from({ length: 16 }, (_, set) => ['a', 'b', 'c', 'd'].filter((_id, index) => set & (1 << index)))
    let known = 0
    fc.assert(
      fc.property(roles, rules, rules, (permissions, from, to) => {
        const of = server(permissions)
        const expected = ['ann', 'bob', 'cid', 'owner'].every((userId) =>
          everySet.every((ids) => {
            const member = { userId, roleIds: ids }
            const sees = hasPermissions(calculatePermissions(of, from, member), viewChannel)
            return !sees || canReadWith(calculatePermissions(of, to, member))
          }),
        )
        if (expected) known += 1
        expect(canAllViewersRead(of, from, to)).toBe(expected)
      }),
      { numRuns: 500, seed: 7 },
    )
    expect(known).toBeGreaterThan(20)
  })
})
