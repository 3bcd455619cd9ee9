import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../../src/core/ports/clock.ts'
import type { InboundAction, InboundEvent, InboundMessage } from '../../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../../src/core/ports/platform-adapter.ts'
import { type FakeChannel, type FakePerson, type FakeSlack, type PersonMessage, startFakeSlack } from '../../../fakes/slack/index.ts'
import { RunningClock } from '../../../support/clock.ts'
import { adapterOn, hurriedClock } from '../harness.ts'

let slack: FakeSlack
let adapter: PlatformAdapter
let events: InboundEvent[]
let ada: FakePerson
let bob: FakePerson
let garden: FakeChannel

beforeEach(async () => {
  slack = await startFakeSlack()
  adapter = adapterOn(slack).adapter
  events = []
  ada = slack.person({ name: 'Ada', timezone: 'Europe/Paris', locale: 'fr-FR' })
  bob = slack.person({ name: 'Bob' })
  garden = slack.channel('garden')
  await adapter.receiver.start(async (event) => void events.push(event))
  return async () => {
    await adapter.receiver.stop()
    await slack.close()
  }
})

const waitForEvents = (count: number) => vi.waitFor(() => expect(events).toHaveLength(count), { timeout: 5_000, interval: 10 })
const messages = () => events.filter((event): event is InboundMessage => event.type === 'message')

/** What has come when everything that was told before in a place has been handled: those of one place are taken in order. */
async function drainEvents(channel?: FakeChannel): Promise<readonly InboundEvent[]> {
  const { ts } = slack.message({ from: ada, ...(channel && { channel }), text: 'the last of all' })
  await vi.waitFor(() => expect(messages().some(({ id }) => id === ts)).toBe(true), { timeout: 5_000, interval: 10 })
  return events.filter((event) => !('id' in event && event.id === ts))
}

describe('a message', () => {
  it('tells the author with their timezone and language, the workspace, and its time', async () => {
    const { ts } = slack.message({ from: ada, text: 'Bonjour' })
    await waitForEvents(1)
    const [seconds = '', micros = ''] = ts.split('.')
    expect(events[0]).toMatchObject({
      place: { platform: 'slack', tenant: slack.team.id, address: `@${ada.id}`, kind: 'direct' },
      author: { id: ada.id, name: 'Ada', timezone: 'Europe/Paris', locale: 'fr-FR', isBot: false },
      order: BigInt(seconds) * 1_000_000n + BigInt(micros),
      sentAt: new Date(Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)),
    })
  })

  it('is one, though Slack tells of a mention twice', async () => {
    slack.message({ from: ada, channel: garden, text: `${slack.mention}: what is for lunch?` })
    const came = await drainEvents(garden)
    expect(came).toMatchObject([{ text: 'what is for lunch?', addressed: true, place: { address: garden.id, title: '#garden' } }])
  })

  it('asks Slack about its author once', async () => {
    for (const text of ['one', 'two', 'three']) slack.message({ from: ada, text })
    await waitForEvents(3)
    expect(slack.calls.filter(({ method, params }) => method === 'users.info' && params['user'] === ada.id)).toHaveLength(1)
  })

  it('comes with its author as their id when Slack does not say who they are', async () => {
    slack.failNext('users.info', { status: 500 })
    slack.message({ from: ada, text: 'Hello' })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ author: { id: ada.id, name: ada.id, isBot: false } })
    slack.message({ from: ada, text: 'Again' })
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ author: { name: 'Ada' } })
  })

  it('comes with the last known name of its author when Slack does not say it now', async () => {
    await adapter.receiver.stop()
    const clock = new RunningClock('2026-11-18T09:00:00Z')
    adapter = adapterOn(slack, { clock }).adapter
    await adapter.receiver.start(async (event) => void events.push(event))
    slack.message({ from: ada, text: 'Hello' })
    await waitForEvents(1)
    clock.jumpTo('2026-11-18T11:00:00Z')
    slack.failNext('users.info', { status: 500 })
    slack.message({ from: ada, text: 'Again' })
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ author: { id: ada.id, name: 'Ada' } })
  })

  it('is read from mrkdwn, with the names of those it mentions', async () => {
    slack.message({ from: ada, text: `*bold* <https://example.org|here> for <@${bob.id}> in <#${garden.id}|> &amp; <!here>` })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ text: '**bold** [here](https://example.org) for @Bob in #garden & @here' })
  })

  it('is nothing when a channel speaks of itself', async () => {
    slack.message({ from: ada, channel: garden, text: 'joined', fields: { subtype: 'channel_join' } })
    slack.message({ from: ada, channel: garden, text: 'a bot', fields: { subtype: 'bot_message', bot_id: 'B0OTHER' } })
    expect(await drainEvents(garden)).toEqual([])
  })

  it('says what came with it where there are no words', async () => {
    const voice = slack.file({ name: 'audio.m4a', mimetype: 'audio/mp4', content: Buffer.from('x'), subtype: 'slack_audio' })
    const photo = slack.file({ name: 'cat.png', mimetype: 'image/png', content: Buffer.from('xy') })
    slack.message({ from: ada, files: [voice] })
    slack.message({ from: ada, files: [photo] })
    await waitForEvents(2)
    expect(events).toMatchObject([
      { text: '[voice message]', attachments: [{ mediaType: 'audio/mp4', bytes: 1 }] },
      { text: '[photo]', attachments: [{ name: 'cat.png', mediaType: 'image/png', bytes: 2 }] },
    ])
  })

  it('says that something came with it also where that cannot be read', async () => {
    const share = { is_share: true, author_name: 'Bob', text: 'Bring tea' }
    slack.message({ from: ada, fields: { attachments: [share] } })
    slack.message({ from: ada, channel: garden, text: slack.mention, fields: { attachments: [share] } })
    slack.message({ from: ada, fields: { files: [{ id: 'F0FAR', file_access: 'check_file_info' }], subtype: 'file_share' } })
    slack.message({ from: ada, text: 'Look', fields: { attachments: [share] } })
    await waitForEvents(4)
    const texts = (address: string) => messages().flatMap(({ place, text }) => (place.address === address ? [text] : []))
    expect(texts(`@${ada.id}`)).toEqual(['[forwarded message]', '[file]', 'Look'])
    expect(texts(garden.id)).toEqual(['[forwarded message]'])
    expect(messages().some(({ attachments }) => attachments)).toBe(false)
  })
})

