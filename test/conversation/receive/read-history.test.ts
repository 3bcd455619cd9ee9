import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Channel } from '../../../src/channels/channel.ts'
import { startHistory } from '../../../src/channels/manage/history.ts'
import { switchChannelOff } from '../../../src/channels/manage/switch-channel.ts'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceId } from '../../../src/core/domain/ids.ts'
import type { InboundMessage } from '../../../src/core/ports/platform.ts'
import type { PastMessage } from '../../../src/core/ports/shared-places.ts'
import { openTestChannel, readLog, type TestChannel } from '../../channels/log/support.ts'
import { message, type TestApp, testApp } from '../../support/app.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'

const team = sharedPlace('team')
let app: TestApp, channel: TestChannel

beforeEach(async () => {
  app = await testApp({ chat: new ScriptedModel([{ text: 'Noted.' }]), summary: new ScriptedModel([{ text: '' }]) })
  app.clock.set('2026-11-27T10:00:00Z')
  channel = await openTestChannel(app, team, 'ana')
  app.places.history.set(team.address, [])
})
afterEach(() => app.close())

const run = { signal: new AbortController().signal, attempt: 1, last: true }
const wait = (minutes: number) => app.clock.advance(minutes * 60_000)

/** Something that is said on the platform now, whether the bot hears it or not. */
function said(by: string, text: string, more: Partial<InboundMessage> = {}): InboundMessage {
  const event = { ...message(app, by, team, text), addressed: false, ...more }
  app.places.history.get(team.address)?.push(event)
  wait(1)
  return event
}
const replace = (id: string, by: PastMessage[]) =>
  app.places.history.set(
    team.address,
    (app.places.history.get(team.address) ?? []).flatMap((one) => (one.id === id ? by : [one])),
  )

/** Runs the scheduler, and reads what it enqueues. */
async function catchUp() {
  await app.handlers['queue-histories']({}, run)
  const due = await app.store.db.channel.findMany({ where: { historyDueAt: { lte: app.clock.now() } }, select: { placeId: true } })
  for (const { placeId } of due) await app.handlers['read-history']({ placeId: placeId as PlaceId }, run)
}
const log = () => readLog(app, channel)

describe('after an outage', () => {
  test('what was missed is logged once and in order, over several pages', async () => {
    await app.inbox(said('ben', 'Before'))
    for (const text of ['One', 'Two', 'Three', 'Four']) said('ben', text)
    await app.inbox(said('ben', 'After'))
    wait(20)
    await catchUp()
    await catchUp()
    expect(await log()).toEqual(['Before', 'One', 'Two', 'Three', 'Four', 'After'].map((text) => `ben: ${text}`))
  })

  test('what was edited and deleted meanwhile is edited and deleted', async () => {
    const [first, second, third] = [said('ben', 'First'), said('ben', 'Second'), said('ben', 'Third')]
    for (const event of [first, second, third]) await app.inbox(event)
    const quoted = { kind: 'reply' as const, id: second.id, author: { id: 'ben', name: 'ben' }, text: 'Second' }
    await app.inbox({ ...message(app, 'ana', team, '@bot Really?'), refersTo: [quoted] })
    wait(20)
    replace(first.id, [{ ...first, type: 'edit', text: 'First, edited', editedAt: app.clock.now() }])
    replace(second.id, [])
    app.places.pageSize = 10
    await catchUp()
    expect(await log()).toEqual(['ben: First, edited', 'ben: Third'])
    expect(await app.store.db.messageReference.count({ where: { text: 'Second' } })).toBe(0)
  })

  test('what the platform lists without its content stays', async () => {
    const events = [said('ben', 'First'), said('ben', 'Second'), said('ben', 'Third')]
    for (const event of events) await app.inbox(event)
    wait(20)
    app.places.withheld.add(events[1]!.id)
    app.places.pageSize = 10
    await catchUp()
    expect(await log()).toEqual(['ben: First', 'ben: Second', 'ben: Third'])
  })

  test('what was said to the bot is answered once, unless it is old', async () => {
    said('ana', '@bot Too old?', { addressed: true })
    wait(90)
    const missed = said('ana', '@bot Still there?', { addressed: true })
    await catchUp()
    await app.inbox(missed)
    expect(await app.store.db.message.findMany({ where: { text: { startsWith: '@bot' } }, orderBy: { sentAt: 'asc' } })).toMatchObject([
      { text: '@bot Too old?', pending: false },
      { text: '@bot Still there?', pending: true },
    ])
  })

  test('a platform that limits or fails is asked again later, from where it stopped', async () => {
    for (const text of ['One', 'Two', 'Three']) said('ben', text)
    wait(20)
    app.places.failure = new PlatformError('rate_limited', 'slow down', 60_000)
    await catchUp()
    expect(await log()).toEqual([])
    app.places.failure = undefined
    await catchUp()
    expect(await log()).toEqual([])
    wait(2)
    await catchUp()
    expect(await log()).toEqual(['ben: One', 'ben: Two', 'ben: Three'])
  })

  test('bots, and those who have opted out, are not logged', async () => {
    await app.store.db.channelAuthor.create({ data: { placeId: channel.placeId, platformUserId: 'olga', optedOutAt: app.clock.now() } })
    said('olga', 'Secret')
    said('robot', 'Beep', { author: { id: 'robot', name: 'robot', isBot: true } })
    wait(20)
    await catchUp()
    expect(await log()).toEqual([])
  })
})

