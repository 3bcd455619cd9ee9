import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DiscordOptions } from '../../../../adapters/discord/index.ts'
import { SetupError } from '../../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import { type Clock, systemClock } from '../../../../src/core/ports/clock.ts'
import type { InboundEvent } from '../../../../src/core/ports/platform.ts'
import { type FakeChannel, type FakeDiscord, type FakeUser, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { adapterOn, fastClock } from '../harness.ts'

const messageContent = 1 << 15
const patience = { timeout: 15_000, interval: 10 }

let discord: FakeDiscord
let ada: FakeUser
let garden: FakeChannel

beforeEach(async () => {
  discord = await startFakeDiscord()
  ada = discord.person('Ada')
  garden = discord.channel(discord.guild('Garden'), 'roses')
  return () => discord.close()
})

function startAdapter(options: Partial<DiscordOptions> = {}, inbox: (event: InboundEvent) => Promise<void> = async () => {}) {
  const { adapter, log } = adapterOn(discord, options)
  const events: InboundEvent[] = []
  const starting = adapter.receiver.start(async (event) => {
    await inbox(event)
    events.push(event)
  })
  onTestFinished(() => adapter.receiver.stop())
  const texts = () => events.flatMap((event) => (event.type === 'message' ? [event.text] : []))
  return { adapter, log, events, texts, starting }
}

const waitForTexts = (texts: () => string[], expected: string[]) => vi.waitFor(() => expect(texts()).toEqual(expected), patience)
const mention = (text: string) => `<@${discord.bot.id}> ${text}`

describe('the connection with Discord', () => {
  it('asks for the content of all messages only where it is told to', async () => {
    await startAdapter().starting
    await startAdapter({ readAll: true }).starting
    expect(discord.gateway.identified.map((intents) => (intents & messageContent) !== 0)).toEqual([false, true])
  })

  it('tells the bot nothing of what is said to others, unless it may read all', async () => {
    const { starting, texts } = startAdapter()
    await starting
    discord.message({ from: ada, channel: garden, text: 'Roses are red' })
    discord.message({ from: ada, channel: garden, text: mention('are they?') })
    await waitForTexts(texts, ['are they?'])
  })

  it('beats its heart, and stays', async () => {
    discord.gateway.heartbeatIntervalMs = 200
    const { starting, texts } = startAdapter()
    await starting
    await vi.waitFor(() => expect(discord.gateway.heartbeats).toBeGreaterThan(2), patience)
    discord.message({ from: ada, text: 'Still there?' })
    await waitForTexts(texts, ['Still there?'])
    expect(discord.gateway.identified).toHaveLength(1)
  })

  it.each([
    ['the connection broke', () => discord.gateway.cut()],
    ['Discord asked for another connection', () => discord.gateway.askToReconnect()],
  ])('is resumed when %s: what was missed comes, once and in order', async (_, lose) => {
    const { starting, texts } = startAdapter()
    await starting
    discord.message({ from: ada, text: 'one' })
    lose()
    await vi.waitFor(() => expect(discord.gateway.connected).toBe(false), patience)
    discord.message({ from: ada, text: 'two' })
    discord.message({ from: ada, text: 'three' })
    await waitForTexts(texts, ['one', 'two', 'three'])
    expect(discord.gateway).toMatchObject({ resumed: 1, identified: [expect.any(Number)] })
  })

  it('is begun anew when the session is over: what was missed is looked up where something was said before', async () => {
    const { starting, texts, events } = startAdapter()
    await starting
    discord.message({ from: ada, text: 'one' })
    discord.message({ from: ada, channel: garden, text: mention('uno') })
    await vi.waitFor(() => expect(events).toHaveLength(2), patience)
    discord.gateway.invalidate()
    for (const text of ['two', 'three']) discord.message({ from: ada, text })
    discord.message({ from: ada, channel: garden, text: mention('due') })
    await vi.waitFor(() => expect(discord.gateway.identified).toHaveLength(2), patience)
    discord.message({ from: ada, text: 'four' })
    // What comes while history is read may be in it too: the second time is harmless.
    await vi.waitFor(() => expect(new Set(texts()).size).toBe(6), patience)
    expect([...new Set(texts())].filter((text) => !['uno', 'due'].includes(text))).toEqual(['one', 'two', 'three', 'four'])
    expect(events).toContainEqual(
      expect.objectContaining({ text: 'due', addressed: true, place: expect.objectContaining({ kind: 'shared' }) }),
    )
  })

  it('is begun anew, and what was said to others is not looked at a second time', async () => {
    const { starting, texts } = startAdapter()
    await starting
    discord.message({ from: ada, channel: garden, text: mention('uno') })
    for (let count = 1; count <= 150; count += 1) discord.message({ from: ada, channel: garden, text: `Rose ${count}` })
    discord.message({ from: ada, text: 'one' })
    await vi.waitFor(() => expect(texts()).toHaveLength(2), patience)
    discord.gateway.invalidate()
    discord.message({ from: ada, channel: garden, text: mention('due') })
    discord.message({ from: ada, text: 'two' })
    await vi.waitFor(() => expect([...new Set(texts())].sort()).toEqual(['due', 'one', 'two', 'uno']), patience)
    // One page of a hundred messages for each of the two places.
    expect(discord.calls.filter(({ route }) => route === 'GET /channels/:id/messages')).toHaveLength(2)
  })

  it('comes back after Discord was out of reach, with what was missed', async () => {
    const { starting, texts } = startAdapter()
    await starting
    discord.message({ from: ada, text: 'one' })
    await waitForTexts(texts, ['one'])
    discord.gateway.unreachable = true
    discord.gateway.cut()
    for (let count = 2; count <= 150; count++) discord.message({ from: ada, text: String(count) })
    await vi.waitFor(() => expect(discord.gateway.turnedAway).toBeGreaterThan(0), patience)
    discord.gateway.unreachable = false
    const missed = Array.from({ length: 149 }, (_, index) => String(index + 2))
    await waitForTexts(texts, ['one', ...missed])
  })

  it('is resumed when the network was away, with what cannot be looked up', async () => {
    const { starting, texts, events, log } = startAdapter()
    await starting
    const message = discord.message({ from: ada, text: 'one' })
    await waitForTexts(texts, ['one'])
    discord.gateway.unreachable = true
    discord.gateway.cut()
    discord.message({ from: discord.person('Ben'), text: 'My first message' })
    discord.gateway.dispatch('MESSAGE_DELETE', { id: message.id, channel_id: message.channel_id })
    await vi.waitFor(() => expect(discord.gateway.turnedAway).toBeGreaterThan(2), patience)
    discord.gateway.unreachable = false
    await waitForTexts(texts, ['one', 'My first message'])
    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ type: 'deletion', id: message.id })), patience)
    expect(discord.gateway).toMatchObject({ resumed: 1, identified: [expect.any(Number)] })
    expect(log.lines.filter(({ message: line }) => line.includes('was lost'))).toHaveLength(1)
  })

  it('is begun anew when the network was away for longer than Discord keeps a session', async () => {
    const { starting, texts } = startAdapter({ clock: fastClock() })
    await starting
    discord.message({ from: ada, text: 'one' })
    await waitForTexts(texts, ['one'])
    discord.gateway.unreachable = true
    discord.gateway.cut()
    discord.message({ from: ada, text: 'two' })
    await vi.waitFor(() => expect(discord.gateway.turnedAway).toBeGreaterThan(1), patience)
    discord.gateway.unreachable = false
    await waitForTexts(texts, ['one', 'two'])
    expect(discord.gateway).toMatchObject({ resumed: 0, identified: [expect.any(Number), expect.any(Number)] })
  })

  it('looks up what was written before the start, where it is known what was stored last', async () => {
    const stored = discord.message({ from: ada, text: 'before' })
    discord.message({ from: ada, text: 'while away' })
    const inGarden = discord.message({ from: ada, channel: garden, text: mention('before') })
    discord.message({ from: ada, channel: garden, text: mention('while away, in the garden') })
    const loadLastStored = async () => [
      { address: `@${ada.id}` as PlaceAddress, id: stored.id as PlatformMessageId },
      { address: '@1' as PlaceAddress, id: '1' as PlatformMessageId },
      { address: `${garden.guild_id}/${garden.id}` as PlaceAddress, id: inGarden.id as PlatformMessageId },
    ]
    discord.failNext('POST /users/@me/channels', { status: 429, retryAfter: 0.05 })
    // The library itself asks four times.
    for (let time = 0; time < 4; time++) discord.failNext('GET /channels/:id/messages', { status: 500 })
    const { starting, texts } = startAdapter({ loadLastStored })
    await starting
    await vi.waitFor(() => expect([...texts()].sort()).toEqual(['while away', 'while away, in the garden']), patience)
  })

  it('takes what was written before the start before what is written just after it, however late it is known where', async () => {
    const stored = discord.message({ from: ada, text: 'before' })
    discord.message({ from: ada, text: 'while away' })
    let tell = () => {}
    const known = new Promise<void>((resolve) => {
      tell = resolve
    })
    const loadLastStored = async () => {
      await known
      return [{ address: `@${ada.id}` as PlaceAddress, id: stored.id as PlatformMessageId }]
    }
    const { starting, texts } = startAdapter({ loadLastStored })
    await starting
    discord.message({ from: ada, text: 'just after' })
    // Where nothing is known to be missed, nobody has to wait longer than for that.
    discord.message({ from: ada, channel: garden, text: mention('elsewhere') })
    tell()
    await vi.waitFor(() => expect(texts()).toContain('elsewhere'), patience)
    await vi.waitFor(
      () =>
        expect(
          texts()
            .filter((text) => text !== 'elsewhere')
            .slice(0, 2),
        ).toEqual(['while away', 'just after']),
      patience,
    )
  })

  it('loses nothing that is said where what was missed cannot be read', async () => {
    const loadLastStored = async () => [{ address: `@${ada.id}` as PlaceAddress, id: 'interaction:1' as PlatformMessageId }]
    const { starting, texts } = startAdapter({ loadLastStored })
    await starting
    discord.message({ from: ada, text: 'just after' })
    await waitForTexts(texts, ['just after'])
  })

  const gardenSince = (id: string) => async () => [
    { address: `${garden.guild_id}/${garden.id}` as PlaceAddress, id: id as PlatformMessageId },
  ]
  const chatter = (count: number) => Array.from({ length: count }, () => discord.message({ from: ada, channel: garden, text: 'psst' }))

  it('finds what was said to the bot behind much that was said to others', async () => {
    const stored = discord.message({ from: ada, channel: garden, text: mention('before') })
    // One page has a message that cannot be read, and is whole all the same.
    const [unreadable] = chatter(1_000)
    Object.assign(unreadable!, { content: 7 })
    discord.message({ from: ada, channel: garden, text: mention('behind it all') })
    const { starting, events, log } = startAdapter({ loadLastStored: gardenSince(stored.id) })
    await starting
    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ text: 'behind it all', addressed: true })), patience)
    expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('says how far it came where too much was said', async () => {
    const stored = discord.message({ from: ada, channel: garden, text: mention('before') })
    const last = chatter(5_000).at(-1)
    discord.message({ from: ada, channel: garden, text: mention('too late') })
    const { starting, events, log } = startAdapter({ loadLastStored: gardenSince(stored.id) })
    await starting
    await vi.waitFor(() => expect(events).toHaveLength(5_000), patience)
    expect(log.lines).toContainEqual({
      level: 'warn',
      fields: { channelId: garden.id, messages: 5_000, until: new Date(last!.timestamp) },
      message: expect.stringContaining('Too many messages were missed'),
    })
  })

  it('does not take what is no id of a message for one', async () => {
    const stored = discord.message({ from: ada, channel: garden, text: mention('before') })
    discord.message({ from: ada, channel: garden, text: mention('while away') })
    const { starting, texts, log } = startAdapter({ loadLastStored: gardenSince(`interaction:${stored.id}`) })
    await starting
    await vi.waitFor(() => expect(log.lines.some(({ message }) => message.includes('skipped'))).toBe(true), patience)
    expect(texts()).toEqual([])
  })

  it('goes on after an event that cannot be read', async () => {
    const { starting, texts, log } = startAdapter()
    await starting
    discord.gateway.raw('MESSAGE_DELETE', { id: 'x', channel_id: 'y' })
    discord.message({ from: ada, text: 'Hello' })
    await waitForTexts(texts, ['Hello'])
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        fields: { type: 'MESSAGE_DELETE', shape: expect.stringContaining('d: {id: string, channel_id: string}') },
      }),
    )
  })
})