describe('a forwarded message', () => {
  const share = { is_share: true, author_id: 'U0BOB', author_name: 'Bob', text: 'Bring *tea* and cups', ts: '1795000000.000100' }

  it('is what the message refers to, with or without a comment', async () => {
    slack.message({ from: ada, text: 'Can we do that?', fields: { attachments: [share] } })
    slack.message({ from: ada, fields: { attachments: [share, { ...share, author_id: 17, ts: null, text: 'Second' }] } })
    await waitForEvents(2)
    const first = {
      kind: 'forward',
      author: { id: 'U0BOB', name: 'Bob' },
      text: 'Bring **tea** and cups',
      sentAt: new Date(1_795_000_000_000),
    }
    expect(messages().map(({ text, refersTo }) => ({ text, refersTo }))).toEqual([
      { text: 'Can we do that?', refersTo: [first] },
      { text: '[forwarded message]', refersTo: [first, { kind: 'forward', author: { name: 'Bob' }, text: 'Second' }] },
    ])
  })

  it('is none if it is only an unfurled link, or has no text', async () => {
    const attachments = [{ title: 'A page', text: 'about tea' }, { ...share, text: ' ' }, { ...share, text: null }, 'tea', null]
    slack.message({ from: ada, text: 'Look', fields: { attachments } })
    await waitForEvents(1)
    expect(messages()).toMatchObject([{ text: 'Look' }])
    expect(messages()[0]).not.toHaveProperty('refersTo')
  })
})

