import { type DiscordAPIError, REST, Routes } from 'discord.js'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { TestClock } from '../../support/clock.ts'
import { type FakeChannel, type FakeDiscord, type FakeUser, startFakeDiscord } from './index.ts'
import { render } from './render.ts'

// The fake stands for Discord in many tests: here discord.js's REST client, and bare WebSockets, hold it to what Discord does.

let clock: TestClock
let discord: FakeDiscord
let rest: REST
let ada: FakeUser
let garden: FakeChannel

beforeEach(async () => {
  clock = new TestClock()
  discord = await startFakeDiscord({ clock })
  rest = new REST({ api: discord.url, retries: 0, rejectOnRateLimit: () => true }).setToken(discord.token)
  ada = discord.person('Ada')
  garden = discord.channel(discord.guild('Garden'), 'roses')
  return () => discord.close()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: DiscordAPIError) => `${error.status} ${error.code}`,
  )
const send = (body: object, channel = garden) => rest.post(Routes.channelMessages(channel.id), { body })

interface Packet {
  readonly op: number
  readonly t?: string | null
  readonly s?: number
  readonly d?: Readonly<Record<string, unknown>>
}

/** A bare client of the gateway: what it was told, and the code it was closed with. */
async function connect() {
  const socket = new WebSocket(discord.gateway.url)
  onTestFinished(() => socket.terminate())
  const packets: Packet[] = []
  let closed: number | undefined
  socket.on('message', (data) => packets.push(JSON.parse(String(data))))
  socket.on('close', (code) => {
    closed = code
  })
  const told = (fits: (packet: Packet) => boolean) => discord.waitFor(() => packets.find(fits), 'a packet')
  await told(({ op }) => op === 10)
  const say = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }))
  return { socket, packets, told, say, closed: () => discord.waitFor(() => closed, 'the end of the connection') }
}

const everything = 0xffff
const identify = (intents = everything) => ({ token: discord.token, intents, properties: {} })

describe('the gateway of the fake Discord', () => {
  it('greets, lets in who has the token, and answers heartbeats', async () => {
    const client = await connect()
    client.say(2, identify())
    const ready = await client.told(({ t }) => t === 'READY')
    expect(ready.d).toMatchObject({ user: { id: discord.bot.id }, application: { id: discord.applicationId } })
    expect((await client.told(({ t }) => t === 'GUILD_CREATE')).d).toMatchObject({ name: 'Garden', channels: [{ name: 'roses' }] })
    client.say(1, 2)
    await client.told(({ op }) => op === 11)
    const stranger = await connect()
    stranger.say(2, { ...identify(), token: 'wrong' })
    expect(await stranger.closed()).toBe(4004)
  })

  it('closes for good on who wants content that is not given', async () => {
    discord.gateway.contentAllowed = false
    const client = await connect()
    client.say(2, identify())
    expect(await client.closed()).toBe(4014)
  })

  it('tells again, on a resume, what was missed and nothing else', async () => {
    const first = await connect()
    first.say(2, identify())
    const { d } = await first.told(({ t }) => t === 'READY')
    discord.message({ from: ada, text: 'one' })
    const { s } = await first.told(({ t }) => t === 'MESSAGE_CREATE')
    discord.gateway.cut()
    await first.closed()
    discord.message({ from: ada, text: 'two' })
    const second = await connect()
    second.say(6, { token: discord.token, session_id: d?.['session_id'], seq: s })
    await second.told(({ t }) => t === 'RESUMED')
    expect(second.packets.filter(({ op }) => op === 0).map(({ t, d: told }) => [t, told?.['content']])).toEqual([
      ['MESSAGE_CREATE', 'two'],
      ['RESUMED', undefined],
    ])
  })

  it('resumes no session that is over, and forgets one that was closed properly', async () => {
    const first = await connect()
    first.say(2, identify())
    const { d } = await first.told(({ t }) => t === 'READY')
    first.socket.close(1000)
    await first.closed()
    await discord.waitFor(() => !discord.gateway.connected, 'the end of the session')
    const second = await connect()
    second.say(6, { token: discord.token, session_id: d?.['session_id'], seq: 1 })
    expect(await second.told(({ op }) => op === 9)).toMatchObject({ d: false })
  })

  it('keeps the content of what is said to others from who did not ask for it', async () => {
    const client = await connect()
    client.say(2, identify(everything & ~(1 << 15)))
    await client.told(({ t }) => t === 'READY')
    discord.message({ from: ada, channel: garden, text: 'Roses are red' })
    discord.message({ from: ada, channel: garden, text: `<@${discord.bot.id}> are they?` })
    discord.message({ from: ada, text: 'Only for you' })
    await client.told(({ d }) => d?.['content'] === 'Only for you')
    const contents = client.packets.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d?.['content'])
    expect(contents).toEqual(['', `<@${discord.bot.id}> are they?`, 'Only for you'])
  })
})