describe('what the inbox refuses', () => {
  it('is given again until it is taken, in the order of its place, and keeps no other place waiting', async () => {
    let away = true
    const { starting, texts } = startAdapter({}, async (event) => {
      if (away && event.type === 'message' && event.place.kind === 'direct') throw new Error('the database is away')
    })
    await starting
    for (const text of ['one', 'two', 'three']) discord.message({ from: ada, text })
    discord.message({ from: ada, channel: garden, text: mention('elsewhere') })
    await waitForTexts(texts, ['elsewhere'])
    away = false
    await waitForTexts(texts, ['elsewhere', 'one', 'two', 'three'])
  })
})

describe('an event that the inbox refuses for long', () => {
  const isGivenUp = ({ level, message }: { readonly level: string; readonly message: string }) =>
    level === 'error' && message.endsWith('discarded it')

  it('is given up when others are stored, and holds up its place no longer', async () => {
    const { starting, texts, log } = startAdapter({ clock: fastClock() }, async (event) => {
      if (event.type === 'message' && event.text === 'poison') throw new Error('no row takes this')
    })
    await starting
    discord.message({ from: ada, channel: garden, text: mention('elsewhere') })
    await waitForTexts(texts, ['elsewhere'])
    const poison = discord.message({ from: ada, text: 'poison' })
    discord.message({ from: ada, text: 'Ada goes on' })
    await vi.waitFor(() => expect(texts()).toContain('Ada goes on'), patience)
    expect(log.lines.filter(isGivenUp)).toMatchObject([{ fields: { event: 'message', id: poison.id } }])
  })

  it.each([
    ['everything else is refused too', (_: InboundEvent) => true],
    ['only what need not be stored goes through', (event: InboundEvent) => 'addressed' in event && event.addressed],
    ['nothing else was ever stored', (event: InboundEvent) => 'place' in event && event.place.kind === 'direct'],
  ])('is kept while %s: it may be the database that is away', async (_, isRefused) => {
    const clock = fastClock()
    const back = clock.now().getTime() + 25 * 60_000
    let tries = 0
    let isBack = false
    const { starting, texts, log } = startAdapter({ clock, readAll: true }, async (event) => {
      if (event.type === 'message' && event.text === 'Ada 1') {
        tries += 1
        // Back at a try of the first message: between two events, the second one could be stored first.
        isBack = clock.now().getTime() >= back
      }
      if (!isBack && isRefused(event)) throw new Error('the database is away')
    })
    await starting
    for (const text of ['Ada 1', 'Ada 2']) discord.message({ from: ada, text })
    discord.message({ from: ada, channel: garden, text: 'Roses are red' })
    await vi.waitFor(() => expect(texts()).toContain('Ada 2'), patience)
    // Long enough for it to have been given up.
    expect(tries).toBeGreaterThan(20)
    // Storing an event twice is idempotent: it may be what shows that the database is back.
    expect([...new Set(texts())].filter((text) => text !== 'Roses are red')).toEqual(['Ada 1', 'Ada 2'])
    expect(log.lines.filter(isGivenUp)).toEqual([])
  })
})

