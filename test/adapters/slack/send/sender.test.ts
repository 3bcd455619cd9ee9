import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttachmentSource, Invocation, PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, InboundAction, InboundEvent, PlatformSender } from '../../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../../src/core/ports/platform-adapter.ts'
import { type FakeChannel, type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn } from '../harness.ts'

const key = 'message 1, part 1' as DeliveryKey

let slack: FakeSlack
let adapter: PlatformAdapter
let sender: PlatformSender
let ada: FakePerson
let garden: FakeChannel

beforeEach(async () => {
  slack = await startFakeSlack()
  adapter = adapterOn(slack).adapter
  sender = adapter.sender
  ada = slack.person({ name: 'Ada' })
  garden = slack.channel('garden')
  return async () => {
    await adapter.receiver.stop()
    await slack.close()
  }
})

/** Starts the adapter, and gives what it receives. */
async function startReceiving(): Promise<readonly InboundEvent[]> {
  const events: InboundEvent[] = []
  await adapter.receiver.start(async (event) => void events.push(event))
  return events
}

const to = (place: FakePerson | FakeChannel) => ('directChannel' in place ? `@${place.id}` : place.id) as PlaceAddress
const failureOf = (sending: Promise<unknown> | undefined) =>
  sending?.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('sending to Slack', () => {
  it('opens the conversation with a person, once', async () => {
    await sender.send(to(ada), { text: 'One' }, key)
    await sender.send(to(ada), { text: 'Two' }, key)
    expect(slack.botTexts(ada)).toEqual(['One', 'Two'])
    expect(slack.calls.map(({ method }) => method)).toEqual(['conversations.open', 'chat.postMessage', 'chat.postMessage'])
  })

  it('answers in the thread in which a person wrote directly, and at the foot where they wrote there', async () => {
    const events = await startReceiving()
    const root = slack.message({ from: ada, text: 'Hello' })
    await vi.waitFor(() => expect(events).toHaveLength(1))
    await sender.send(to(ada), { text: 'At the foot' }, key)
    slack.message({ from: ada, text: 'In the thread', threadTs: root.ts })
    await vi.waitFor(() => expect(events).toHaveLength(2))
    // An edit of what stands at the foot is not where she is now.
    slack.edit(root, 'Hello!')
    await vi.waitFor(() => expect(events).toHaveLength(3))
    await sender.send(to(ada), { text: 'There too' }, key)
    const ours = slack.view(ada).filter(({ byBot }) => byBot)
    expect(ours.map(({ text, threadTs }) => [text, threadTs])).toEqual([
      ['At the foot', undefined],
      ['There too', root.ts],
    ])
  })

  it('writes into a thread of a channel, without unfolding links', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    await sender.send(`${garden.id}/${root.ts}` as PlaceAddress, { text: 'See https://example.org' }, key)
    expect(slack.view(garden).at(-1)).toMatchObject({ text: 'See https://example.org', threadTs: root.ts })
    expect(slack.calls.at(-1)?.params).toMatchObject({ unfurl_links: 'false', unfurl_media: 'false' })
  })

  it('leads from a reply in a channel to what it answers; in a thread it stands there already', async () => {
    // Also in a process that only sends.
    const asked = slack.message({ from: ada, channel: garden, text: 'Which?' })
    const replyTo = asked.ts as PlatformMessageId
    await sender.send(to(garden), { text: 'This', replyTo }, key)
    await sender.send(`${garden.id}/${asked.ts}` as PlaceAddress, { text: 'That', replyTo }, key)
    await sender.send(to(garden), { text: 'Those', replyTo: 'press:1.1' as PlatformMessageId }, key)
    const ours = slack.view(garden).filter(({ byBot }) => byBot)
    expect(ours.map(({ text, replyTo: answered }) => [text, answered])).toEqual([
      ['This', asked.ts],
      ['That', undefined],
      ['Those', undefined],
    ])
  })

  it('edits, and takes the buttons away that are not given again', async () => {
    const buttons = [{ label: 'Turn off', action: '/digest off' }]
    const id = await sender.send(to(ada), { text: 'A summary a day?', buttons }, key)
    await sender.edit?.(to(ada), id, { text: 'A summary a day: off' })
    expect(slack.view(ada)).toMatchObject([{ text: 'A summary a day: off', buttons: [] }])
    expect(await failureOf(sender.edit?.(to(ada), '1.1' as PlatformMessageId, { text: 'x' }))).toMatchObject({ kind: 'rejected' })
  })

  it.each([
    ['letters', 'x'.repeat(12_000)],
    ['signs that are escaped', '<&>'.repeat(4_000)],
    ['emoji', '👍'.repeat(6_000)],
  ])('edits a part as long as they come, of %s', async (_, text) => {
    const id = await sender.send(to(ada), { text: 'Wait' }, key)
    await sender.edit?.(to(ada), id, { text })
    expect(slack.botTexts(ada)).toEqual([text])
  })

  it('can repeat an edit, and the opening of a conversation, whatever a gateway says', async () => {
    slack.failNext('conversations.open', { status: 504 })
    expect(await failureOf(sender.send(to(ada), { text: 'One' }, key))).toMatchObject({ kind: 'transient' })
    const id = await sender.send(to(ada), { text: 'One' }, key)
    slack.failNext('chat.update', { status: 502 })
    expect(await failureOf(sender.edit?.(to(ada), id, { text: 'Two' }))).toMatchObject({ kind: 'transient' })
  })

  it('links to messages once it knows the workspace', async () => {
    const id = '1700000000.000100' as PlatformMessageId
    expect(sender.permalink?.(to(garden), id)).toBeUndefined()
    await startReceiving()
    expect(sender.permalink?.(to(garden), id)).toBe(`https://acme.slack.com/archives/${garden.id}/p1700000000000100`)
    const inThread = `${garden.id}/1600000000.000001` as PlaceAddress
    expect(sender.permalink?.(inThread, id)).toBe(
      `https://acme.slack.com/archives/${garden.id}/p1700000000000100?thread_ts=1600000000.000001&cid=${garden.id}`,
    )
    expect(sender.permalink?.(to(ada), id)).toBeUndefined()
    await sender.send(to(ada), { text: 'Hello' }, key)
    expect(sender.permalink?.(to(ada), id)).toBe(`https://acme.slack.com/archives/${ada.directChannel}/p1700000000000100`)
  })

  it('shows a status in threads, and none at the foot of a channel', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    await sender.showTyping?.(to(garden))
    await sender.showTyping?.(`${garden.id}/${root.ts}` as PlaceAddress)
    expect(slack.statuses).toMatchObject([{ channel: garden.id, threadTs: root.ts }])
  })

  it('shows there what the bot is doing, posts nothing, and clears it', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    const thread = `${garden.id}/${root.ts}` as PlaceAddress
    await sender.showProgress?.(to(garden), 'Searching your days…')
    await sender.showProgress?.(thread, 'Searching your days…')
    await sender.showProgress?.(thread, '')
    await sender.showProgress?.(thread, '')
    expect(slack.statuses.map(({ status }) => status)).toEqual(['Searching your days…', ''])
    expect(slack.calls.map(({ method }) => method)).not.toContain('chat.postMessage')
  })
})