describe('a thread of a channel', () => {
  it('is a place of its own', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    slack.message({ from: bob, channel: garden, text: 'Yes', threadTs: root.ts })
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ place: { address: `${garden.id}/${root.ts}` }, replyTo: root.ts, addressed: false })
  })

  it('speaks to the bot from when it was mentioned there, unless somebody else is called', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    slack.message({ from: bob, channel: garden, text: 'before', threadTs: root.ts })
    slack.message({ from: bob, channel: garden, text: `${slack.mention} what do you say?`, threadTs: root.ts })
    slack.message({ from: ada, channel: garden, text: 'after', threadTs: root.ts })
    slack.message({ from: ada, channel: garden, text: `<@${bob.id}> and you?`, threadTs: root.ts })
    const came = await drainEvents(garden)
    expect(came.map((event) => event.type === 'message' && event.addressed)).toEqual([false, false, true, true, false])
  })

  it('speaks to the bot that answered there before it was started', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    const place = `${garden.id}/${root.ts}`
    await waitForEvents(1)
    await adapter.sender.send(place as InboundMessage['place']['address'], { text: 'Soup' }, 'k' as never)
    await adapter.receiver.stop()
    const later: InboundEvent[] = []
    const restarted = adapterOn(slack).adapter
    await restarted.receiver.start(async (event) => void later.push(event))
    slack.message({ from: ada, channel: garden, text: 'Which one?', threadTs: root.ts })
    await vi.waitFor(() => expect(later).toMatchObject([{ text: 'Which one?', addressed: true }]))
    await restarted.receiver.stop()
  })
})

describe('a thread that Slack does not tell of', () => {
  let reply: PersonMessage

  /** A message to the bot that only a look at its thread shows to be one; of a bot that was started after the thread. */
  async function replied(failure: Parameters<FakeSlack['failNext']>[1], clock = systemClock) {
    const { ts: root } = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    await waitForEvents(1)
    await adapter.sender.send(`${garden.id}/${root}` as InboundMessage['place']['address'], { text: 'Soup' }, 'k' as never)
    await adapter.receiver.stop()
    const restarted = adapterOn(slack, { clock })
    onTestFinished(() => restarted.adapter.receiver.stop())
    await restarted.adapter.receiver.start(async (event) => void events.push(event))
    slack.failNext('conversations.replies', failure)
    reply = slack.message({ from: ada, channel: garden, text: 'Which one?', threadTs: root })
    return restarted
  }

  it.each([{ status: 503 }, { status: 429, retryAfter: 1 }, { error: 'internal_error' }, 'cut-before'] as const)(
    'for now has its message delivered again: %j',
    async (failure) => {
      await replied(failure)
      await slack.waitFor(() => slack.acknowledged(reply.telling))
      expect(events.slice(1)).toMatchObject([{ text: 'Which one?', addressed: true }])
    },
  )

  it('within its time has its message delivered again', async () => {
    const { log } = await replied('no-answer', hurriedClock)
    const reason = 'Slack: conversations.replies was not answered in time'
    await vi.waitFor(() => expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', fields: { reason } })), 5_000)
    expect(slack.acknowledged(reply.telling)).toBe(false)
    expect(events).toHaveLength(1)
  })

  it('and never will has its message taken for one of the channel', async () => {
    await replied({ error: 'missing_scope' })
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ text: 'Which one?', addressed: false })
  })
})

