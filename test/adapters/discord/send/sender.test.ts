import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AttachmentSource, PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, PlatformSender } from '../../../../src/core/ports/platform.ts'
import { type FakeChannel, type FakeDiscord, type FakeUser, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { TestClock } from '../../../support/clock.ts'
import { adapterOn } from '../harness.ts'

const create = 'POST /channels/:id/messages'
const keyed = (name: string) => name as DeliveryKey
const key = keyed('message 1, part 1')

let clock: TestClock
let discord: FakeDiscord
let sender: PlatformSender
let ada: FakeUser
let garden: FakeChannel

beforeEach(async () => {
  clock = new TestClock()
  discord = await startFakeDiscord({ clock })
  sender = adapterOn(discord, { clock }).adapter.sender
  ada = discord.person('Ada')
  garden = discord.channel(discord.guild('Garden'), 'roses')
  return () => discord.close()
})

const toAda = () => `@${ada.id}` as PlaceAddress
const toGarden = () => `${garden.guild_id}/${garden.id}` as PlaceAddress
const failureOf = (sending: Promise<unknown> | undefined) =>
  sending?.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A server of the test's own on loopback. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function findClosedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

describe('sending to Discord', () => {
  it('opens the direct chat with a person once', async () => {
    await sender.send(toAda(), { text: 'One' }, keyed('1'))
    await sender.send(toAda(), { text: 'Two' }, keyed('2'))
    expect(discord.botTexts(ada)).toEqual(['One', 'Two'])
    expect(discord.calls.map(({ route }) => route)).toEqual(['POST /users/@me/channels', create, create])
  })

  it('sends to a thread, without previews of links', async () => {
    const thread = discord.thread(garden, 'Which roses?')
    await sender.send(`${garden.guild_id}/${thread.id}` as PlaceAddress, { text: '**Red**, see https://example.org' }, key)
    expect(discord.view(thread)).toMatchObject([{ markup: '<b>Red</b>, see https://example.org', flags: 4 }])
    expect(discord.view(garden)).toEqual([])
  })

  it('calls nobody, whatever a text says and whatever it answers', async () => {
    const asked = discord.message({ from: ada, channel: garden, text: 'Who?' })
    await sender.send(toGarden(), { text: `@everyone @here <@${ada.id}> <@&1>`, replyTo: asked.id as PlatformMessageId }, key)
    expect(discord.view(garden).at(-1)).toMatchObject({ pings: [], replyTo: asked.id })
  })

  it('sends a reply even when what it answers is gone', async () => {
    await sender.send(toAda(), { text: 'That', replyTo: '999' as PlatformMessageId }, keyed('1'))
    await sender.send(toAda(), { text: 'Those', replyTo: 'interaction:999' as PlatformMessageId }, keyed('2'))
    expect(discord.botTexts(ada)).toEqual(['That', 'Those'])
  })

  it('puts five buttons in a row', async () => {
    const buttons = Array.from({ length: 7 }, (_, index) => ({ label: `Day ${index}`, action: `/summary ${index}` }))
    await sender.send(toAda(), { text: 'Which day?', buttons }, key)
    expect(discord.view(ada)[0]?.buttons).toEqual(buttons.map(({ label }) => label))
    const rows = discord.calls.at(-1)?.body['components'] as { components: unknown[] }[]
    expect(rows.map(({ components }) => components.length)).toEqual([5, 2])
  })

  it('edits, and takes the buttons away that are not given again', async () => {
    const id = await sender.send(toAda(), { text: 'A summary a day?', buttons: [{ label: 'Off', action: '/digest off' }] }, key)
    await sender.edit?.(toAda(), id, { text: 'A summary a day: off' })
    expect(discord.view(ada)).toMatchObject([{ text: 'A summary a day: off', buttons: [] }])
    const theirs = discord.message({ from: ada, text: 'mine' })
    for (const other of ['999', 'interaction:1', theirs.id])
      expect(await failureOf(sender.edit?.(toAda(), other as PlatformMessageId, { text: 'x' })), other).toMatchObject({ kind: 'rejected' })
  })

  it('leaves time between edits, and links to messages of places that it knows', async () => {
    expect(sender.streamEveryMs?.(toAda())).toBe(1200)
    const id = '5' as PlatformMessageId
    expect(sender.permalink?.(toGarden(), id)).toBe(`https://discord.com/channels/${garden.guild_id}/${garden.id}/5`)
    expect(sender.permalink?.(toAda(), id)).toBeUndefined()
    await sender.send(toAda(), { text: 'Hello' }, key)
    expect(sender.permalink?.(toAda(), id)).toBe(`https://discord.com/channels/@me/${discord.direct(ada).id}/5`)
  })
})

describe('a part that is sent again', () => {
  it('after its answer was lost is there once, for as long as the sender says', async () => {
    discord.failNext(create, 'cut-after')
    expect(await failureOf(sender.send(toAda(), { text: 'Hello' }, key))).toMatchObject({ kind: 'unknown' })
    clock.advance(sender.repeatSafeMs ?? 0)
    await sender.send(toAda(), { text: 'Hello' }, key)
    expect(discord.botTexts(ada)).toEqual(['Hello'])
  })

  it('with another text is changed to that, and still there once', async () => {
    const buttons = [{ label: 'Stop', action: '/stop' }]
    discord.failNext(create, 'cut-after')
    await failureOf(sender.send(toAda(), { text: 'Once upon', buttons }, key))
    const id = await sender.send(toAda(), { text: 'Once upon a time' }, key)
    expect(discord.view(ada)).toMatchObject([{ id, text: 'Once upon a time', buttons: [] }])
    await sender.send(toAda(), { text: 'Once upon a time', buttons }, key)
    expect(discord.view(ada)).toMatchObject([{ id, text: 'Once upon a time', buttons: ['Stop'] }])
  })

  it('with the same text is not changed', async () => {
    const part = { text: '  **Once** upon\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', buttons: [{ label: 'Stop', action: '/stop' }] }
    for (const _ of [1, 2]) await sender.send(toAda(), part, key)
    expect(discord.calls.map(({ route }) => route)).toEqual(['POST /users/@me/channels', create, create])
  })

  it.each([{ status: 500 }, { status: 429, retryAfter: 3 }, 'cut-before'] as const)(
    'and could not be changed is there, with a text that nobody knows: %j',
    async (failure) => {
      await sender.send(toAda(), { text: 'Once upon' }, key)
      discord.failNext('PATCH /channels/:id/messages/:id', failure)
      expect(await failureOf(sender.send(toAda(), { text: 'Once upon a time' }, key))).toMatchObject({ kind: 'unknown' })
      await sender.send(toAda(), { text: 'Once upon a time' }, key)
      expect(discord.botTexts(ada)).toEqual(['Once upon a time'])
    },
  )

  it('is another one from another database, though its messages have the same ids', async () => {
    await sender.send(toAda(), { text: 'Hello from the old database' }, key)
    const { adapter } = adapterOn(discord, { installationId: 'another' })
    await adapter.sender.send(toAda(), { text: 'Hello from the new one' }, key)
    expect(discord.botTexts(ada)).toEqual(['Hello from the old database', 'Hello from the new one'])
  })

  it('is another one under another key, though it says the same', async () => {
    await sender.send(toAda(), { text: 'Hello' }, key)
    await sender.send(toAda(), { text: 'Hello' }, keyed(`${key} of another`))
    expect(discord.botTexts(ada)).toEqual(['Hello', 'Hello'])
    for (const { route, body } of discord.calls) if (route === create) expect(String(body['nonce'])).toHaveLength(25)
  })
})

describe('a send that Discord does not take', () => {
  it.each([
    [
      { status: 429, retryAfter: 3 },
      { kind: 'rate_limited', retryAfterMs: 3000 },
    ],
    [{ status: 429 }, { kind: 'rate_limited', retryAfterMs: 1000 }],
    [{ status: 403, code: 50001 }, { kind: 'unreachable' }],
    [{ status: 403, code: 50013 }, { kind: 'unreachable' }],
    [{ status: 404, code: 10003 }, { kind: 'unreachable' }],
    [{ status: 400, code: 50035 }, { kind: 'rejected' }],
    [{ status: 500 }, { kind: 'transient' }],
    [{ status: 503 }, { kind: 'transient' }],
    // Whoever answers so has passed the request on, and did not hear what became of it.
    [{ status: 502 }, { kind: 'unknown' }],
    [{ status: 504 }, { kind: 'unknown' }],
    ['cut-before' as const, { kind: 'unknown' }],
    ['cut-after' as const, { kind: 'unknown' }],
  ])('%j', async (failure, expected) => {
    await sender.send(toAda(), { text: 'First' }, keyed('first'))
    discord.failNext(create, failure)
    expect(await failureOf(sender.send(toAda(), { text: 'Hello' }, key))).toMatchObject({ name: 'PlatformError', ...expected })
    expect(discord.calls.filter(({ route }) => route === create)).toHaveLength(2)
  })

  it('because the person takes no messages, or there is no such person or channel', async () => {
    discord.block(ada)
    expect(await failureOf(sender.send(toAda(), { text: 'Hello' }, key))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(sender.send('1/4711' as PlaceAddress, { text: 'Hello' }, key))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(sender.send('@4711' as PlaceAddress, { text: 'Hello' }, key))).toMatchObject({ kind: 'unreachable' })
  })

  it('because the token was reset: it can go out with the next one', async () => {
    discord.resetToken()
    expect(await failureOf(sender.send(toGarden(), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
    discord.restoreToken()
    await sender.send(toGarden(), { text: 'Hello' }, key)
    expect(discord.botTexts(garden)).toEqual(['Hello'])
  })

  it('because the token is being refused to another call just then: the next call takes it along all the same', async () => {
    const apiBase = await startServer((request, response) => {
      response.writeHead(request.url?.includes('/1/') ? 401 : 200, { 'content-type': 'application/json' })
      if (request.url?.includes('/1/')) response.write('{')
      else response.end(JSON.stringify({ id: '9', content: 'Hello', components: [] }))
    })
    const { adapter } = adapterOn(discord, { apiBase })
    const address = (channel: number) => `7/${channel}` as PlaceAddress
    void failureOf(adapter.sender.send(address(1), { text: 'Hello' }, key))
    // By the third one the headers of the refusal have been read, and its body has not come.
    for (const channel of [2, 3, 4]) await adapter.sender.send(address(channel), { text: 'Hello' }, key)
  })

  it('because the direct chat could not be opened in time: nothing was sent', async () => {
    discord.failNext('POST /users/@me/channels', 'cut-after')
    expect(await failureOf(sender.send(toAda(), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it('because nobody listens: nothing was sent', async () => {
    const { adapter } = adapterOn(discord, { apiBase: await findClosedPort() })
    expect(await failureOf(adapter.sender.send(toGarden(), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it('because what answers is not Discord: nobody knows what it did', async () => {
    const apiBase = await startServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'))
    const { adapter } = adapterOn(discord, { apiBase })
    expect(await failureOf(adapter.sender.send(toGarden(), { text: 'Hello' }, key))).toMatchObject({ kind: 'unknown' })
  })

  it('because what answers the question for a direct chat is not Discord: nothing was sent, and asking again is of no use', async () => {
    for (const contentType of ['text/html', 'application/json']) {
      const apiBase = await startServer((_, response) => response.writeHead(200, { 'content-type': contentType }).end('<h1>Welcome</h1>'))
      const { adapter } = adapterOn(discord, { apiBase })
      expect(await failureOf(adapter.sender.send(toAda(), { text: 'Hello' }, key))).toMatchObject({
        name: 'PlatformError',
        kind: 'rejected',
      })
    }
  })

  it('and its error tells neither the text nor the token', async () => {
    discord.failNext(create, { status: 400, code: 50035 })
    const error = await failureOf(sender.send(toGarden(), { text: 'A private word' }, key))
    expect(JSON.stringify(error) + String(error)).not.toMatch(/private word|fake-token/)
    expect(error).not.toHaveProperty('cause')
  })
})

describe('an edit that Discord does not take', () => {
  it.each([
    [{ status: 502 }, { kind: 'transient' }],
    ['cut-after' as const, { kind: 'transient' }],
    [{ status: 429 }, { kind: 'rate_limited', retryAfterMs: 1000 }],
  ])('can be made again: %j', async (failure, expected) => {
    const id = await sender.send(toAda(), { text: 'Hello' }, key)
    discord.failNext('PATCH /channels/:id/messages/:id', failure)
    expect(await failureOf(sender.edit?.(toAda(), id, { text: 'Hello again' }))).toMatchObject(expected)
  })
})

describe('a file that came with a message', () => {
  const options = (maxBytes: number) => ({ maxBytes, signal: new AbortController().signal })
  const fetched = (source: string, maxBytes = 100) => failureOf(sender.fetchAttachment?.(source as AttachmentSource, options(maxBytes)))

  it.each([
    'https://example.org/rose.png',
    'http://cdn.discordapp.com/rose.png',
    'https://cdn.discordapp.com.example.org/rose.png',
    'https://me@example.org/cdn.discordapp.com',
    'file:///etc/passwd',
    'rose.png',
  ])('is not fetched from elsewhere: %s', async (source) => {
    expect(await fetched(source)).toMatchObject({ kind: 'rejected' })
  })

  it('is not fetched from where the address leads on', async () => {
    const url = await startServer((request, response) => {
      if (request.url === '/secret') response.end('secret')
      else response.writeHead(302, { location: '/secret' }).end()
    })
    const { adapter } = adapterOn(discord, { apiBase: url })
    const fetching = adapter.sender.fetchAttachment?.(`${url}/rose.png` as AttachmentSource, options(100))
    expect(await failureOf(fetching)).toMatchObject({ kind: 'rejected' })
  })

  it('is not read further than its limit, though it does not say how long it is', async () => {
    const url = await startServer((_, response) => {
      response.on('error', () => {})
      const more = () =>
        void (
          response.writableEnded ||
          response.destroyed ||
          (response.write('x'.repeat(1000)) ? setImmediate(more) : response.once('drain', more))
        )
      more()
    })
    const { adapter } = adapterOn(discord, { apiBase: url })
    const fetching = adapter.sender.fetchAttachment?.(`${url}/endless` as AttachmentSource, options(5000))
    expect(await failureOf(fetching)).toMatchObject({ kind: 'rejected', message: expect.stringContaining('5000') })
  })

  it.each([
    [404, 'rejected'],
    [403, 'rejected'],
    [500, 'transient'],
    [429, 'rate_limited'],
  ])('answered %i is %s', async (status, kind) => {
    const url = await startServer((_, response) => response.writeHead(status).end())
    const { adapter } = adapterOn(discord, { apiBase: url })
    expect(await failureOf(adapter.sender.fetchAttachment?.(`${url}/rose` as AttachmentSource, options(9)))).toMatchObject({ kind })
  })

  it('that cannot be reached can be fetched later', async () => {
    const dead = await findClosedPort()
    const { adapter } = adapterOn(discord, { apiBase: dead })
    expect(await failureOf(adapter.sender.fetchAttachment?.(`${dead}/rose` as AttachmentSource, options(9)))).toMatchObject({
      kind: 'transient',
    })
  })
})

describe('the earlier messages of a thread on Discord', () => {
  it('are those before a message, with their authors, oldest first; its kind is asked for once', async () => {
    const ben = discord.person('Ben')
    const thread = discord.thread(garden, 'prices')
    const address = `${garden.guild_id}/${thread.id}` as PlaceAddress
    const starter = { id: '175928847299117063', author: ben, content: 'What does it cost?' }
    discord.message({
      from: ben,
      channel: thread,
      fields: { type: 21, referenced_message: starter, message_reference: { channel_id: garden.id, message_id: starter.id } },
    })
    discord.message({ from: ada, channel: thread, text: `Ask <@${ben.id}>`, fields: { mentions: [ben] } })
    const asked = discord.message({ from: ada, channel: thread, text: 'Well?' })
    discord.message({ from: ben, channel: thread, text: 'Too late' })
    const load = (limit: number) => sender.loadThread?.(address, asked.id as PlatformMessageId, limit)
    const loaded = await load(20)
    expect(loaded).toMatchObject([
      { kind: 'thread', author: { id: ben.id, name: 'Ben' }, text: 'What does it cost?' },
      { kind: 'thread', author: { id: ada.id, name: 'Ada' }, text: 'Ask @Ben' },
    ])
    // The message that the thread was started from is in the channel of the thread.
    expect(loaded?.map(({ placeAddress }) => placeAddress)).toEqual([toGarden(), undefined])
    expect(loaded?.[0]?.id).toBe(starter.id)
    expect((await load(1))?.map(({ text }) => text)).toEqual(['Ask @Ben'])
    expect(discord.calls.filter(({ route }) => route === 'GET /channels/:id')).toHaveLength(1)
  })

  it('are none in a channel and in a direct chat', async () => {
    const { id } = discord.message({ from: ada, channel: garden, text: 'Hello' })
    expect(await sender.loadThread?.(toGarden(), id as PlatformMessageId, 20)).toBeUndefined()
    expect(await sender.loadThread?.(toAda(), id as PlatformMessageId, 20)).toBeUndefined()
  })
})
