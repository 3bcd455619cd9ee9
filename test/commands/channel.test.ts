import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { readLog } from '../channels/log/support.ts'
import { handle, message, press, type TestApp, testApp } from '../support/app.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

let app: TestApp
const team = sharedPlace('team')
const summaryModel = { text: '{"topics":["tent"],"summary":"They take the blue tent."}' }

beforeEach(async () => {
  app = await testApp({ chat: new ScriptedModel([{ text: 'Noted.' }]), summary: new ScriptedModel([summaryModel]) })
  app.clock.set('2026-11-27T10:00:00Z')
  app.places.managers.add('ana')
  for (const name of ['ana', 'ben']) await handle(app, message(app, name, directPlace(name), '/language english'))
})
afterEach(() => app.close())

const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** Gives a command in the channel, and delivers what is waiting. Returns what was sent to whom since. */
async function give(by: string, line: string, place = team): Promise<readonly [to: string, text: string][]> {
  const before = app.sent.length
  await handle(app, message(app, by, place, line))
  return deliver(before)
}

async function deliver(before: number) {
  const waiting = await app.store.db.delivery.findMany({ where: { state: 'pending' }, orderBy: { id: 'asc' } })
  for (const { messageId } of waiting) await app.handlers['deliver-message']({ messageId: messageId as never }, run)
  return app.sent.slice(before).map(({ to, text }): [string, string] => [to, text])
}

const says = async (by: string, text: string, place = team) => {
  await app.inbox({ ...message(app, by, place, text), addressed: false })
  app.clock.advance(60_000)
}
const channelRow = () => app.store.db.channel.findFirst()
const log = async () => readLog(app, (await channelRow()) as never)

describe('/channel on', () => {
  test('logs the channel from then on, tells everyone there, and answers who gave it privately', async () => {
    await says('ben', 'Before')
    const sent = await give('ana', '/channel on')
    await says('ben', 'The gate is green')
    expect(await log()).toEqual(['ben: The gate is green'])
    expect(Object.fromEntries(sent)).toEqual({
      'direct:ana': expect.stringContaining('I now log this channel, and I have told everyone here'),
      [team.address]: expect.stringMatching(/I now log this channel.*\/channel optout.*\/forget.*\/export/s),
    })
    expect((await give('ana', '/channel on')).map(([to]) => to)).toEqual(['direct:ana'])
  })

  test('names who gave it as they are called there, not as they are called elsewhere', async () => {
    await app.store.db.user.updateMany({ where: { name: 'ana' }, data: { name: 'Anastasia Elsewhere' } })
    const announced = new Map(await give('ana', '/channel on')).get(team.address)
    expect(announced).toContain('as ana has asked me to')
    expect(announced).not.toContain('Elsewhere')
  })

  test('says that it reads the last days too, where the platform has them, but not those on which the log was off', async () => {
    const announced = async () => new Map(await give('ana', '/channel on')).get(team.address)
    expect(await announced()).toContain('I also read what was written here in the last 7 days.')
    await give('ana', '/channel off')
    expect(await announced()).not.toContain('I also read')
  })

  test('is for managers, whom the platform names each time, and for owners', async () => {
    expect(await give('ben', '/channel on')).toEqual([['direct:ben', expect.stringContaining('Only people who manage this channel')]])
    app.places.failure = new PlatformError('unreachable', 'down')
    expect(await give('ana', '/channel on')).toEqual([['direct:ana', expect.stringContaining('did not tell me')]])
    expect(await channelRow()).toBeNull()
    app.places.failure = undefined
    app.places.managers.add('ben')
    await give('ben', '/channel on')
    app.places.managers.delete('ben')
    expect(await give('ben', '/channel off')).toEqual([['direct:ben', expect.stringContaining('Only people who manage')]])
    await app.store.db.account.updateMany({ where: { platformUserId: 'ben' }, data: { isOwner: true } })
    await give('ben', '/channel off')
    expect(await channelRow()).toMatchObject({ isOn: false })
  })

  test('says what is missing instead of failing silently', async () => {
    app.places.obstacle = 'no-access'
    expect(await give('ana', '/channel on')).toEqual([['direct:ana', expect.stringContaining('cannot read this channel')]])
    app.places.obstacle = 'not-delivered'
    expect(await give('ana', '/channel on')).toEqual([['direct:ana', expect.stringContaining('only receive what is addressed to me')]])
    expect(await channelRow()).toBeNull()
  })

  test('is for channels and groups', async () => {
    expect(await give('ana', '/channel on', directPlace('ana'))).toEqual([
      ['direct:ana', expect.stringContaining('for channels and groups')],
    ])
  })
})