describe('the REST API of the fake Discord', () => {
  it.each([
    ['no content', { content: ' ' }, '400 50006'],
    ['2,001 characters', { content: 'x'.repeat(2001) }, '400 50035'],
    ['a nonce of 26', { content: 'x', nonce: 'n'.repeat(26) }, '400 50035'],
    ['a reply to nothing', { content: 'x', message_reference: { message_id: '1' } }, '400 50035'],
    ['six buttons in a row', { content: 'x', components: [{ type: 1, components: buttons(6) }] }, '400 50035'],
    ['two buttons that are one', { content: 'x', components: [{ type: 1, components: [...buttons(1), ...buttons(1)] }] }, '400 50035'],
    ['2,000 characters, five buttons', { content: 'x'.repeat(2000), components: [{ type: 1, components: buttons(5) }] }, 'taken'],
  ])('judges a message with %s', async (_, body, expected) => {
    expect(await refusal(send(body))).toBe(expected)
  })

  function buttons(count: number) {
    return Array.from({ length: count }, (_, index) => ({ type: 2, style: 2, label: `${index}`, custom_id: `/day ${index}` }))
  }

  it('sends the same nonce once, for five minutes, where it is told to', async () => {
    const body = { content: 'Hello', nonce: 'n', enforce_nonce: true }
    const first = await send(body)
    clock.advance(4 * 60_000)
    expect(await send(body)).toMatchObject({ id: (first as { id: string }).id })
    await send({ ...body, enforce_nonce: false })
    clock.advance(6 * 60_000)
    await send(body)
    expect(discord.botTexts(garden)).toHaveLength(3)
  })

  it('calls those that a message names, unless it is told not to', async () => {
    const content = `@everyone <@${ada.id}> <@&5>`
    await send({ content })
    await send({ content, allowed_mentions: { parse: ['users'] } })
    await send({ content, allowed_mentions: { parse: [] } })
    expect(discord.view(garden).map(({ pings }) => pings)).toEqual([['@everyone', `<@${ada.id}>`, '<@&5>'], [`<@${ada.id}>`], []])
  })

  it('gives history after a message, its page newest first', async () => {
    const [first] = ['one', 'two', 'three'].map((text) => discord.message({ from: ada, channel: garden, text }))
    const query = new URLSearchParams({ after: first!.id, limit: '2' })
    const page = (await rest.get(Routes.channelMessages(garden.id), { query })) as { content: string }[]
    expect(page.map(({ content }) => content)).toEqual(['three', 'two'])
  })

  it('refuses strangers, blocked people and places without the bot', async () => {
    expect(await refusal(new REST({ api: discord.url, retries: 0 }).setToken('wrong').get(Routes.user()))).toBe('401 0')
    expect(await refusal(rest.get(Routes.channel('12345678901234567')))).toBe('404 10003')
    expect(await refusal(send({ content: 'x' }, discord.channel(discord.guild('Elsewhere', { hasBot: false }), 'hall')))).toBe('403 50001')
    discord.block(ada)
    expect(await refusal(send({ content: 'x' }, discord.direct(ada)))).toBe('403 50007')
  })

  it('fails as it is told to, having done the call or not', async () => {
    const route = 'POST /channels/:id/messages'
    for (const failure of [{ status: 429, retryAfter: 5 }, 'cut-before', 'cut-after'] as const) discord.failNext(route, failure)
    await expect(send({ content: 'one' })).rejects.toMatchObject({ name: expect.stringContaining('RateLimitError') })
    // A client that was asked to wait does so by itself; another one does not know of it.
    rest = new REST({ api: discord.url, retries: 0 }).setToken(discord.token)
    await expect(send({ content: 'two' })).rejects.toThrow()
    await expect(send({ content: 'three' })).rejects.toThrow()
    await send({ content: 'four' })
    expect(discord.botTexts(garden)).toEqual(['three', 'four'])
  })
})