describe('the history', () => {
  test('is read back to the day that was asked for', async () => {
    const past = said('ben', 'Last month')
    replace(past.id, [{ ...past, sentAt: new Date('2026-10-20T10:00:00Z') }])
    const older = said('ben', 'Last year')
    replace(older.id, [{ ...older, sentAt: new Date('2025-10-20T10:00:00Z') }])
    await startHistory(app.store.db, { placeId: channel.placeId, since: new Date('2026-10-01T00:00:00Z'), now: app.clock.now() })
    await catchUp()
    expect(await log()).toEqual(['ben: Last month'])
  })

  test('is not read while the channel is off, nor afterwards if it was asked for then', async () => {
    await app.store.transaction((tx) => switchChannelOff(tx, channel as Channel))
    said('ben', 'Off the record')
    await startHistory(app.store.db, { placeId: channel.placeId, since: new Date('2026-10-01T00:00:00Z'), now: app.clock.now() })
    expect(await app.store.db.channel.findFirst()).toMatchObject({ historySince: null })
    // As an earlier version stored it.
    await app.store.db.channel.updateMany({ data: { historySince: new Date('2026-10-01T00:00:00Z'), historyDueAt: app.clock.now() } })
    await openTestChannel(app, team, 'ana')
    expect(await app.store.db.channel.findFirst()).toMatchObject({ historySince: null })
    await catchUp()
    expect(await log()).toEqual([])
  })

  test('is read as far back as messages are kept', async () => {
    await app.store.db.channel.updateMany({ data: { keepDays: 30 } })
    await startHistory(app.store.db, { placeId: channel.placeId, since: new Date('2026-01-01T00:00:00Z'), now: app.clock.now() })
    expect(await app.store.db.channel.findFirst()).toMatchObject({ historySince: new Date('2026-10-28T10:00:00Z') })
  })

  test('leaves out what was said while the channel was off', async () => {
    await app.store.transaction((tx) => switchChannelOff(tx, channel as Channel))
    said('ben', 'Off the record')
    wait(20)
    await openTestChannel(app, team, 'ana')
    said('ben', 'On the record')
    await startHistory(app.store.db, { placeId: channel.placeId, since: new Date('2026-10-01T00:00:00Z'), now: app.clock.now() })
    wait(20)
    await catchUp()
    expect(await log()).toEqual(['ben: On the record'])
  })
})