describe('a channel that is on', () => {
  beforeEach(async () => {
    await give('ana', '/channel on')
    await says('ben', 'We take the blue tent')
  })

  test('tells anyone how it stands', async () => {
    const [[to, text] = []] = await give('ben', '/channel')
    expect(to).toBe('direct:ben')
    expect(text).toMatch(/\*\*logged\*\*: 1 message and 0 summaries.*Europe\/Paris.*\/channel optout/s)
  })

  test('/channel off stops the log and keeps it, and tells everyone', async () => {
    const sent = await give('ana', '/channel off')
    await says('ben', 'Off the record')
    expect(await log()).toEqual(['ben: We take the blue tent'])
    expect(sent.map(([where]) => where).sort()).toEqual(['direct:ana', team.address].sort())
  })

  test('/channel erase asks first, in private, and then deletes the log', async () => {
    const [[to, text] = []] = await give('ana', '/channel erase')
    expect(to).toBe('direct:ana')
    expect(text).toContain('1 message')
    expect(await log()).toHaveLength(1)
    const { action } = app.sent.at(-1)!.buttons![0]!
    await handle(app, press(app, 'ben', directPlace('ben'), action))
    expect(await log()).toHaveLength(1)
    const before = app.sent.length
    await handle(app, press(app, 'ana', directPlace('ana'), action))
    const sent = await deliver(before)
    expect(await log()).toEqual([])
    expect(await channelRow()).toMatchObject({ isOn: false })
    expect(Object.fromEntries(sent)).toEqual({
      'direct:ana': expect.stringContaining('is deleted'),
      [team.address]: expect.stringContaining('I deleted the log'),
    })
    const again = app.sent.length
    await handle(app, press(app, 'ana', directPlace('ana'), action))
    expect(await deliver(again)).toEqual([['direct:ana', expect.stringContaining('is deleted')]])
  })

  test('the buttons work in a direct chat for a manager who is let in only through the channel', async () => {
    const { placeId } = (await channelRow())!
    app.places.managers.add('ben')
    await app.store.db.user.updateMany({ where: { name: 'ben' }, data: { isOnlyInChannels: true } })
    for (const action of [`/rebuild ${placeId}`, `/channel erase ${placeId}`])
      await handle(app, press(app, 'ben', directPlace('ben'), action))
    expect(await log()).toEqual([])
    await deliver(app.sent.length)
    const before = app.sent.length
    await handle(app, press(app, 'ben', directPlace('ben'), `/channel erase ${placeId}`))
    expect(await deliver(before)).toEqual([['direct:ben', expect.stringContaining('is deleted')]])
  })

  test('/channel optout and optin are for everyone', async () => {
    await give('ben', '/channel optout')
    await says('ben', 'Unlogged')
    await give('ben', '/channel optin')
    await says('ben', 'Logged')
    expect(await log()).toEqual(['ben: We take the blue tent', 'ben: Logged'])
  })

  test('/channel keep sets how long messages are kept, and tells everyone', async () => {
    const sent = await give('ana', '/channel keep 90d')
    expect(Object.fromEntries(sent)[team.address]).toContain('after 90 days')
    expect(await channelRow()).toMatchObject({ keepDays: 90 })
    for (const wrong of ['', '0', 'soon', '99999d']) {
      const [[, text] = []] = await give('ana', `/channel keep ${wrong}`)
      expect(text).toContain('/channel keep 90d')
    }
    await give('ana', '/channel keep always')
    expect(await channelRow()).toMatchObject({ keepDays: null })
  })

  test('/channel timezone takes a timezone that exists', async () => {
    await give('ana', '/channel timezone tokyo')
    await give('ana', '/channel timezone asia/tokyo')
    expect(await channelRow()).toMatchObject({ timezone: 'Asia/Tokyo' })
  })

  test('/channel related takes a logged channel that all members of this one can read, from who manages both', async () => {
    const other = sharedPlace('other')
    const related = () => app.store.db.relatedChannel.count()
    expect(await give('ana', '/channel related #other')).toEqual([['direct:ana', expect.stringContaining('no logged channel #other')]])
    await give('ana', '/channel on', other)
    app.places.readers.set(team.address, new Set(['ana', 'ben']))
    app.places.readers.set(other.address, new Set(['ana']))
    expect(await give('ana', '/channel related #other')).toEqual([['direct:ana', expect.stringContaining('Not everyone')]])
    expect(await related()).toBe(0)
    app.places.readers.get(other.address)?.add('ben')
    await give('ana', '/channel related #other')
    expect(await related()).toBe(1)
    await give('ana', '/channel related none')
    expect(await related()).toBe(0)
  })

  test('/summarize tells only who asked what was said in a time in words', async () => {
    app.clock.advance(3 * 3_600_000)
    expect(await give('ben', '/summarize the last two hours')).toEqual([['direct:ben', expect.stringContaining('Nothing was said')]])
    const [[to, text] = []] = await give('ben', '/summarize today')
    expect(to).toBe('direct:ben')
    expect(text).toMatch(/Friday 27 November 2026, 11:00 – 11:00\*\*, 1 message:\n\nThey take the blue tent\./)
    expect(await give('ben', '/summarize the colour blue')).toEqual([['direct:ben', expect.stringContaining('not a time')]])
  })

  test('/summarize says which part it covers of a time in which too much was said', async () => {
    for (let count = 0; count < 30; count++) await says('ben', 'The blue tent is in the cellar. '.repeat(240))
    const [[, text] = []] = await give('ben', '/summarize today')
    const [, start, messages] = /Friday 27 November 2026, (11:\d\d) – 11:30\*\*, (\d+) messages:/.exec(text ?? '') ?? []
    expect(text).toContain(`That is only what was said since Friday 27 November 2026, ${start}.`)
    expect(start).toBe(`11:${31 - Number(messages)}`)
  })
})