describe('the interactions of the fake Discord', () => {
  const later = { type: 5, data: { flags: 64 } }
  const callback = (given: { id: string; token: string }, body: object) =>
    rest.post(Routes.interactionCallback(given.id, given.token), { body, auth: false })
  const original = (token: string, body: object) => rest.patch(Routes.webhookMessage(discord.applicationId, token), { body, auth: false })

  beforeEach(async () => {
    const option = { type: 3, name: 'day', description: 'A day', autocomplete: true }
    await rest.put(Routes.applicationCommands(discord.applicationId), {
      body: [{ type: 1, name: 'open', description: 'Read', options: [option] }],
    })
  })

  it('wait three seconds for the first answer, take one, and fifteen minutes for the others', async () => {
    const slow = discord.command({ from: ada, channel: garden, name: 'open' })
    clock.advance(3001)
    expect(await refusal(callback(slow, later))).toBe('404 10062')
    const given = discord.command({ from: ada, channel: garden, name: 'open' })
    expect(await refusal(original(given.token, { content: 'Too early' }))).toBe('404 10015')
    expect(await refusal(callback(given, later))).toBe('taken')
    expect(await refusal(callback(given, later))).toBe('400 40060')
    clock.advance(15 * 60_000)
    expect(await refusal(original(given.token, { content: 'Just in time' }))).toBe('taken')
    clock.advance(1)
    expect(await refusal(original(given.token, { content: 'Too late' }))).toBe('401 50027')
    expect(discord.privately(ada, garden).map(({ text }) => text)).toEqual(['Just in time'])
  })

  it('take 25 suggestions and no more', async () => {
    const choices = Array.from({ length: 26 }, (_, index) => ({ name: `${index}`, value: `${index}` }))
    const told = await connect()
    told.say(2, identify())
    await told.told(({ t }) => t === 'READY')
    const offered = discord.suggestions({ from: ada, channel: garden, command: 'open', argument: 'day', text: 'x' })
    const { d } = await told.told(({ t }) => t === 'INTERACTION_CREATE')
    const given = { id: String(d?.['id']), token: String(d?.['token']) }
    expect(await refusal(callback(given, { type: 8, data: { choices } }))).toBe('400 50035')
    await callback(given, { type: 8, data: { choices: choices.slice(1) } })
    expect(await offered).toHaveLength(25)
  })
})

describe('render', () => {
  it.each([
    ['**b** *i* _i_ ~~s~~ __u__ `c` ||x||', '<b>b</b> <i>i</i> <i>i</i> <s>s</s> <u>u</u> <code>c</code> <spoiler>x</spoiler>'],
    ['snake_case_name 2 * 3 * 4 \\*no\\*', 'snake_case_name 2 * 3 * 4 *no*'],
    ['[a](https://x.y/z) [b](mailto:c) <https://x.y>', '<a href="https://x.y/z">a</a> [b](mailto:c) <a href="https://x.y">https://x.y</a>'],
    ['# H\n## H\n### H\n#### H', 'H\nH\nH\n#### H'],
    ['- a\n* b\n+ c\n> q', '• a\n• b\n+ c\nq'],
    ['```ts\na < b\n```\n- x', '<pre>a < b</pre>\n• x'],
    ['```js\nnot closed', '```js\nnot closed'],
    ['`` a ` b ``', '<code>a ` b</code>'],
  ])('shows %j as %j', (content, markup) => {
    expect(render(content).markup).toBe(markup)
  })
})
