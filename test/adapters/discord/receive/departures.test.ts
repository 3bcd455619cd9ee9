import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DiscordOptions } from '../../../../adapters/discord/index.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { InboundEvent } from '../../../../src/core/ports/platform.ts'
import { type FakeChannel, type FakeDiscord, type FakeGuild, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { adapterOn } from '../harness.ts'

let discord: FakeDiscord
let garden: FakeGuild
let roses: FakeChannel

beforeEach(async () => {
  discord = await startFakeDiscord()
  garden = discord.guild('Garden')
  roses = discord.channel(garden, 'roses', { parent: discord.channel(garden, 'Beds', { type: 4 }) })
  return () => discord.close()
})

async function receive(options: Partial<DiscordOptions> = {}) {
  const { adapter } = adapterOn(discord, { readAll: true, ...options })
  const events: InboundEvent[] = []
  onTestFinished(() => adapter.receiver.stop())
  await adapter.receiver.start(async (event) => void events.push(event))
  const departures = () =>
    events.flatMap((event) => (event.type === 'departure' ? [`${event.place.address} ${event.isDeleted ? 'deleted' : 'left'}`] : []))
  /** What was said by now has been received when this is. */
  async function settle() {
    const ben = discord.person('Ben')
    discord.message({ from: ben, text: 'Done?' })
    await vi.waitFor(() =>
      expect(events).toContainEqual(expect.objectContaining({ text: 'Done?', author: expect.objectContaining({ id: ben.id }) })),
    )
  }
  return { events, departures, settle }
}

const addressOf = ({ id }: FakeChannel, guild = garden) => `${guild.id}/${id}`

describe('a departure from Discord', () => {
  it('is of every channel and thread of a server that the bot was removed from', async () => {
    const thread = discord.thread(roses, 'thorns')
    const meadow = discord.guild('Meadow')
    discord.channel(meadow, 'clover')
    const { departures, events } = await receive()
    const later = discord.channel(garden, 'weeds')
    discord.message({ from: discord.person('Ada'), channel: later, text: 'Hello' })
    await vi.waitFor(() => expect(events).toHaveLength(1))
    discord.removeBot(garden)
    await vi.waitFor(() => {
      const left = [roses, thread, later].map((channel) => `${addressOf(channel)} left`)
      expect(departures()).toEqual(expect.arrayContaining(left))
    })
    expect(departures().filter((line) => line.includes(meadow.id))).toEqual([])
  })

  it('is also of stored places of that server that Discord did not name, once each', async () => {
    const stored = [`${garden.id}/77`, addressOf(roses), `${garden.id}7/78`, '@7'].map((address) => ({
      address: address as PlaceAddress,
      id: '1' as PlatformMessageId,
    }))
    const { departures } = await receive({ loadLastStored: async () => stored })
    discord.removeBot(garden)
    await vi.waitFor(() => expect(departures()).toContain(`${garden.id}/77 left`))
    expect(departures().filter((line) => line.includes(roses.id))).toEqual([`${addressOf(roses)} left`])
    expect(departures().filter((line) => !line.startsWith(`${garden.id}/`))).toEqual([])
  })

  it('is not reported of a server that is out of order', async () => {
    const { departures, settle } = await receive()
    discord.outage(garden)
    await settle()
    expect(departures()).toEqual([])
  })

  it('is of a deleted channel and its threads, or of a deleted thread', async () => {
    const [thorns, leaves] = [discord.thread(roses, 'thorns'), discord.thread(roses, 'leaves')]
    const { departures, settle } = await receive()
    discord.deleteChannel(leaves)
    await vi.waitFor(() => expect(departures()).toEqual([`${addressOf(leaves)} deleted`]))
    discord.deleteChannel(roses)
    await vi.waitFor(() => expect(departures()).toHaveLength(3))
    await settle()
    expect(departures().slice(1).sort()).toEqual([thorns, roses].map((channel) => `${addressOf(channel)} deleted`).sort())
  })

  it('is not of the channels of a deleted category, which live on', async () => {
    const beds = discord.channel(garden, 'Paths', { type: 4 })
    discord.channel(garden, 'gravel', { parent: beds })
    const { departures, settle } = await receive()
    discord.deleteChannel(beds)
    await settle()
    expect(departures()).toEqual([`${addressOf(beds)} deleted`])
  })

  it('is not read from an event that is not as documented', async () => {
    const { departures, settle } = await receive()
    discord.gateway.raw('GUILD_DELETE', { id: garden.id, unavailable: 'yes' })
    discord.gateway.raw('GUILD_DELETE', { id: 7 })
    discord.gateway.raw('CHANNEL_DELETE', { id: roses.id, guild_id: null })
    discord.gateway.raw('CHANNEL_DELETE', { id: roses.id })
    discord.gateway.raw('THREAD_DELETE', { id: 'thorns', guild_id: garden.id })
    await settle()
    expect(departures()).toEqual([])
  })
})