describe('a change', () => {
  it('is an edit when the text of a person changed', async () => {
    const message = slack.message({ from: ada, channel: garden, text: 'five' })
    slack.edit(message, 'six')
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ type: 'edit', id: message.ts, text: 'six', author: { name: 'Ada' }, place: { address: garden.id } })
  })

  it('is nothing when a link unfolds, or when the bot changes what it wrote', async () => {
    const message = slack.message({ from: ada, text: 'https://example.org' })
    await waitForEvents(1)
    const unfolded = slack.unfurl(message)
    await slack.waitFor(() => slack.acknowledged(unfolded))
    const address = (events[0] as InboundMessage).place.address
    const id = await adapter.sender.send(address, { text: 'one' }, 'k' as never)
    await adapter.sender.edit?.(address, id, { text: 'two' })
    expect(await drainEvents()).toHaveLength(1)
  })

  it('is one edit, though a link unfolds after it', async () => {
    const message = slack.message({ from: ada, text: 'https://example.org' })
    slack.edit(message, 'https://example.com')
    const unfolded = slack.unfurl(message)
    await slack.waitFor(() => slack.acknowledged(unfolded))
    expect(events.map(({ type }) => type)).toEqual(['message', 'edit'])
  })

  it('is an edit in the channel, also where others had answered', async () => {
    const root = slack.message({ from: ada, channel: garden, text: `${slack.mention} two` })
    const reply = slack.message({ from: bob, channel: garden, text: 'reply', threadTs: root.ts })
    slack.edit(root, `${slack.mention} three`)
    slack.edit(reply, 'the reply')
    slack.react(bob, root, { name: '+1' })
    await waitForEvents(5)
    expect(events.slice(2)).toMatchObject([
      { type: 'edit', id: root.ts, text: 'three', addressed: true, place: { address: garden.id } },
      { type: 'edit', id: reply.ts, text: 'the reply', place: { address: `${garden.id}/${root.ts}` } },
      { type: 'reaction', id: root.ts, place: { address: garden.id } },
    ])
  })

  it('of a message in a direct conversation does not draw the bot into its thread', async () => {
    const root = slack.message({ from: ada, text: 'two' })
    await waitForEvents(1)
    const { address } = messages()[0]!.place
    const streamed = await adapter.sender.send(address, { text: 'Soup', unfinished: true }, 'a' as never)
    slack.edit(root, 'three')
    await waitForEvents(2)
    const sent = await adapter.sender.send(address, { text: 'Salad' }, 'b' as never)
    const threadOf = (id: string) => slack.view(ada).find(({ ts }) => ts === id)?.threadTs
    expect([threadOf(streamed), threadOf(sent)]).toEqual([root.ts, undefined])
  })

  it('is a deletion, also where others had answered and a stone is left', async () => {
    const alone = slack.message({ from: ada, channel: garden, text: 'one' })
    const root = slack.message({ from: ada, channel: garden, text: 'two' })
    const reply = slack.message({ from: bob, channel: garden, text: 'reply', threadTs: root.ts })
    await waitForEvents(3)
    slack.remove(alone)
    slack.remove(root)
    slack.remove(reply)
    await waitForEvents(6)
    expect(events.slice(3)).toMatchObject([
      { type: 'deletion', id: alone.ts, place: { address: garden.id } },
      { type: 'deletion', id: root.ts, place: { address: garden.id } },
      { type: 'deletion', id: reply.ts, place: { address: `${garden.id}/${root.ts}` } },
    ])
  })
})

describe('a deletion of a message that cannot be read', () => {
  const gone = (channel: FakeChannel | FakePerson, ts: string) =>
    slack.event(channel, {
      type: 'message',
      subtype: 'message_deleted',
      ts: '1700000000.000200',
      deleted_ts: ts,
      previous_message: { user: 'somebody' },
    })

  it('is one in a channel, in the thread where the message was seen', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'two' })
    const reply = slack.message({ from: bob, channel: garden, text: 'reply', threadTs: root.ts })
    gone(garden, reply.ts)
    gone(garden, '1700000000.000100')
    await waitForEvents(4)
    expect(events.slice(2)).toMatchObject([
      { type: 'deletion', id: reply.ts, place: { address: `${garden.id}/${root.ts}` } },
      { type: 'deletion', id: '1700000000.000100', place: { address: garden.id } },
    ])
  })

  it('is none in a direct conversation: nobody knows whose', async () => {
    const telling = gone(ada, '1700000000.000100')
    await slack.waitFor(() => slack.acknowledged(telling))
    expect(events).toEqual([])
  })
})

