import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, PlatformSender } from '../../../../src/core/ports/platform.ts'
import { type FakeChat, type FakePerson, type FakeTelegram, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { adapterOn, failureOf, key, startAndCollect } from '../harness.ts'

let telegram: FakeTelegram
let sender: PlatformSender
let ada: FakePerson
let group: FakeChat

beforeEach(async () => {
  telegram = await startFakeTelegram()
  sender = adapterOn(telegram).adapter.sender
  ada = telegram.person({ name: 'Ada' })
  group = telegram.group('Garden', { forum: true })
  return () => telegram.close()
})

const to = (place: { readonly id: number }, topic?: number) => `${place.id}${topic === undefined ? '' : `/${topic}`}` as PlaceAddress
describe('sending to Telegram', () => {
  it('sends formatted text, without previews of links, to a topic', async () => {
    await sender.send(to(group, 12), { text: '**Hello**, see https://example.org' }, key)
    expect(telegram.view(group, 12)).toMatchObject([{ markup: '<b>Hello</b>, see https://example.org', topic: 12 }])
    expect(telegram.calls.at(-1)?.params).toMatchObject({ link_preview_options: { is_disabled: true } })
  })

  it('has links that begin with something given, and asks only once who the bot is', async () => {
    expect(await sender.startLink?.('link-K7QF2MXD')).toBe('https://t.me/throughline_bot?start=link-K7QF2MXD')
    await sender.startLink?.('link-22222222')
    expect(telegram.calls.filter(({ method }) => method === 'getMe')).toHaveLength(1)
  })

  it('sends a reply even when what it answers is gone', async () => {
    const asked = telegram.message({ from: ada, text: 'Which?' })
    await sender.send(to(ada), { text: 'This', replyTo: String(asked.id) as PlatformMessageId }, key)
    await sender.send(to(ada), { text: 'That', replyTo: '999' as PlatformMessageId }, key)
    await sender.send(to(ada), { text: 'Those', replyTo: 'press:9000000000000000' as PlatformMessageId }, key)
    expect(telegram.view(ada).slice(1)).toMatchObject([{ text: 'This', replyTo: asked.id }, { text: 'That' }, { text: 'Those' }])
  })

  it('folds a collapsed part', async () => {
    await sender.send(to(ada), { text: '## Tuesday\n\n- one', collapsed: true }, key)
    expect(telegram.view(ada)[0]?.markup).toBe('<blockquote expandable><b>Tuesday</b>\n\n• one</blockquote>')
  })

  it('sends the source, once, when Telegram refuses the formatting', async () => {
    telegram.failNext('sendMessage', { status: 400, description: "Bad Request: can't parse entities: something new" })
    await sender.send(to(ada), { text: '**Hello**' }, key)
    expect(telegram.view(ada).map(({ markup }) => markup)).toEqual(['**Hello**'])
    expect(telegram.calls).toHaveLength(2)
  })

  it('edits, and takes the buttons away that are not given again', async () => {
    const buttons = [{ label: 'Turn off', action: '/digest off' }]
    const id = await sender.send(to(ada), { text: 'A summary a day?', buttons }, key)
    await sender.edit?.(to(ada), id, { text: 'A summary a day: off' })
    expect(telegram.view(ada)).toMatchObject([{ text: 'A summary a day: off', buttons: [] }])
    expect(await failureOf(sender.edit?.(to(ada), '999' as PlatformMessageId, { text: 'x' }))).toMatchObject({ kind: 'rejected' })
  })

  it('shows a reply being written in private chats only, under one number, with a way to stop it', async () => {
    expect(sender.canPreview?.(to(ada))).toBe(true)
    expect(sender.canPreview?.(to(group))).toBe(false)
    await sender.preview?.(to(ada), 'Once **upon', key)
    await sender.preview?.(to(ada), 'Once **upon** a time', key)
    await sender.preview?.(to(ada), 'x'.repeat(5000), 'another part' as DeliveryKey)
    const [first, second, third] = telegram.drafts
    expect([first, second]).toMatchObject([{ text: 'Once **upon' }, { text: 'Once upon a time', canStop: true }])
    expect(second?.draftId).toBe(first?.draftId)
    expect(third?.draftId).not.toBe(first?.draftId)
    expect(third?.text).toHaveLength(4096)
    expect(telegram.view(ada)).toEqual([])
  })

  it('writes, shows drafts and shows that it is at work in the topic of a private chat', async () => {
    await sender.send(to(ada, 4), { text: 'Hello' }, key)
    await sender.preview?.(to(ada, 4), 'Hello', key)
    await sender.showTyping?.(to(ada, 4))
    expect(telegram.view(ada)).toMatchObject([{ topic: 4 }])
    expect(telegram.drafts).toMatchObject([{ topicId: 4 }])
    expect(telegram.actions).toMatchObject([{ topicId: 4, action: 'typing' }])
  })

  it.each([undefined, 4])('hears of the button that stops a draft, in topic %s', async (topic) => {
    const { adapter } = adapterOn(telegram)
    const events = await startAndCollect(adapter)
    await adapter.sender.preview?.(to(ada, topic), 'Once', key)
    for (const draft of telegram.drafts) telegram.stopDraft(draft)
    const stop = await telegram.waitFor(() => events.find(({ type }) => type === 'action'), 'the press')
    expect(stop).toMatchObject({ action: '/stop', place: { address: to(ada, topic), kind: 'direct' }, author: { id: String(ada.id) } })
  })

  it('stops showing drafts where the server is too old for them', async () => {
    telegram.becomeOlder()
    expect(sender.canPreview?.(to(ada))).toBe(true)
    expect(await failureOf(sender.preview?.(to(ada), 'Once', key))).toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    expect(sender.canPreview?.(to(ada))).toBe(false)
  })

  it('goes on showing drafts after one that failed', async () => {
    telegram.failNext('sendMessageDraft', { status: 429, retryAfter: 2 })
    expect(await failureOf(sender.preview?.(to(ada), 'Once', key))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2000 })
    expect(sender.canPreview?.(to(ada))).toBe(true)
  })

  it('leaves more time between edits in a group', () => {
    expect(sender.streamEveryMs?.(to(ada))).toBe(1000)
    expect(sender.streamEveryMs?.(to(group))).toBe(3000)
  })

  it('links to messages of supergroups alone', () => {
    const id = '5' as PlatformMessageId
    expect(sender.permalink?.('-1001234567890' as PlaceAddress, id)).toBe('https://t.me/c/1234567890/5')
    expect(sender.permalink?.('-1001234567890/12' as PlaceAddress, id)).toBe('https://t.me/c/1234567890/12/5')
    expect(sender.permalink?.('-12345' as PlaceAddress, id)).toBeUndefined()
    expect(sender.permalink?.('12345' as PlaceAddress, id)).toBeUndefined()
  })

  it('follows a group that became a supergroup', async () => {
    const old = telegram.group('Old', { basic: true })
    await sender.send(to(old), { text: 'Before' }, key)
    const grown = telegram.upgrade(old, ada)
    await sender.send(to(old), { text: 'After' }, key)
    await sender.send(to(old), { text: 'Later' }, key)
    expect(telegram.botTexts(old)).toEqual(['Before'])
    expect(telegram.botTexts(grown)).toEqual(['After', 'Later'])
    expect(telegram.calls.filter(({ params }) => params['text'] === 'Later')).toHaveLength(1)
  })
})