describe('a frame that is not as documented', () => {
  it.each([
    ['starts a session without content', null],
    ['starts a session without a user', { session_id: '1', resume_gateway_url: 'ws://127.0.0.1:1', application: { id: '1' } }],
  ])('leads to a new session if it %s', async (_, content) => {
    const { starting, texts } = startAdapter()
    await starting
    discord.gateway.raw('READY', content as never)
    await vi.waitFor(() => expect(discord.gateway.identified).toHaveLength(2), patience)
    discord.message({ from: ada, text: 'Still there?' })
    await waitForTexts(texts, ['Still there?'])
  })

  it.each([
    ['is none', 'nowhere'],
    ['only looks like one', 'ws://127.0.0.1 '],
    ['cannot be opened', 'ws://127.0.0.1/#'],
  ])('leads to a new session at the next reconnect if it names an address that %s', async (_, address) => {
    const { starting, texts } = startAdapter()
    await starting
    const ready = { user: discord.bot, application: { id: '1' }, session_id: 'other', resume_gateway_url: address }
    discord.gateway.raw('READY', ready)
    discord.gateway.cut()
    await vi.waitFor(() => expect(discord.gateway.identified).toHaveLength(2), patience)
    discord.message({ from: ada, text: 'Still there?' })
    await waitForTexts(texts, ['Still there?'])
  })
})

