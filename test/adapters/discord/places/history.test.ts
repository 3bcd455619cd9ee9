import { beforeEach, describe, expect, it } from 'vitest'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import type { HistoryPage } from '../../../../src/core/ports/shared-places.ts'
import { type FakeChannel, type FakeDiscord, type FakeUser, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { adapterOn } from '../harness.ts'

const start = new Date('2026-03-02T10:00:00Z').getTime()
const minuteMs = 60_000

let minute: number
let discord: FakeDiscord
let ada: FakeUser
let roses: FakeChannel
let address: PlaceAddress

beforeEach(async () => {
  minute = 0
  discord = await startFakeDiscord({ clock: { now: () => new Date(start + minute * minuteMs), sleep: async () => {} } })
  ada = discord.person('Ada')
  const garden = discord.guild('Garden')
  roses = discord.channel(garden, 'roses')
  address = `${garden.id}/${roses.id}` as PlaceAddress
  return () => discord.close()
})

const places = () => adapterOn(discord, { readAll: true }).adapter.sharedPlaces!
const load = (sinceMinute = 0, from?: string) =>
  places().loadHistory!(address, { since: new Date(start + sinceMinute * minuteMs), ...(from !== undefined && { from }) })
const textsOf = ({ messages }: HistoryPage) => messages.map(({ text }) => text)

function say(text: string, from = ada) {
  minute += 1
  return discord.message({ from, channel: roses, text })
}

describe('the history of a channel on Discord', () => {
  it('is given oldest first from a time on, that time included, without what the bot said', async () => {
    for (const text of ['one', 'two', 'three']) say(text)
    say('Mine', discord.bot)
    expect(textsOf(await load())).toEqual(['one', 'two', 'three'])
    expect(await load(2)).toEqual({
      messages: [
        expect.objectContaining({ type: 'message', text: 'two', addressed: false, sentAt: new Date(start + 2 * minuteMs) }),
        expect.objectContaining({ text: 'three', place: expect.objectContaining({ platform: 'discord', address, kind: 'shared' }) }),
      ],
      listed: expect.any(Set),
    })
  })

  it('lists also what Discord shows without its content', async () => {
    const [said, withheld] = [say('one'), say('')]
    const { messages, listed } = await load()
    expect(messages.map(({ id }) => id)).toEqual([said.id])
    expect([...listed].toSorted()).toEqual([said.id, withheld.id].toSorted())
  })

  it('goes back before there was a Discord', async () => {
    say('one')
    expect(textsOf(await places().loadHistory!(address, { since: new Date(0) }))).toEqual(['one'])
  })

  it('comes in pages of a hundred, each message once', async () => {
    for (let count = 1; count <= 250; count += 1) say(String(count))
    const pages = [await load()]
    for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next) pages.push(await load(0, next))
    expect(pages.map(({ messages }) => messages.length)).toEqual([100, 100, 50])
    expect(pages.flatMap(textsOf)).toEqual(Array.from({ length: 250 }, (_, index) => String(index + 1)))
  })

  it('goes on over a page that has nothing of people', async () => {
    for (let count = 1; count <= 100; count += 1) say(String(count), discord.bot)
    say('At last')
    const page = await load()
    expect(page).toEqual({ messages: [], listed: expect.any(Set), next: expect.any(String) })
    expect(page.listed.size).toBe(100)
    expect(textsOf(await load(0, page.next))).toEqual(['At last'])
  })

  it('shows what was edited as it reads now', async () => {
    const message = say('Rosses')
    minute = 9
    discord.edit(message, 'Roses')
    expect((await load()).messages).toEqual([
      expect.objectContaining({
        type: 'edit',
        text: 'Roses',
        editedAt: new Date(start + 9 * minuteMs),
        sentAt: new Date(start + minuteMs),
      }),
    ])
  })

  it('waits as Discord asks, and is refused where the bot cannot read', async () => {
    say('one')
    discord.failNext('GET /channels/:id/messages', { status: 429, retryAfter: 0.1 })
    expect(textsOf(await load())).toEqual(['one'])
    discord.block(roses)
    await expect(load()).rejects.toMatchObject({ name: 'PlatformError', kind: 'unreachable' })
  })

  it('exists only for channels of servers, from a position that Discord gave', async () => {
    await expect(load(0, 'then')).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    const since = new Date(start)
    for (const place of [`@${ada.id}`, `@me/${roses.id}`] as PlaceAddress[])
      await expect(places().loadHistory!(place, { since })).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
  })
})
