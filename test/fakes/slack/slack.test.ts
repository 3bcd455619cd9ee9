import { webApi } from '@slack/bolt'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type FakeChannel, type FakePerson, type FakeSlack, startFakeSlack } from './index.ts'

let slack: FakeSlack
let api: webApi.WebClient
let ada: FakePerson
let garden: FakeChannel

beforeEach(async () => {
  slack = await startFakeSlack()
  api = clientWith(slack.botToken)
  ada = slack.person({ name: 'Ada' })
  garden = slack.channel('garden')
  return () => slack.close()
})

const clientWith = (token: string) =>
  new webApi.WebClient(token, {
    slackApiUrl: slack.url,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: 'error' as never,
  })

/** The word in which a call was refused. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: { data?: { error?: string }; message: string }) => error.data?.error ?? error.message,
  )

const markdown = (text: string) => ({ text: 'x', blocks: [{ type: 'markdown', text }] as webApi.KnownBlock[] })

describe('the fake Slack', () => {
  it('knows its tokens', async () => {
    expect(await refusal(clientWith('xoxb-wrong').auth.test())).toBe('invalid_auth')
    expect(await refusal(api.apps.connections.open({}))).toBe('not_allowed_token_type')
    expect(await api.auth.test()).toMatchObject({ user_id: slack.bot.id, team_id: slack.team.id })
  })

  it('refuses what Slack would refuse', async () => {
    expect(await refusal(api.chat.postMessage({ channel: 'C404', text: 'x' }))).toBe('channel_not_found')
    expect(await refusal(api.chat.postMessage({ channel: slack.channel('far', { joined: false }).id, text: 'x' }))).toBe('not_in_channel')
    expect(await refusal(api.chat.postMessage({ channel: garden.id, text: '' }))).toBe('no_text')
    expect(await refusal(api.chat.postMessage({ channel: garden.id, ...markdown('x'.repeat(12_001)) }))).toBe('msg_blocks_too_long')
    expect(await refusal(api.chat.postMessage({ channel: garden.id, ...markdown('') }))).toBe('invalid_blocks')
    expect(await refusal(api.chat.postMessage({ channel: garden.id, text: 'x', thread_ts: '1.1' }))).toBe('thread_not_found')
    const theirs = slack.message({ from: ada, channel: garden, text: 'mine' })
    expect(await refusal(api.chat.update({ channel: garden.id, ts: theirs.ts, text: 'x' }))).toBe('cant_update_message')
    expect(await refusal(api.chat.update({ channel: garden.id, ts: '1.1', text: 'x' }))).toBe('message_not_found')
    const { ts: ours = '' } = await api.chat.postMessage({ channel: garden.id, text: 'é'.repeat(2_001) })
    expect(await refusal(api.chat.update({ channel: garden.id, ts: ours, text: 'é'.repeat(2_001) }))).toBe('msg_too_long')
  })

  it('streams, once, to somebody, and lets nobody change what is streamed', async () => {
    const start = { channel: garden.id, markdown_text: 'Once', thread_ts: slack.message({ from: ada, channel: garden, text: '?' }).ts }
    expect(await refusal(api.apiCall('chat.startStream', { ...start, thread_ts: undefined }))).toBe('invalid_arguments')
    expect(await refusal(api.chat.startStream(start))).toBe('missing_recipient_user_id')
    const { ts = '' } = await api.chat.startStream({ ...start, recipient_user_id: ada.id, recipient_team_id: slack.team.id })
    expect(await refusal(api.chat.update({ channel: garden.id, ts, text: 'x' }))).toBe('streaming_state_conflict')
    await api.chat.appendStream({ channel: garden.id, ts, markdown_text: ' upon' })
    await api.chat.stopStream({ channel: garden.id, ts, markdown_text: ' a time' })
    expect(await refusal(api.chat.appendStream({ channel: garden.id, ts, markdown_text: 'x' }))).toBe('message_not_in_streaming_state')
    expect(slack.botTexts(garden)).toEqual(['Once upon a time'])
  })

  it('shows whom a message calls', async () => {
    await api.chat.postMessage({ channel: garden.id, ...markdown('<!channel> and <@U0101|ada>, and not ‹!here>') })
    expect(slack.view(garden)[0]?.calls).toEqual(['!channel', '@U0101'])
  })

  it('fails as it is told to, having done the call or not', async () => {
    slack.failNext('chat.postMessage', { status: 429, retryAfter: 5 })
    slack.failNext('chat.postMessage', { error: 'is_archived' })
    slack.failNext('chat.postMessage', 'cut-before')
    slack.failNext('chat.postMessage', 'cut-after')
    const post = (text: string) => api.chat.postMessage({ channel: garden.id, text })
    await expect(post('one')).rejects.toMatchObject({ retryAfter: 5 })
    expect(await refusal(post('two'))).toBe('is_archived')
    expect(await refusal(post('three'))).toContain('request error')
    expect(await refusal(post('four'))).toContain('request error')
    await post('five')
    expect(slack.botTexts(garden)).toEqual(['four', 'five'])
  })

  it('lists members and users in pages, and hides private channels from a bot that is not in there', async () => {
    const far = slack.person({ name: 'Far', teamId: 'T0OTHER' })
    const secret = slack.channel('secret', { isPrivate: true, joined: false, members: [ada] })
    const open = slack.channel('open', { joined: false, members: [ada, far] })
    expect(await refusal(api.conversations.info({ channel: secret.id }))).toBe('channel_not_found')
    expect(await refusal(api.conversations.members({ channel: secret.id }))).toBe('channel_not_found')
    expect((await api.conversations.info({ channel: open.id })).channel).toMatchObject({ is_member: false, is_private: false })
    const first = await api.conversations.members({ channel: open.id, limit: 1 })
    const cursor = first.response_metadata?.next_cursor ?? ''
    const second = await api.conversations.members({ channel: open.id, limit: 1, cursor })
    expect([first.members, second.members, second.response_metadata?.next_cursor]).toEqual([[ada.id], [far.id], ''])
    expect(await refusal(api.conversations.members({ channel: open.id, limit: 1_000 }))).toBe('invalid_limit')
    expect((await api.users.list({})).members?.map(({ id }) => id)).toEqual([slack.bot.id, ada.id])
    expect((await api.users.conversations({})).channels?.map(({ name }) => name)).toEqual(['garden'])
  })

  it('gives the newest history first, without the ends of its time and without replies, to whoever may read it', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((text) => slack.message({ from: ada, channel: garden, text }).ts)
    slack.message({ from: ada, channel: garden, text: 'reply', threadTs: two! })
    const texts = async (range: object) =>
      (await api.conversations.history({ channel: garden.id, ...range })).messages?.map(({ text }) => text)
    expect(await texts({})).toEqual(['three', 'two', 'one'])
    expect(await texts({ oldest: one!, latest: three! })).toEqual(['two'])
    expect(await texts({ oldest: one!, latest: three!, inclusive: true })).toEqual(['three', 'two', 'one'])
    slack.limitHistory(2)
    expect(await api.conversations.history({ channel: garden.id, limit: 100 })).toMatchObject({ has_more: true, messages: { length: 2 } })
    expect(await refusal(api.conversations.history({ channel: garden.id, oldest: 'x' }))).toBe('invalid_ts_oldest')
    slack.giveScopes(['groups:history'])
    expect(await refusal(api.conversations.history({ channel: garden.id }))).toBe('missing_scope')
    slack.giveScopes([])
    slack.removeBot(garden, ada)
    expect(await refusal(api.conversations.history({ channel: garden.id }))).toBe('not_in_channel')
  })

  it('tells over a socket until it is acknowledged, counting', async () => {
    const { url = '' } = await clientWith(slack.appToken).apps.connections.open({})
    const socket = new WebSocket(url)
    onTestFinished(() => socket.terminate())
    const got: { type: string; envelope_id: string; retry_attempt?: number }[] = []
    socket.on('message', (data) => got.push(JSON.parse(String(data))))
    await slack.waitFor(() => got.some(({ type }) => type === 'hello'))
    const { telling } = slack.message({ from: ada, text: 'Hello' })
    await slack.waitFor(() => got.length === 3)
    expect(got.slice(1).map(({ type, retry_attempt }) => [type, retry_attempt])).toEqual([
      ['events_api', undefined],
      ['events_api', 1],
    ])
    expect(slack.acknowledged(telling)).toBe(false)
    socket.send(JSON.stringify({ envelope_id: got[1]?.envelope_id }))
    await slack.waitFor(() => slack.acknowledged(telling))
  })

  it('lets each address of a socket be used once', async () => {
    const { url = '' } = await clientWith(slack.appToken).apps.connections.open({})
    const refused = (address: string) => new Promise((resolve) => new WebSocket(address).on('error', (error) => resolve(error.message)))
    const socket = new WebSocket(url)
    onTestFinished(() => socket.terminate())
    await slack.waitFor(() => slack.sockets === 1)
    expect(await refused(url)).toContain('403')
  })
})