describe('a start', () => {
  it('says what to click when the token is wrong', async () => {
    discord.resetToken()
    await expect(startAdapter().starting).rejects.toSatisfy(
      (error) =>
        error instanceof SetupError && /DISCORD_BOT_TOKEN.*Reset Token/.test(error.message) && !error.message.includes(discord.token),
    )
  })

  it('says what to click when the content of messages is not given', async () => {
    discord.gateway.contentAllowed = false
    await expect(startAdapter({ readAll: true }).starting).rejects.toThrow(
      /DISCORD_MESSAGE_CONTENT=on.*Privileged Gateway Intents.*Message Content Intent.*Or remove DISCORD_MESSAGE_CONTENT/,
    )
    await expect(startAdapter().starting).resolves.toBeUndefined()
  })

  it('does not wait for Discord when its API is away, and goes on trying', async () => {
    // The library itself asks four times.
    for (let time = 0; time < 4; time++) discord.failNext('GET /gateway/bot', { status: 500 })
    const { starting, texts, log } = startAdapter()
    await starting
    expect(discord.gateway.connected).toBe(false)
    expect(log.lines).toContainEqual(expect.objectContaining({ message: 'Discord cannot be reached; trying again' }))
    await vi.waitFor(() => expect(discord.gateway.connected).toBe(true), patience)
    discord.message({ from: ada, text: 'Hello' })
    await waitForTexts(texts, ['Hello'])
  })

  it('does not wait for Discord when its gateway is away, and goes on trying', async () => {
    discord.gateway.unreachable = true
    const { starting, texts } = startAdapter()
    await starting
    discord.gateway.unreachable = false
    await vi.waitFor(() => expect(discord.gateway.connected).toBe(true), patience)
    discord.message({ from: ada, text: 'Hello' })
    await waitForTexts(texts, ['Hello'])
  })
})

