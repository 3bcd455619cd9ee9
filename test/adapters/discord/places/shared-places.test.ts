import { beforeEach, describe, expect, it } from 'vitest'
import type { DiscordOptions } from '../../../../adapters/discord/index.ts'
import { discordPermissions } from '../../../../adapters/discord/places/permissions.ts'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import { type FakeChannel, type FakeDiscord, type FakeGuild, type FakeUser, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { adapterOn } from '../harness.ts'

const { administrator, manageChannels, manageThreads, viewChannel, readMessageHistory } = discordPermissions

let discord: FakeDiscord
let ada: FakeUser
let garden: FakeGuild
let roses: FakeChannel

beforeEach(async () => {
  discord = await startFakeDiscord()
  ada = discord.person('Ada')
  garden = discord.guild('Garden')
  roses = discord.channel(garden, 'roses')
  discord.join(garden, ada)
  return () => discord.close()
})

const placesOf = (options: Partial<DiscordOptions> = {}) => adapterOn(discord, { readAll: true, ...options }).adapter.sharedPlaces!
const addressOf = ({ id }: FakeChannel, guildId = garden.id) => `${guildId}/${id}` as PlaceAddress
const isManager = (channel = roses, user = ada) => placesOf().isManager(addressOf(channel), user.id)
const isReader = (channel = roses, user = ada) => placesOf().isReader(addressOf(channel), user.id)

describe('a manager of a channel on Discord', () => {
  it.each([
    ['has Manage Channels by a role', () => discord.join(garden, ada, [discord.role(garden, 'elders', manageChannels)]), true],
    ['is an administrator', () => discord.join(garden, ada, [discord.role(garden, 'elders', administrator)]), true],
    ['has it in this channel', () => discord.overwrite(roses, ada, { allow: manageChannels }), true],
    ['is not just any member', () => {}, false],
    ['is not a former member', () => discord.leave(garden, ada), false],
    [
      'does not have it taken away in this channel',
      () => {
        discord.join(garden, ada, [discord.role(garden, 'elders', manageChannels)])
        discord.overwrite(roses, garden, { deny: manageChannels })
      },
      false,
    ],
    [
      'is not in timeout',
      () => {
        const elders = discord.role(garden, 'elders', manageChannels)
        discord.join(garden, ada, [elders], new Date(Date.now() + 3_600_000))
      },
      false,
    ],
    [
      'was in timeout',
      () => {
        const elders = discord.role(garden, 'elders', manageChannels)
        discord.join(garden, ada, [elders], new Date(Date.now() - 3_600_000))
      },
      true,
    ],
  ])('%s', async (_, arrange, expected) => {
    arrange()
    expect(await isManager()).toBe(expected)
  })

  it('owns the server', async () => {
    const meadow = discord.guild('Meadow', { owner: ada })
    expect(await placesOf().isManager(addressOf(discord.channel(meadow, 'clover'), meadow.id), ada.id)).toBe(true)
  })

  it('manages the threads of that channel too', async () => {
    discord.overwrite(roses, ada, { allow: manageChannels })
    expect(await isManager(discord.thread(roses, 'thorns'))).toBe(true)
  })

  it.each([
    ['a channel that is gone', () => discord.deleteChannel(roses)],
    ['a channel that the bot cannot see', () => discord.block(roses)],
    ['a server that the bot has left', () => discord.removeBot(garden)],
  ])('does not exist in %s', async (_, arrange) => {
    discord.overwrite(roses, ada, { allow: manageChannels })
    arrange()
    expect([await isManager(), await isReader()]).toEqual([false, false])
  })

  it('does not exist in other places, nor under an address that mixes two servers', async () => {
    discord.overwrite(roses, ada, { allow: manageChannels })
    const meadow = discord.guild('Meadow', { owner: ada })
    for (const address of [`@${ada.id}`, `@me/${roses.id}`, addressOf(roses, meadow.id)] as PlaceAddress[])
      expect(await placesOf().isManager(address, ada.id)).toBe(false)
    expect(await placesOf().isManager(addressOf(roses), 'ada')).toBe(false)
  })

  it('is not guessed from an answer that cannot be read', async () => {
    discord.join(garden, ada, [discord.role(garden, 'elders', manageChannels)])
    for (const permission_overwrites of [undefined, [{ id: garden.id, type: 0, allow: '0', deny: 'all' }], 'none']) {
      discord.changeChannel(roses, { permission_overwrites } as object)
      await expect(isManager()).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    }
  })

  it('is not known while Discord fails', async () => {
    for (let time = 0; time < 4; time += 1) discord.failNext('GET /guilds/:id', { status: 500 })
    await expect(isManager()).rejects.toMatchObject({ name: 'PlatformError', kind: 'transient' })
  })
})

describe('a reader of a channel on Discord', () => {
  it.each([
    ['is any member of the server', () => {}, true],
    ['is not somebody else', () => discord.leave(garden, ada), false],
    ['sees the channel', () => discord.overwrite(roses, garden, { deny: viewChannel }), false],
    ['sees its history', () => discord.overwrite(roses, ada, { deny: readMessageHistory }), false],
  ])('%s', async (_, arrange, expected) => {
    arrange()
    expect([await isReader(), await isReader(discord.thread(roses, 'thorns'))]).toEqual([expected, expected])
  })

  it('reads a private thread only as its member or as a moderator', async () => {
    const thread = discord.privateThread(roses, 'secrets')
    const [bob, eve] = [discord.person('Bob'), discord.person('Eve')]
    discord.join(garden, bob)
    discord.join(garden, eve, [discord.role(garden, 'moderators', manageThreads)])
    discord.join(thread, ada)
    expect([await isReader(thread, ada), await isReader(thread, bob), await isReader(thread, eve)]).toEqual([true, false, true])
    discord.overwrite(roses, ada, { deny: viewChannel })
    expect(await isReader(thread, ada)).toBe(false)
  })
})

describe('whether all who read a channel can read another one', () => {
  const canAllRead = (from: FakeChannel, to: FakeChannel) => placesOf().canAllRead(addressOf(from), addressOf(to))

  it('follows from the permissions on the same server', async () => {
    const tulips = discord.channel(garden, 'tulips')
    discord.overwrite(tulips, garden, { deny: viewChannel })
    expect([await canAllRead(tulips, roses), await canAllRead(roses, tulips), await canAllRead(tulips, tulips)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is true of a thread and its channel, but of a private thread only in one direction', async () => {
    const [open, closed] = [discord.thread(roses, 'thorns'), discord.privateThread(roses, 'secrets')]
    expect([await canAllRead(roses, open), await canAllRead(open, roses)]).toEqual([true, true])
    expect([await canAllRead(roses, closed), await canAllRead(closed, roses), await canAllRead(closed, closed)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is false across servers and where the bot cannot see one', async () => {
    const meadow = discord.guild('Meadow')
    const clover = addressOf(discord.channel(meadow, 'clover'), meadow.id)
    expect(await placesOf().canAllRead(addressOf(roses), clover)).toBe(false)
    const tulips = discord.channel(garden, 'tulips')
    discord.block(tulips)
    expect([await canAllRead(roses, tulips), await canAllRead(tulips, roses)]).toEqual([false, false])
  })
})

describe('what keeps the bot from seeing all messages of a channel', () => {
  const obstacle = (options: Partial<DiscordOptions> = {}, channel = roses) => placesOf(options).findLogObstacle(addressOf(channel))

  it.each([1 << 18, 1 << 19])('is nothing where the portal gives the content of messages by the flag %i', async (flags) => {
    discord.application['flags'] = flags
    expect(await obstacle()).toBeUndefined()
  })

  it('is the portal, or the configuration', async () => {
    expect(await obstacle({ readAll: false })).toBe('not-delivered')
    discord.application['flags'] = 1 << 17
    expect(await obstacle()).toBe('not-delivered')
  })

  it.each([
    ['does not see the channel', () => discord.block(roses)],
    ['does not see the channel by its permissions', () => discord.overwrite(roses, garden, { deny: viewChannel })],
    ['does not see the history', () => discord.overwrite(roses, discord.bot, { deny: readMessageHistory })],
    ['is no longer on the server', () => discord.removeBot(garden)],
  ])('is access where the bot %s', async (_, arrange) => {
    arrange()
    expect(await obstacle()).toBe('no-access')
  })

  it('is access in a private thread without the bot', async () => {
    const thread = discord.privateThread(roses, 'secrets')
    expect(await obstacle({}, thread)).toBe('no-access')
    discord.join(thread, discord.bot)
    expect(await obstacle({}, thread)).toBeUndefined()
  })
})

describe('a channel that a text names', () => {
  const find = (name: string, from = roses) => placesOf().findPlaceNamed!(addressOf(from), name)

  it('is found by its name or its mention', async () => {
    const tulips = discord.channel(garden, 'white-tulips')
    for (const name of ['#white-tulips', 'white-tulips', ' #White Tulips ', `<#${tulips.id}>`])
      expect(await find(name)).toBe(addressOf(tulips))
  })

  it('can be an active thread or a voice channel, but not a category', async () => {
    const thread = discord.thread(roses, 'Thorns')
    expect(await find('#thorns')).toBe(addressOf(thread))
    expect(await find('#pond')).toBeUndefined()
    const category = discord.channel(garden, 'pond', { type: 4 })
    expect([await find('#pond'), await find(`<#${category.id}>`)]).toEqual([undefined, undefined])
    expect(await find('#pond')).toBeUndefined()
    const voice = discord.channel(garden, 'pond', { type: 2 })
    expect(await find('#pond')).toBe(addressOf(voice))
  })

  it('is the one in the same category if several have the name, or else none', async () => {
    const category = discord.channel(garden, 'Beds', { type: 4 })
    const beside = discord.channel(garden, 'weeds', { parent: category })
    discord.channel(garden, 'weeds', { parent: discord.channel(garden, 'Paths', { type: 4 }) })
    expect(await find('#weeds', discord.channel(garden, 'herbs', { parent: category }))).toBe(addressOf(beside))
    expect(await find('#weeds')).toBeUndefined()
  })

  it('is not one of another server, nor one that the bot cannot see', async () => {
    const clover = discord.channel(discord.guild('Meadow'), 'clover')
    const tulips = discord.channel(garden, 'tulips')
    discord.block(tulips)
    for (const name of ['#clover', `<#${clover.id}>`, '#tulips', `<#${tulips.id}>`, '#', '', '<#1>'])
      expect(await find(name)).toBeUndefined()
    expect(await placesOf().findPlaceNamed!(`@${ada.id}` as PlaceAddress, '#roses')).toBeUndefined()
  })
})