test('while it is off, nothing is read of the past and nothing is summarized again', async () => {
  await give('ana', '/channel on')
  await says('ben', 'One')
  await give('ana', '/channel off')
  for (const line of ['/history 30d', '/rebuild'])
    expect(await give('ana', line)).toEqual([['direct:ana', expect.stringContaining('not logged')]])
  expect(await channelRow()).toMatchObject({ historySince: null, extraTokens: 0 })
})

test('without a log, the commands say so', async () => {
  for (const line of ['/channel', '/channel off', '/channel optout', '/summarize'])
    expect(await give('ana', line)).toEqual([['direct:ana', expect.stringContaining('not logged')]])
})

test('somebody of another platform manages nothing here', async () => {
  await give('ana', '/channel on')
  await app.store.db.account.updateMany({ where: { platformUserId: 'ana' }, data: { platform: 'other' } })
  const { id } = await app.store.db.channel.findFirstOrThrow({ select: { place: { select: { id: true } } } }).then(({ place }) => place)
  await app.store.db.account.updateMany({ where: { platformUserId: 'ana' }, data: { platform: 'test', tenant: 'elsewhere' } })
  await handle(
    app,
    press(app, 'ana', { ...directPlace('ana'), tenant: 'elsewhere', address: 'direct:ana2' as PlaceAddress }, `/channel erase ${id}`),
  )
  expect(await channelRow()).toMatchObject({ isOn: true })
})