describe('a send that Slack does not take', () => {
  it.each([
    [
      { status: 429, retryAfter: 3 },
      { kind: 'rate_limited', retryAfterMs: 3000 },
    ],
    [{ status: 429 }, { kind: 'rate_limited', retryAfterMs: 1000 }],
    [{ error: 'ratelimited' }, { kind: 'rate_limited', retryAfterMs: 1000 }],
    [{ error: 'is_archived' }, { kind: 'unreachable' }],
    [{ error: 'msg_too_long' }, { kind: 'rejected' }],
    [{ error: 'token_revoked' }, { kind: 'transient' }],
    [{ error: 'internal_error' }, { kind: 'unknown' }],
    [{ status: 500 }, { kind: 'transient' }],
    [{ status: 503 }, { kind: 'transient' }],
    // From a gateway: what is behind it may have taken the message.
    [{ status: 502 }, { kind: 'unknown' }],
    [{ status: 504 }, { kind: 'unknown' }],
    [{ status: 400 }, { kind: 'rejected' }],
    [{ status: 403 }, { kind: 'rejected' }],
    [{ status: 408 }, { kind: 'unknown' }],
    ['cut-before' as const, { kind: 'unknown' }],
    ['cut-after' as const, { kind: 'unknown' }],
  ])('%j, once', async (failure, expected) => {
    slack.failNext('chat.postMessage', failure)
    expect(await failureOf(sender.send(to(garden), { text: 'Hello' }, key))).toMatchObject(expected)
    expect(slack.calls).toHaveLength(1)
  })

  it('because the person, the channel or the bot in it is gone', async () => {
    const other = slack.channel('other', { joined: false })
    slack.disable(ada)
    slack.archive(garden)
    for (const place of [to(ada), to(garden), to(other), '@U404' as PlaceAddress, 'C404' as PlaceAddress])
      expect(await failureOf(sender.send(place, { text: 'Hello' }, key)), place).toMatchObject({ kind: 'unreachable' })
  })

  it('because opening the conversation broke off: no message was sent', async () => {
    slack.failNext('conversations.open', 'cut-after')
    expect(await failureOf(sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
    await sender.send(to(ada), { text: 'Hello' }, key)
    expect(slack.botTexts(ada)).toEqual(['Hello'])
  })

  it('because the token was revoked: it can go out with the next one', async () => {
    slack.revokeBotToken()
    expect(await failureOf(sender.send(to(garden), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it('because nobody listens: nothing was sent', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { adapter: away } = adapterOn(slack, { apiUrl: `http://127.0.0.1:${port}/api/` })
    expect(await failureOf(away.sender.send(to(garden), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it('because the address is none of ours', async () => {
    for (const address of ['general', '@', 'C1/2', '-100/5'])
      expect(await failureOf(sender.send(address as PlaceAddress, { text: 'Hello' }, key)), address).toMatchObject({ kind: 'rejected' })
    expect(await failureOf(sender.edit?.(to(garden), 'press:1' as PlatformMessageId, { text: 'Hello' }))).toMatchObject({
      kind: 'rejected',
    })
  })

  it('tells neither the token nor the text', async () => {
    for (const failure of [{ status: 500 }, { error: 'invalid_blocks' }, 'cut-before'] as const) {
      slack.failNext('chat.postMessage', failure)
      const error = await failureOf(sender.send(to(garden), { text: 'My diary' }, key))
      const told = `${String(error)} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String((error as Error).cause)}`
      expect(told).toContain('chat.postMessage')
      expect(told).not.toContain(slack.botToken)
      expect(told).not.toContain('My diary')
    }
  })
})

describe('an answer to a command', () => {
  /** Ada gives a command in the channel. */
  async function given(): Promise<Invocation> {
    const events = await startReceiving()
    void slack.slash({ from: ada, channel: garden, command: '/timezone' })
    await vi.waitFor(() => expect(events).toHaveLength(1))
    const [event] = events
    if (event?.type !== 'action' || !event.invocation) throw new Error('The command cannot be answered')
    return event.invocation
  }

  it('goes where the command was given, five times at most', async () => {
    const invocation = await given()
    for (const text of ['1', '2', '3', '4', '5']) await sender.answer?.(invocation, { text }, key)
    expect(await failureOf(sender.answer?.(invocation, { text: '6' }, key))).toMatchObject({ kind: 'rejected' })
    expect(slack.privately(garden, ada).map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5'])
    expect(slack.view(garden)).toEqual([])
  })

  it('stands in the thread in which a button was pressed or a message chosen', async () => {
    const events = await startReceiving()
    const { ts: root } = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    const buttons = [{ label: 'Turn off', action: '/digest off' }]
    const ts = await sender.send(`${garden.id}/${root}` as PlaceAddress, { text: 'A summary a day?', buttons }, key)
    void slack.press({ from: ada, channel: garden.id, ts, label: 'Turn off' })
    void slack.messageShortcut({ from: ada, channel: garden.id, ts, callbackId: 'open' })
    await vi.waitFor(() => expect(events).toHaveLength(3))
    for (const event of events) {
      if (event.type !== 'action' || !event.invocation) continue
      await sender.answer?.(event.invocation, { text: event.action }, key)
    }
    expect(slack.privately(garden, ada)).toMatchObject([
      { text: '/digest off', threadTs: root },
      { text: '/open {day}', threadTs: root },
    ])
  })

  it('comes to the foot when the thread cannot be reached, and not when it may have arrived', async () => {
    const events = await startReceiving()
    const far = slack.channel('far')
    const { ts: root } = slack.message({ from: ada, channel: far, text: 'Lunch?' })
    const { ts } = slack.message({ from: ada, channel: far, text: 'Soup', threadTs: root })
    void slack.messageShortcut({ from: ada, channel: far.id, ts, callbackId: 'open' })
    await vi.waitFor(() => expect(events).toHaveLength(3))
    const { invocation } = events[2] as InboundAction
    slack.failNext('chat.postEphemeral', 'cut-after')
    expect(await failureOf(sender.answer?.(invocation!, { text: 'One' }, key))).toMatchObject({ kind: 'unknown' })
    slack.failNext('chat.postEphemeral', { error: 'not_in_channel' })
    await sender.answer?.(invocation!, { text: 'Two' }, key)
    expect(slack.privately(far, ada).map(({ text, threadTs }) => [text, threadTs])).toEqual([
      ['One', root],
      ['Two', undefined],
    ])
  })

  it('says what became of it', async () => {
    const invocation = await given()
    slack.failNext('response_url', 'cut-before')
    expect(await failureOf(sender.answer?.(invocation, { text: 'x' }, key))).toMatchObject({ kind: 'unknown' })
    slack.failNext('response_url', { status: 503 })
    expect(await failureOf(sender.answer?.(invocation, { text: 'x' }, key))).toMatchObject({ kind: 'transient' })
    slack.failNext('response_url', { status: 504 })
    expect(await failureOf(sender.answer?.(invocation, { text: 'x' }, key))).toMatchObject({ kind: 'unknown' })
  })

  it('is never sent anywhere but to Slack', async () => {
    const elsewhere = JSON.stringify({ c: garden.id, u: ada.id, r: 'https://slack.com.example.org/answers' }) as Invocation
    expect(await failureOf(sender.answer?.(elsewhere, { text: 'x' }, key))).toMatchObject({ kind: 'rejected' })
  })
})

describe('a file', () => {
  const fetched = (source: string, maxBytes = 1_000, options = {}) =>
    adapterOn(slack, options).adapter.sender.fetchAttachment?.(source as AttachmentSource, { maxBytes, signal: AbortSignal.timeout(5_000) })

  it('is fetched with the token, and not beyond its limit', async () => {
    const file = slack.file({ name: 'notes.txt', mimetype: 'text/plain', content: Buffer.from('Bring tea') })
    expect(Buffer.from((await fetched(file.url_private))!).toString()).toBe('Bring tea')
    expect(await failureOf(fetched(file.url_private, 8))).toMatchObject({ kind: 'rejected' })
  })

  it('is not the page that Slack gives instead', async () => {
    const file = slack.file({ name: 'notes.txt', mimetype: 'text/plain', content: Buffer.from('Bring tea') })
    expect(await failureOf(fetched(file.url_private, 1_000, { botToken: 'xoxb-another' }))).toMatchObject({ kind: 'rejected' })
  })

  it.each(['https://files.slack.com.example.org/x', 'http://files.slack.com/x', 'https://example.org/x', 'file:///etc/passwd', 'x'])(
    'at %s is not fetched: the token would go along',
    async (source) => {
      expect(await failureOf(fetched(source))).toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    },
  )
})

describe('the earlier messages of a thread on Slack', () => {
  const threadOf = (ts: string) => `${garden.id}/${ts}` as PlaceAddress

  it('are those before a message, with their authors: the first and the latest, though the thread is long', async () => {
    const ben = slack.person({ name: 'Ben' })
    const root = slack.message({ from: ada, channel: garden, text: `${slack.mention} What does it cost?` })
    for (let n = 1; n <= 230; n++) slack.message({ from: n % 2 ? ben : ada, channel: garden, text: `Offer ${n}`, threadTs: root.ts })
    const asked = slack.message({ from: ada, channel: garden, text: 'Which one?', threadTs: root.ts })
    slack.message({ from: ben, channel: garden, text: 'Too late', threadTs: root.ts })
    const loaded = await sender.loadThread?.(threadOf(root.ts), asked.ts as PlatformMessageId, 4)
    expect(loaded?.map(({ author, text }) => [author, text])).toEqual([
      [{ id: ada.id, name: 'Ada' }, 'What does it cost?'],
      [{ id: ada.id, name: 'Ada' }, 'Offer 228'],
      [{ id: ben.id, name: 'Ben' }, 'Offer 229'],
      [{ id: ada.id, name: 'Ada' }, 'Offer 230'],
    ])
    // The first message is in the channel.
    expect(loaded?.[0]).toMatchObject({ kind: 'thread', id: root.ts })
    expect(loaded?.map(({ placeAddress }) => placeAddress)).toEqual([garden.id, undefined, undefined, undefined])
  })

  it('are none outside a thread, where nothing is asked', async () => {
    const { ts } = slack.message({ from: ada, channel: garden, text: 'Hello' })
    expect(await sender.loadThread?.(to(garden), ts as PlatformMessageId, 4)).toBeUndefined()
    expect(await sender.loadThread?.(to(ada), ts as PlatformMessageId, 4)).toBeUndefined()
    expect(slack.calls).toEqual([])
  })

  it('that cannot be read are an error of the platform', async () => {
    slack.failNext('conversations.replies', { status: 429, retryAfter: 7 })
    expect(await failureOf(sender.loadThread?.(threadOf('1700000000.000100'), '1700000000.000200' as PlatformMessageId, 4))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 7_000,
    })
  })
})