describe('a token that is reset while the program runs', () => {
  it('is told to whoever runs it, and tried again', async () => {
    const { starting, texts, log } = startAdapter()
    await starting
    discord.resetToken()
    discord.gateway.invalidate()
    await vi.waitFor(
      () => expect(log.lines.some(({ level, message }) => level === 'error' && message.includes('Reset Token'))).toBe(true),
      patience,
    )
    discord.restoreToken()
    await vi.waitFor(() => expect(discord.gateway.connected).toBe(true), patience)
    discord.message({ from: ada, text: 'Hello again' })
    await waitForTexts(texts, ['Hello again'])
  })
})

describe('a connection that Discord refuses for good', () => {
  it('fails the start, and says what to do', async () => {
    discord.gateway.refusal = 4013
    await expect(startAdapter().starting).rejects.toThrow(/\(close code 4013\)\. Update Throughline\./)
  })

  it.each([
    [4004, /DISCORD_BOT_TOKEN/],
    [4013, /Update Throughline/],
    [4014, /Message Content Intent/],
  ])('with code %s while the program runs is reported once, and tried again less and less often', async (code, advice) => {
    const waits: number[] = []
    const clock: Clock = {
      ...systemClock,
      sleep: (ms, signal) => {
        waits.push(ms)
        return systemClock.sleep(0, signal)
      },
    }
    const { starting, texts, log } = startAdapter({ clock })
    await starting
    discord.gateway.refusal = code
    discord.gateway.invalidate()
    await vi.waitFor(() => expect(waits).toContain(15 * 60_000), patience)
    discord.gateway.refusal = undefined
    await vi.waitFor(() => expect(discord.gateway.connected).toBe(true), patience)
    discord.message({ from: ada, text: 'Hello again' })
    await waitForTexts(texts, ['Hello again'])
    const errors = log.lines.filter(({ level }) => level === 'error' || level === 'warn')
    expect(errors).toEqual([{ level: 'error', fields: { waitMs: 1_000 }, message: expect.stringMatching(advice) }])
  })
})

