import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, InboundEvent, ReplyPart } from '../../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../../src/core/ports/platform-adapter.ts'
import { type FakeChannel, type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn } from '../harness.ts'

const key = 'message 1, part 1' as DeliveryKey
const unfinished = (text: string): ReplyPart => ({ text, unfinished: true, buttons: [{ label: 'Stop', action: '/stop' }] })
const methods = () => slack.calls.map(({ method }) => method).filter((method) => method.startsWith('chat.'))

let slack: FakeSlack
let adapter: PlatformAdapter
let events: InboundEvent[]
let ada: FakePerson
let garden: FakeChannel
/** The thread in which Ada writes to the bot. */
let thread: string

beforeEach(async () => {
  slack = await startFakeSlack()
  adapter = adapterOn(slack).adapter
  events = []
  ada = slack.person({ name: 'Ada' })
  garden = slack.channel('garden')
  await adapter.receiver.start(async (event) => void events.push(event))
  thread = slack.message({ from: ada, text: 'Hello' }).ts
  slack.message({ from: ada, text: 'Tell me a story', threadTs: thread })
  await waitForEvents(2)
  return async () => {
    await adapter.receiver.stop()
    await slack.close()
  }
})

const waitForEvents = (count: number) => vi.waitFor(() => expect(events).toHaveLength(count), { timeout: 5_000, interval: 10 })
const replies = () => slack.view(ada).filter(({ byBot }) => byBot)
const address = () => `@${ada.id}` as PlaceAddress
const send = (part: ReplyPart, to = address()) => adapter.sender.send(to, part, key)
const edit = (id: PlatformMessageId, part: ReplyPart, to = address()) => adapter.sender.edit?.(to, id, part)