describe('a send that Telegram does not take', () => {
  it.each([
    [
      { status: 429, retryAfter: 3 },
      { kind: 'rate_limited', retryAfterMs: 3000 },
    ],
    [{ status: 403, description: 'Forbidden: user is deactivated' }, { kind: 'unreachable' }],
    [{ status: 400, description: 'Bad Request: not enough rights to send text messages to the chat' }, { kind: 'unreachable' }],
    [{ status: 400, description: 'Bad Request: TOPIC_CLOSED' }, { kind: 'rejected' }],
    [{ status: 500 }, { kind: 'transient' }],
    // Whoever answers so has passed the request on, and did not hear what became of it.
    [{ status: 502 }, { kind: 'unknown' }],
    [{ status: 504 }, { kind: 'unknown' }],
    ['cut-before' as const, { kind: 'unknown' }],
    ['cut-after' as const, { kind: 'unknown' }],
  ])('%j', async (failure, expected) => {
    telegram.failNext('sendMessage', failure)
    expect(await failureOf(sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject(expected)
    expect(telegram.calls).toHaveLength(1)
  })

  it.each([{ status: 502 }, 'cut-after'] as const)('%j, and was an edit: it can be made again', async (failure) => {
    const id = await sender.send(to(ada), { text: 'Hello' }, key)
    telegram.failNext('editMessageText', failure)
    expect(await failureOf(sender.edit?.(to(ada), id, { text: 'Hello again' }))).toMatchObject({ kind: 'transient' })
  })

  it('because the person blocked the bot, or there is no such chat', async () => {
    telegram.block(ada)
    expect(await failureOf(sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(sender.send('4711' as PlaceAddress, { text: 'Hello' }, key))).toMatchObject({ kind: 'unreachable' })
  })

  it('because the token was revoked: it can go out with the next one', async () => {
    telegram.revokeToken()
    expect(await failureOf(sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it('because nobody listens: nothing was sent', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { adapter } = adapterOn(telegram, { apiRoot: `http://127.0.0.1:${port}` })
    expect(await failureOf(adapter.sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject({ kind: 'transient' })
  })

  it.each([
    [502, '<h1>Bad Gateway</h1>'],
    [502, '{"error": "bad gateway"}'],
    [502, '{"ok": false, "message": "no upstream"}'],
    [404, '{"message": "no route matched"}'],
    [200, '{"ok": true}'],
    [200, 'null'],
    [200, '[]'],
  ])('because what answers is not Telegram: %d %s', async (status, body) => {
    const proxy = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const { adapter } = adapterOn(telegram, { apiRoot: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    expect(await failureOf(adapter.sender.send(to(ada), { text: 'Hello' }, key))).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('was not answered by the Bot API'),
    })
  })

  it('because the address is none of ours', async () => {
    expect(await failureOf(sender.send('channel:general' as PlaceAddress, { text: 'Hello' }, key))).toMatchObject({ kind: 'rejected' })
    expect(await failureOf(sender.edit?.(to(ada), 'press:1' as PlatformMessageId, { text: 'Hello' }))).toMatchObject({ kind: 'rejected' })
  })

  it('tells neither the token nor the text', async () => {
    const secret = telegram.token.split(':')[1] ?? ''
    for (const failure of [{ status: 400 }, 'cut-before'] as const) {
      telegram.failNext('sendMessage', failure)
      const error = await failureOf(sender.send(to(ada), { text: 'My diary' }, key))
      const told = `${String(error)} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String((error as Error).cause)}`
      expect(told).toContain('sendMessage')
      expect(told).not.toContain(secret)
      expect(told).not.toContain('My diary')
    }
  })
})