describe('a command', () => {
  it.each([
    ['/find', '/find lunch'],
    ['/tl-find', '/find lunch'],
    ['/Acme_tl-Find', '/find lunch'],
    ['/tlfind', '/tlfind lunch'],
    ['/find-2', '/find lunch'],
    ['/to-do', '/todo lunch'],
    ['/42', '/command lunch'],
  ])('may have been renamed, and by any name is answered: %s', async (command, action) => {
    void slack.slash({ from: ada, command, text: 'lunch' })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ type: 'action', action })
  })

  it('can be said without its slash where the bot is mentioned, and is answered in private', async () => {
    slack.message({ from: ada, channel: garden, text: `${slack.mention} find lunch plans` })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ type: 'message', text: '/find lunch plans', addressed: true })
    const { invocation } = events[0] as InboundMessage
    await adapter.sender.answer?.(invocation!, { text: 'Here' }, 'k' as never)
    expect(slack.privately(garden, ada)).toMatchObject([{ text: 'Here' }])
  })

  it.each([
    ['open yesterday', '/open yesterday'],
    ['Open 2026-03-01', '/open 2026-03-01'],
    ['open last Tuesday', '/open last Tuesday'],
    ['digest off', '/digest off'],
    ['timezone', '/timezone'],
    ['timezone Europe/Rome', '/timezone Europe/Rome'],
    ['open', 'open'],
    ['open the window, please', 'open the window, please'],
    ['digest this for me', 'digest this for me'],
    ['timezone of my mother', 'timezone of my mother'],
    ['regenerate', 'regenerate'],
  ])('is told from a sentence: %s', async (said, text) => {
    slack.message({ from: ada, channel: garden, text: `${slack.mention} ${said}` })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ text })
    expect('invocation' in events[0]!).toBe(text.startsWith('/'))
  })

  it('is no bare word in a direct conversation, but for its threads, which Slack keeps slashes from', async () => {
    const root = slack.message({ from: ada, text: 'timezone' })
    slack.message({ from: ada, text: 'timezone', threadTs: root.ts })
    await waitForEvents(2)
    expect(messages().map(({ text }) => text)).toEqual(['timezone', '/timezone'])
  })

  it('given by a slash in a channel of two other people is answered there for its author alone', async () => {
    const theirs = { id: 'D0THEIRS', joined: false }
    void slack.slash({ from: ada, channel: theirs, command: '/timezone' })
    await waitForEvents(1)
    const { place, invocation } = events[0] as InboundAction
    expect(place).toMatchObject({ kind: 'direct', address: `@${ada.id}` })
    await adapter.sender.answer?.(invocation!, { text: 'Paris' }, 'k' as never)
    expect(slack.privately(theirs, ada)).toMatchObject([{ text: 'Paris' }])
  })

  it('is a day chosen in the picker, which asks as one types', async () => {
    void slack.shortcut(ada, 'choose-day')
    await slack.waitFor(() => slack.views.length === 1)
    expect(slack.views[0]?.view).toMatchObject({
      callback_id: 'choose-day',
      title: { text: 'Choisir un jour' },
      submit: { text: 'Valider' },
      close: { text: 'Annuler' },
      blocks: [{ element: { type: 'external_select', action_id: 'suggest.open.day' } }, { element: { type: 'static_select' } }],
    })
    void slack.submit(ada, 'choose-day', { day: '2026-03-02', command: 'open' })
    await waitForEvents(1)
    expect(events[0]).toMatchObject({ type: 'action', action: '/open 2026-03-02', place: { address: `@${ada.id}` } })
  })

  it("is the stop button of Slack's agent view", async () => {
    const { ts } = slack.message({ from: ada, text: 'Tell me a story' })
    slack.stopSession(ada, ts)
    await waitForEvents(2)
    expect(events[1]).toMatchObject({ type: 'action', action: '/stop', place: { address: `@${ada.id}` }, author: { name: 'Ada' } })
  })
})

it('a button is pressed in the channel where its message is, though others had answered', async () => {
  const id = await adapter.sender.send(
    garden.id as never,
    { text: 'Well?', buttons: [{ label: 'On', action: '/digest on' }] },
    'k' as never,
  )
  slack.message({ from: bob, channel: garden, text: 'reply', threadTs: id })
  void slack.press({ from: ada, channel: garden.id, ts: id, label: 'On' })
  await waitForEvents(2)
  expect(events[1]).toMatchObject({ type: 'action', place: { address: garden.id } })
})

describe('an entry in the menu of a message', () => {
  const choose = (channel: string, ts: string) => void slack.messageShortcut({ from: ada, channel, ts, callbackId: 'open' })

  it('brings all of what the message says, as any message is read', async () => {
    const long = 'x &amp; y '.repeat(500)
    const theirs = slack.message({
      from: bob,
      channel: garden,
      text: `${slack.mention}: *tell* <@${ada.id}> <https://a.example|this>: ${long}`,
    })
    choose(garden.id, theirs.ts)
    await waitForEvents(2)
    expect(events.find(({ type }) => type === 'action')).toMatchObject({
      about: { id: theirs.ts, text: `**tell** @Ada [this](https://a.example): ${'x & y '.repeat(500)}`.trim() },
    })
  })

  it('is chosen in the channel where the message is, though others had answered', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
    const reply = slack.message({ from: bob, channel: garden, text: 'Yes', threadTs: root.ts })
    choose(garden.id, root.ts)
    choose(garden.id, reply.ts)
    await waitForEvents(4)
    const addresses = events.flatMap((event) => (event.type === 'action' ? [event.place.address] : []))
    expect(addresses).toEqual([garden.id, `${garden.id}/${root.ts}`])
  })

  it('brings what the bot said, unless Slack gives a part of it alone', async () => {
    const { address } = { address: garden.id } as unknown as InboundMessage['place']
    const short = await adapter.sender.send(address, { text: 'Soup & salad' }, 'a' as never)
    const long = await adapter.sender.send(address, { text: '水'.repeat(1_500) }, 'b' as never)
    choose(garden.id, short)
    choose(garden.id, long)
    await waitForEvents(2)
    expect(events.map((event) => event.type === 'action' && event.about?.text)).toEqual(['Soup & salad', undefined])
  })
})