describe('a reply that is still being written', () => {
  it('is streamed, and only what was added goes over the wire', async () => {
    const id = await send(unfinished('Once'))
    await edit(id, unfinished('Once upon'))
    await edit(id, unfinished('Once upon'))
    expect(replies()).toMatchObject([{ text: 'Once upon', streaming: true, buttons: [] }])
    await edit(id, { text: 'Once upon a time.', buttons: [{ label: 'Again', action: '/retry' }] })
    expect(slack.pieces(ada, id)).toEqual(['Once', ' upon', ' a time.'])
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false, buttons: ['Again'] }])
    expect(methods()).toEqual(['chat.startStream', 'chat.appendStream', 'chat.stopStream'])
  })

  it('is streamed on although marks are closed at its end for the time being', async () => {
    const id = await send(unfinished('A **bold**'))
    await edit(id, unfinished('A **bold word**\n\n```ts\nconst\n```'))
    await edit(id, unfinished('A **bold word**\n\n```ts\nconst a = 1\n```\n\n| a |\n| --- |'))
    const text = 'A **bold word**\n\n```ts\nconst a = 1\n```\n\n| a |\n| --- |\n| b |'
    await edit(id, { text })
    expect(slack.pieces(ada, id).join('')).toBe(text)
    expect(methods()).not.toContain('chat.update')
  })

  it('calls nobody, although the pieces of a call come one by one', async () => {
    const whole = 'Tell <!channel> and <@U0101> that <!here> is <b> and a < b'
    const id = await send(unfinished('T'))
    for (let length = 2; length < whole.length; length += 1) await edit(id, unfinished(whole.slice(0, length)))
    await edit(id, { text: whole })
    const [shown] = replies()
    expect(shown?.calls).toEqual([])
    expect(shown?.text.replaceAll('‹', '<')).toBe(whole)
    expect(methods()).not.toContain('chat.update')
  })

  it('in a channel is streamed for whoever spoke to the bot there', async () => {
    const { ts: root } = slack.message({ from: ada, channel: garden, text: 'A story!' })
    slack.message({ from: ada, channel: garden, text: `${slack.mention} tell us`, threadTs: root })
    await waitForEvents(4)
    const to = `${garden.id}/${root}` as PlaceAddress
    const id = await send(unfinished('Once'), to)
    await edit(id, { text: 'Once more' }, to)
    expect(slack.calls.find(({ method }) => method === 'chat.startStream')?.params).toMatchObject({
      thread_ts: root,
      recipient_user_id: ada.id,
      recipient_team_id: slack.team.id,
    })
    expect(slack.view(garden).at(-1)).toMatchObject({ text: 'Once more', streaming: false, threadTs: root })
  })

  it('at the foot of a channel, where Slack does not stream, is sent and edited', async () => {
    const asked = slack.message({ from: ada, channel: garden, text: `${slack.mention} tell us` })
    await waitForEvents(3)
    const to = garden.id as PlaceAddress
    const replyTo = asked.ts as PlatformMessageId
    const id = await send({ ...unfinished('Once'), replyTo }, to)
    await edit(id, { ...unfinished('Once more'), replyTo }, to)
    expect(slack.view(garden).at(-1)).toMatchObject({ text: 'Once more', buttons: ['Stop'], replyTo: asked.ts })
    expect(methods()).toEqual(['chat.postMessage', 'chat.update'])
  })

  it('is streamed in a direct conversation, in the thread of the message that it answers', async () => {
    const asked = slack.message({ from: ada, text: 'Tell me' })
    await waitForEvents(3)
    const id = await send(unfinished('Once'))
    await edit(id, { text: 'Once more' })
    expect(slack.calls.find(({ method }) => method === 'chat.startStream')?.params).toMatchObject({ thread_ts: asked.ts })
    expect(methods()).toEqual(['chat.startStream', 'chat.stopStream'])
  })

  it('clears the status that it showed while the model was thinking', async () => {
    slack.message({ from: ada, text: 'Tell me' })
    await waitForEvents(3)
    await adapter.sender.showTyping?.(address())
    await send({ text: 'Done.' })
    await send({ text: 'And more.' })
    const statuses = slack.calls.filter(({ method }) => method === 'assistant.threads.setStatus').map(({ params }) => params['status'])
    expect(statuses).toEqual(['is thinking…', ''])
  })

  it('in a thread of a channel where nobody spoke to the bot is sent and edited', async () => {
    const { ts: root } = slack.message({ from: ada, channel: garden, text: 'A story!' })
    const to = `${garden.id}/${root}` as PlaceAddress
    const id = await send(unfinished('Once'), to)
    await edit(id, unfinished('Once more'), to)
    expect(slack.view(garden).at(-1)).toMatchObject({ text: 'Once more', buttons: ['Stop'] })
    expect(methods()).toEqual(['chat.postMessage', 'chat.update'])
  })

  it('is sent and edited where the app is no agent, without asking each time', async () => {
    slack.noAgent()
    const id = await send(unfinished('Once'))
    await edit(id, unfinished('Once more'))
    await edit(id, { text: 'Once more.' })
    await send(unfinished('Next'))
    expect(slack.botTexts(ada)).toEqual(['Once more.', 'Next'])
    expect(methods()).toEqual(['chat.startStream', 'chat.postMessage', 'chat.update', 'chat.update', 'chat.postMessage'])
  })

  it('is put in its place as a whole when it no longer begins as it did', async () => {
    const id = await send(unfinished('The first try'))
    await edit(id, unfinished('Another try'))
    await edit(id, { text: 'Another try, done.' })
    expect(replies()).toMatchObject([{ ts: id, text: 'Another try, done.', streaming: false }])
    expect(replies()).toHaveLength(1)
    expect(methods()).toEqual(['chat.startStream', 'chat.stopStream', 'chat.update', 'chat.update'])
  })

  it('is finished by another process than the one that began it', async () => {
    const id = await send(unfinished('Once upon'))
    const other = adapterOn(slack).adapter
    await other.sender.edit?.(address(), id, { text: 'Once upon a time.' })
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false }])
  })

  it('is tried again later when Slack has not ended its stream yet', async () => {
    const id = await send(unfinished('Once upon'))
    const other = adapterOn(slack).adapter
    for (const _ of ['before its end', 'after']) slack.failNext('chat.update', { error: 'streaming_state_conflict' })
    const last = () => other.sender.edit?.(address(), id, { text: 'Once upon a time.' })
    await expect(last()).rejects.toMatchObject({ kind: 'transient' })
    await last()
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false }])
  })

  it('is completed though Slack ended the stream', async () => {
    const id = await send(unfinished('Once'))
    slack.endStream(ada, id)
    await edit(id, unfinished('Once upon'))
    await edit(id, { text: 'Once upon a time.' })
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false }])
  })

  it.each(['cut-before', 'cut-after'] as const)('says nothing twice when a piece was lost: %s', async (failure) => {
    const id = await send(unfinished('Once'))
    slack.failNext('chat.appendStream', failure)
    await expect(edit(id, unfinished('Once upon'))).rejects.toMatchObject({ kind: 'unknown' })
    await edit(id, unfinished('Once upon a'))
    await edit(id, { text: 'Once upon a time.' })
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false }])
  })

  it.each(['cut-before', 'cut-after'] as const)('ends once when its end was lost: %s', async (failure) => {
    const id = await send(unfinished('Once'))
    const last = { text: 'Once upon a time.', buttons: [{ label: 'Again', action: '/retry' }] }
    slack.failNext('chat.stopStream', failure)
    await expect(edit(id, last)).rejects.toMatchObject({ kind: 'unknown' })
    await edit(id, last)
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.', streaming: false, buttons: ['Again'] }])
  })

  it.each([{ status: 429, retryAfter: 2 }, { status: 500 }, { status: 404 }, { error: 'token_revoked' }])(
    'is sent instead when it cannot begin: %j',
    async (failure) => {
      slack.failNext('chat.startStream', failure)
      await send(unfinished('Once'))
      expect(methods()).toEqual(['chat.startStream', 'chat.postMessage'])
    },
  )

  it.each(['chat.appendStream', 'chat.stopStream'])('is edited on in its place when %s is answered with another 4xx', async (method) => {
    const id = await send(unfinished('Once'))
    slack.failNext(method, { status: 404 })
    if (method === 'chat.appendStream') await edit(id, unfinished('Once upon'))
    await edit(id, { text: 'Once upon a time.' })
    expect(replies()).toMatchObject([{ ts: id, text: 'Once upon a time.' }])
  })

  it('is continued in the thread of its stream, also when the streamed message is gone', async () => {
    const asked = slack.message({ from: ada, text: 'Tell me' })
    await waitForEvents(3)
    await adapter.sender.send(address(), unfinished('Once'), '7.0' as DeliveryKey)
    for (const part of ['7.1', '7.0.anew', '8.0'])
      await adapter.sender.send(address(), { text: part, ...(part === '7.1' && { continues: true }) }, part as DeliveryKey)
    const posted = slack.calls.filter(({ method }) => method === 'chat.postMessage').map(({ params }) => params['thread_ts'])
    expect(posted).toEqual([asked.ts, asked.ts, undefined])
  })

  it('is not begun a second time when nobody knows', async () => {
    for (const failure of ['cut-after', { status: 502 }] as const) {
      slack.failNext('chat.startStream', failure)
      await expect(send(unfinished('Once'))).rejects.toMatchObject({ kind: 'unknown' })
    }
    expect(methods()).toEqual(['chat.startStream', 'chat.startStream'])
  })
})