describe('a stop', () => {
  it('between two connections is the end of them', async () => {
    const first = startAdapter()
    await first.starting
    discord.gateway.cut()
    await vi.waitFor(() => expect(first.log.lines.at(-1)?.message).toMatch(/^The connection to Discord was lost/), patience)
    await first.adapter.receiver.stop()

    // The second one connects again after the same wait, which begins later: by then the first one would have been back.
    const second = startAdapter()
    await second.starting
    discord.gateway.cut()
    await vi.waitFor(() => expect(discord.gateway.resumed).toBe(1), patience)
    expect(discord.gateway.connections).toBe(3)
  })

  it('waits for what the inbox is storing, and gives it nothing more', async () => {
    let store: () => void = () => {}
    const storing = new Promise<void>((resolve) => {
      store = resolve
    })
    const asked: InboundEvent[] = []
    const { adapter, starting, events } = startAdapter({}, (event) => {
      asked.push(event)
      return storing
    })
    await starting
    discord.message({ from: ada, text: 'one' })
    discord.message({ from: ada, text: 'two' })
    await vi.waitFor(() => expect(asked).toHaveLength(1), patience)
    const stopped = adapter.receiver.stop()
    store()
    await stopped
    expect(events).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('can be followed by another start', async () => {
    const { adapter, starting, texts } = startAdapter()
    await starting
    await adapter.receiver.stop()
    const again: string[] = []
    await adapter.receiver.start(async (event) => void (event.type === 'message' && again.push(event.text)))
    discord.message({ from: ada, text: 'Hello' })
    await vi.waitFor(() => expect(again).toEqual(['Hello']), patience)
    expect(texts()).toEqual([])
  })
})

describe('the commands', () => {
  const names = (scope: string) => discord.commands.get(scope)?.map(({ name }) => name)

  it('are offered everywhere, for servers and for people themselves', async () => {
    await startAdapter().starting
    await vi.waitFor(() => expect(names('global')).toEqual(['open', 'digest', 'find', 'timezone', 'Resummarize this day']), patience)
    for (const command of discord.commands.get('global') ?? [])
      expect(command).toMatchObject({ integration_types: [0, 1], contexts: [0, 1, 2] })
    expect(discord.commands.get('global')?.slice(0, 2)).toMatchObject([
      { type: 1, options: [{ name: 'day', type: 3, required: true, autocomplete: true }] },
      {
        type: 1,
        options: [
          {
            name: 'setting',
            choices: [
              { name: 'on', value: 'on' },
              { name: 'off', value: 'off' },
            ],
          },
        ],
      },
    ])
  })

  it('are described in the languages of the apps', async () => {
    await startAdapter().starting
    await vi.waitFor(() => expect(names('global')).toContain('find'), patience)
    const [summary] = discord.commands.get('global') ?? []
    expect(summary).toMatchObject({
      description_localizations: { de: expect.stringContaining('Zusammenfassung'), 'es-ES': expect.stringContaining('resumen') },
      options: [{ description_localizations: { ja: expect.stringContaining('昨日'), 'pt-BR': expect.stringContaining('ontem') } }],
    })
    expect(Object.keys(summary?.description_localizations ?? {}).sort()).toEqual(
      ['de', 'es-419', 'es-ES', 'fr', 'it', 'ja', 'pt-BR', 'ru', 'zh-CN'], // As Discord spells them.
    )
    expect(discord.commands.get('global')?.at(-1)).toMatchObject({
      name: 'Resummarize this day',
      name_localizations: { fr: 'Refaire ce résumé' },
    })
  })

  it('are offered on the test server alone where there is one', async () => {
    await startAdapter({ testGuild: garden.guild_id! }).starting
    await vi.waitFor(() => expect(names(garden.guild_id!)).toContain('open'), patience)
    expect(names('global')).toBeUndefined()
  })

  it('are a convenience: the bot works without', async () => {
    discord.failNext('PUT /applications/:id/commands', { status: 403, code: 50001, message: 'Missing Access' })
    const { starting, texts, log } = startAdapter()
    await starting
    await vi.waitFor(
      () => expect(log.lines.some(({ message }) => message.startsWith('Discord commands could not be registered'))).toBe(true),
      patience,
    )
    discord.message({ from: ada, text: 'Hello' })
    await waitForTexts(texts, ['Hello'])
  })
})