it('a reaction to a message in a thread finds its place', async () => {
  const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
  await waitForEvents(1)
  const address = `${garden.id}/${root.ts}` as InboundMessage['place']['address']
  const ts = await adapter.sender.send(address, { text: 'Soup' }, 'k' as never)
  slack.react(ada, { channel: garden.id, ts }, { name: '+1::skin-tone-3' })
  slack.react(ada, { channel: garden.id, ts }, { name: 'party_parrot' })
  await waitForEvents(3)
  expect(events.slice(1)).toMatchObject([
    { type: 'reaction', emoji: '👍', place: { address }, id: ts, present: true },
    { type: 'reaction', emoji: ':party_parrot:' },
  ])
})

describe('who wrote', () => {
  it('is a member of the workspace, or of another one', async () => {
    slack.message({ from: ada, channel: garden, text: 'Hello' })
    slack.message({ from: slack.person({ name: 'Eve', teamId: 'T0OTHER' }), channel: garden, text: 'Hello' })
    await waitForEvents(2)
    expect(messages().map(({ author, place }) => [author.isMember, place.tenant])).toEqual([
      [true, slack.team.id],
      [false, slack.team.id],
    ])
  })

  it('is marked as a bot where an app speaks in the name of a person', async () => {
    slack.message({ from: ada, channel: garden, text: 'Hello', fields: { bot_id: 'B0OTHER' } })
    await waitForEvents(1)
    expect(messages()[0]).toMatchObject({ author: { id: ada.id, isBot: true } })
  })

  it('has to mention the bot in a thread where it takes part, if it is another bot', async () => {
    const other = slack.person({ name: 'Other', isBot: true })
    const root = slack.message({ from: ada, channel: garden, text: `${slack.mention} lunch?` })
    slack.message({ from: other, channel: garden, text: 'Soup', threadTs: root.ts })
    slack.message({ from: other, channel: garden, text: `${slack.mention} soup?`, threadTs: root.ts })
    await waitForEvents(3)
    expect(messages().map(({ addressed }) => addressed)).toEqual([true, false, true])
  })
})

it('a reaction comes again when Slack did not say which thread its message is in', async () => {
  const other = slack.person({ name: 'Other', isBot: true })
  const root = slack.message({ from: ada, channel: garden, text: 'Lunch?' })
  const theirs = slack.message({ from: other, channel: garden, text: 'Soup', threadTs: root.ts, fields: { subtype: 'bot_message' } })
  await waitForEvents(1)
  slack.failNext('conversations.replies', { status: 503 })
  slack.react(ada, theirs, { name: '+1' })
  await waitForEvents(2)
  expect(events[1]).toMatchObject({ type: 'reaction', id: theirs.ts, place: { address: `${garden.id}/${root.ts}`, title: '#garden' } })
  const names = ['users.info', 'conversations.info']
  const asked = slack.calls.filter(({ method, params }) => names.includes(method) && params['user'] !== other.id)
  expect(asked.map(({ method }) => method)).toEqual(names)
})

it('what to begin with is shown in the language of the app when the conversation is opened', async () => {
  slack.openHome(ada, 'home')
  slack.openHome(ada, 'messages')
  await slack.waitFor(() => slack.prompts.length > 0)
  expect(slack.prompts).toEqual([
    { channel: ada.directChannel, threadTs: undefined, titles: ['Que sais-tu faire ?', 'Hier', 'Décisions', 'Points ouverts'] },
  ])
})

it('what is none of ours is acknowledged and passed over', async () => {
  const telling = slack.event(garden, { type: 'channel_rename', name: 'yard' })
  await slack.waitFor(() => slack.acknowledged(telling))
  expect(events).toEqual([])
})
