import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChannelOf } from '../../../src/channels/find-channel.ts'
import { loadLogPage } from '../../../src/channels/log/read-log.ts'
import { eraseChannel } from '../../../src/channels/manage/erase-channel.ts'
import { optIn, optOut } from '../../../src/channels/manage/opt-out.ts'
import { switchChannelOff } from '../../../src/channels/manage/switch-channel.ts'
import type { ForgetRequestId, UserId } from '../../../src/core/domain/ids.ts'
import type { InboundEdit, InboundMessage } from '../../../src/core/ports/platform.ts'
import { exportMarkdown } from '../../../src/privacy/export/export-markdown.ts'
import { handle, message, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { openTestChannel, readLog, type TestChannel } from './support.ts'

let app: TestApp, channel: TestChannel
const team = sharedPlace('the team')

beforeEach(async () => {
  app = await testApp({ chat: new ScriptedModel([{ text: 'Noted.' }]), summary: new ScriptedModel([{ text: '' }]) })
  channel = await openTestChannel(app, team, 'ana')
})
afterEach(() => app.close())

const says = (by: string, text: string, more: Partial<InboundMessage> = {}): InboundMessage => ({
  ...message(app, by, team, text),
  addressed: false,
  ...more,
})
const log = () => readLog(app, channel)
const edited = (event: InboundMessage, text: string, more: Partial<InboundEdit> = {}): InboundEdit => {
  app.clock.advance(1_000)
  return { ...event, type: 'edit', text, editedAt: app.clock.now(), ...more }
}

describe('what is said in a channel that is on', () => {
  test('is logged once, with its author and the number of its files, and answered by nobody', async () => {
    const file = { name: 'a', source: 'x' as never }
    const event = says('ben', 'The gate is green', {
      attachments: [
        { ...file, mediaType: 'image/png' },
        { ...file, mediaType: 'application/pdf' },
      ],
    })
    for (let times = 0; times < 3; times++) await app.inbox(event)
    expect(await log()).toEqual(['ben: The gate is green'])
    expect(await app.store.db.channelMessage.findMany()).toMatchObject([{ imageCount: 1, fileCount: 1 }])
    expect(await app.store.db.attachment.count()).toBe(0)
    expect(await app.store.db.user.findMany({ where: { name: 'ben' } })).toEqual([])
    expect(app.sent).toEqual([])
  })

  test('is not logged of bots, of those who are blocked or have opted out, elsewhere, or once it is off', async () => {
    const { id } = await app.store.db.user.create({ data: { name: 'eve', createdAt: app.clock.now(), blockedAt: app.clock.now() } })
    const eve = { userId: id, platform: 'test', tenant: '', platformUserId: 'eve', name: 'eve', createdAt: app.clock.now() }
    await app.store.db.account.create({ data: eve })
    await app.store.transaction((tx) => optOut(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
    for (const who of ['eve', 'olga']) await app.inbox(says(who, 'Secret'))
    await app.inbox(says('robot', 'Beep', { author: { id: 'robot', name: 'robot', isBot: true } }))
    await app.inbox({ ...says('ben', 'Elsewhere'), place: sharedPlace('another room') })
    expect(await log()).toEqual([])
    await app.store.transaction((tx) => optIn(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
    await app.inbox(says('olga', 'Here again'))
    await app.store.transaction((tx) => switchChannelOff(tx, channel))
    await app.inbox(says('ben', 'Off the record'))
    expect(await log()).toEqual(['olga: Here again'])
  })

  test('is logged apart from what is said to the bot, which stays in the thread of whoever says it', async () => {
    await app.inbox(says('ben', 'Anybody there?'))
    await handle(app, message(app, 'ana', team, 'What is up?'))
    expect(await log()).toEqual(['ben: Anybody there?'])
    const { threadId } = await app.store.db.message.findFirstOrThrow({ where: { text: 'What is up?' } })
    expect(await app.store.db.thread.findUnique({ where: { id: threadId } })).toMatchObject({ kind: 'continuous' })
  })

  test('does not quote those who have opted out, also when it is said to the bot', async () => {
    await app.store.transaction((tx) => optOut(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
    const reply = { kind: 'reply' as const, id: 'x' as never, author: { id: 'olga', name: 'olga' }, text: 'My secret' }
    await app.inbox(says('ben', 'I agree', { refersTo: [reply] }))
    await handle(app, { ...message(app, 'ana', team, 'And you?'), refersTo: [reply] })
    expect(await app.store.db.messageReference.count({ where: { text: { contains: 'secret' } } })).toBe(0)
  })

  test('that is forwarded is marked as such', async () => {
    await app.inbox(says('ben', 'I will pay it', { refersTo: [{ kind: 'forward', author: { name: 'Zoe' }, text: '' }] }))
    expect(await app.store.db.messageReference.findMany()).toMatchObject([{ kind: 'forward', text: '', authorName: '' }])
  })
})

describe('a logged message', () => {
  test('follows its edits, the latest of which wins', async () => {
    const event = says('ben', 'At nine')
    await app.inbox(event)
    const [first, second] = [edited(event, 'At ten'), edited(event, 'At eleven')]
    await app.inbox(second)
    await app.inbox(first)
    expect(await log()).toEqual(['ben: At eleven'])
  })

  test('is logged by its edit, if that comes first', async () => {
    const event = says('ben', 'At nine')
    await app.inbox(edited(event, 'At ten'))
    await app.inbox(event)
    expect(await log()).toEqual(['ben: At ten'])
  })

  test('is answered once an edit adds a mention of the bot', async () => {
    const event = says('ana', 'When is lunch?')
    await app.inbox(event)
    await app.inbox(edited(event, '@bot When is lunch?', { addressed: true }))
    expect(await log()).toEqual([])
    expect(await app.store.db.message.findMany({ where: { text: '@bot When is lunch?' } })).toMatchObject([{ pending: true }])
  })

  test('goes when it is deleted, and does not come back with a late delivery', async () => {
    const event = says('ben', 'Oops')
    await app.inbox(event)
    await app.inbox({ type: 'deletion', place: team, id: event.id })
    await app.inbox(event)
    await app.inbox(edited(event, 'Oops again'))
    expect(await log()).toEqual([])
    expect(await app.store.db.message.count({ where: { text: { contains: 'Oops' } } })).toBe(0)
  })

  test('goes when its author, who has opted out since, edits it', async () => {
    const event = says('olga', 'My number is 12')
    await app.inbox(event)
    await app.store.transaction((tx) => optOut(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
    await app.inbox(edited(event, 'My number is 34'))
    expect(await log()).toEqual([])
  })
})

describe('an author who has opted out', () => {
  const leave = () => app.store.transaction((tx) => optOut(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
  const join = () => app.store.transaction((tx) => optIn(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
  const wait = () => app.clock.advance(60_000)
  const shown = async () => {
    const found = await findChannelOf(app.store.db, channel.placeId)
    return (await loadLogPage(app.store.db, found!, { limit: 10 }))!.entries.map(({ text }) => text)
  }

  test('is not logged with what they wrote meanwhile, once they opt in again and it is read', async () => {
    await leave()
    wait()
    const meanwhile = says('olga', 'Meanwhile')
    wait()
    await join()
    await app.inbox(meanwhile)
    await app.inbox(says('olga', 'Again'))
    expect(await log()).toEqual(['olga: Again'])
  })

  test('has what they say to the bot, and its answers, in their own thread only, also once they opt in again', async () => {
    await leave()
    wait()
    await handle(app, message(app, 'olga', team, 'My number is 12'))
    await handle(app, message(app, 'ana', team, 'And mine is 34'))
    expect(await shown()).toEqual(['And mine is 34', 'Noted.'])
    wait()
    await join()
    expect(await shown()).toEqual(['And mine is 34', 'Noted.'])
  })

  test('keeps what they said to the bot when they take the mention out of it, and has nothing of it quoted any more', async () => {
    await leave()
    const event = message(app, 'olga', team, 'When is lunch?')
    await handle(app, event)
    await app.inbox(edited(event, 'When is our lunch?', { addressed: false }))
    const stored = await app.store.db.message.findMany({ where: { platformMessageId: event.id } })
    expect(stored).toMatchObject([{ text: 'When is our lunch?', deletedAt: null }])
  })
})

test('nothing is logged that was said while the channel was off, also if it comes late or is edited later', async () => {
  await app.store.transaction((tx) => switchChannelOff(tx, channel))
  app.clock.advance(60_000)
  const meanwhile = says('ben', 'Off the record')
  app.clock.advance(60_000)
  await openTestChannel(app, team, 'ana')
  await app.inbox(meanwhile)
  await app.inbox(edited(meanwhile, 'Off the record, edited'))
  await app.inbox(says('ben', 'On the record'))
  expect(await log()).toEqual(['ben: On the record'])
})

describe('one who only wrote in the log', () => {
  const forget = async (by: string, what: string) => {
    await handle(app, message(app, by, team, `/forget ${what}`))
    const { id } = await app.store.db.forgetRequest.findFirstOrThrow({ where: { state: 'previewed' }, orderBy: { id: 'desc' } })
    const { id: userId } = await app.store.db.user.findFirstOrThrow({ where: { name: by } })
    await handle(app, message(app, by, team, `/forgetting confirm ${id}`))
    await app.handlers.forget({ forgetRequestId: id as ForgetRequestId }, { signal: new AbortController().signal, attempt: 1, last: true })
    return userId as UserId
  }

  test('does not have back what they said to the bot, once all is forgotten and the history is read', async () => {
    app.clock.set('2026-01-01T12:00:00Z')
    const event = message(app, 'ben', team, 'My secret')
    await handle(app, event)
    app.clock.advance(10 * 86_400_000)
    await forget('ben', 'everything')
    await app.inbox({ ...event, addressed: false })
    expect(await log()).toEqual([])
    expect(await app.store.db.message.count({ where: { text: { contains: 'secret' } } })).toBe(0)
  })

  test.each([['everything'], ['topic gate'], ['2026-01-01']])('has it forgotten with /forget %s, and nothing of others', async (what) => {
    app.clock.set('2026-01-01T12:00:00Z')
    const planted = says('ben', 'The gate is green')
    await app.inbox(planted)
    await app.inbox(says('olga', 'The gate of Olga is red'))
    await forget('ben', what)
    expect(await log()).toEqual(['olga: The gate of Olga is red'])
    await app.inbox(planted)
    expect(await log()).toEqual(['olga: The gate of Olga is red'])
  })

  test('has one message forgotten by a reply to it', async () => {
    const [first, second] = [says('ben', 'One'), says('ben', 'Two')]
    for (const event of [first, second]) await app.inbox(event)
    await handle(app, { ...message(app, 'ben', team, '/forget'), replyTo: first.id })
    const { id } = await app.store.db.forgetRequest.findFirstOrThrow()
    await handle(app, message(app, 'ben', team, `/forgetting confirm ${id}`))
    await app.handlers.forget({ forgetRequestId: id as ForgetRequestId }, { signal: new AbortController().signal, attempt: 1, last: true })
    expect(await log()).toEqual(['ben: Two'])
  })

  test('cannot have the words of others forgotten', async () => {
    const event = says('olga', 'Mine')
    await app.inbox(event)
    await handle(app, { ...message(app, 'ben', team, '/forget'), replyTo: event.id })
    expect(await app.store.db.forgetRequest.count()).toBe(0)
    expect(await log()).toEqual(['olga: Mine'])
  })

  test('gets it with an export, and nothing of others', async () => {
    await app.inbox(says('ben', 'The gate is green'))
    await app.inbox(says('olga', 'Olga speaks'))
    await handle(app, message(app, 'ben', team, '/help'))
    const { id } = await app.store.db.user.findFirstOrThrow({ where: { name: 'ben' } })
    let text = ''
    for await (const part of exportMarkdown({ store: app.store, defaultTimezone: 'Etc/UTC' }, { userId: id as UserId })) text += part
    expect(text).toContain('The gate is green')
    expect(text).not.toContain('Olga speaks')
  })

  test('can ask for it in a direct chat, and for nothing else', async () => {
    app = await closedApp()
    channel = await openTestChannel(app, team, 'ana')
    await app.inbox(says('ben', 'The gate is green'))
    await handle(app, message(app, 'ben', directPlace('ben'), '/forget everything'))
    expect(app.sent.at(-1)?.text).toMatch(/1 message/)
    await app.inbox(message(app, 'ben', directPlace('ben'), 'Hello'))
    await app.inbox(message(app, 'ben', directPlace('ben'), '/remember the milk'))
    await app.inbox(message(app, 'zoe', directPlace('zoe'), '/export'))
    expect(await app.store.db.message.count({ where: { text: { in: ['Hello', '/remember the milk', '/export'] } } })).toBe(0)
  })

  test('may talk to the bot there, and nowhere else', async () => {
    app = await closedApp()
    channel = await openTestChannel(app, team, 'ana')
    await handle(app, message(app, 'ben', team, 'Hello'))
    const before = app.sent.length
    await app.inbox(message(app, 'ben', directPlace('ben'), 'And here?'))
    await app.inbox(message(app, 'ben', sharedPlace('another room'), 'And here?'))
    expect(await app.store.db.message.count({ where: { text: 'And here?' } })).toBe(0)
    expect(
      app.sent
        .slice(before)
        .map(({ text }) => text)
        .join('\n'),
    ).not.toContain('Noted.')
  })
})

async function closedApp(): Promise<TestApp> {
  await app.close()
  return testApp({
    chat: new ScriptedModel([{ text: 'Noted.' }]),
    summary: new ScriptedModel([{ text: '' }]),
    env: { ACCESS: 'pairing' },
  })
}

test('erasing a channel deletes its log and what was made of it, and keeps who opted out', async () => {
  await app.inbox(says('ben', 'The gate is green'))
  await handle(app, message(app, 'ana', team, 'And mine?'))
  await app.store.transaction((tx) => optOut(tx, { channel, platformUserId: 'olga', now: app.clock.now() }))
  await eraseChannel(app.channels, channel)
  await app.inbox(says('ben', 'Off'))
  expect(await log()).toEqual([])
  expect(await app.store.db.channelWindow.count()).toBe(0)
  expect(await app.store.db.channelAuthor.findMany()).toMatchObject([{ platformUserId: 'olga' }])
  expect(await app.store.db.message.count({ where: { text: 'And mine?' } })).toBe(1)
})
