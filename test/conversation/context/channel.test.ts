import { beforeEach, describe, expect, test } from 'vitest'
import { logMessage } from '../../../src/channels/log/log-message.ts'
import { switchChannelOff } from '../../../src/channels/manage/switch-channel.ts'
import { contextBudgets } from '../../../src/conversation/context/budgets.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { Prisma } from '../../../src/store/generated/client.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ChannelBench, channelBench } from '../../channels/bench.ts'
import { openTestChannel, type TestChannel } from '../../channels/log/support.ts'
import { message } from '../../support/app.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { type ContextOptions, contextOf } from './conversation.ts'

const team = { ...sharedPlace('team'), title: 'Team' }
let store: Store, bench: ChannelBench, channel: TestChannel, ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = channelBench(store, { settings: { maxCascadeTokens: 1_000_000 } })
  bench.clock.set('2026-11-27T08:00:00Z')
  ana = await testPerson(store, { name: 'ana', timezone: 'Etc/UTC' })
  channel = await openTestChannel(bench, team, 'ana')
})

const say = (by: string, text: string) => logMessage(bench, { ...message(bench, by, team, text), addressed: false })
const wait = (minutes: number) => bench.clock.advance(minutes * 60_000)
const order = () => BigInt(bench.clock.now().getTime())

/** Part 7 of the context of what ana asks now, and the report on it. */
async function askNow({ from = store, ...options }: ContextOptions & { readonly from?: Store } = {}) {
  const asked = await ana.say('@bot What did we decide?', bench.clock.now(), { place: team, id: `ask-${order()}`, order: order() })
  const { background, report } = await contextOf(from, ana, [asked], options)
  const [, block = ''] = /<channel>\n([\s\S]*?)\n\s*<\/channel>/.exec(background) ?? []
  return { lines: block.split('\n').map((line) => line.trim()), background, part: report.parts.find(({ name }) => name === '7 the place') }
}

describe('in a channel that is on, the context', () => {
  test('has each message once: in a summary, or as it was said, with long silences marked', async () => {
    await say('ben', 'We take the blue tent')
    wait(20)
    await say('olga', 'Agreed')
    wait(200)
    await bench.tick()
    await say('ben', 'Who brings the stove?')
    wait(5)
    const { lines, part } = await askNow()
    expect(lines).toEqual([
      'Summarized 2 messages, Friday 27 November 2026 08:00 to 08:20: (We take the blue tent Agreed)',
      '(3.5 hours of silence)',
      expect.stringMatching(/^\[#\d+\] Friday 27 November 2026, 11:40 user \(ben\): Who brings the stove\?$/),
    ])
    expect(part).toMatchObject({ items: 3, omitted: [] })
  })

  test('has the messages of closed windows until they are summarized', async () => {
    await say('ben', 'One')
    wait(60)
    await say('ben', 'Two')
    wait(60)
    const before = await askNow()
    expect(before.lines.map((line) => line.slice(-3))).toEqual(['One', 'Two'])
    await bench.tick()
    expect((await askNow()).lines.filter((line) => line.startsWith('Summarized'))).toHaveLength(1)
  })

  test('has each message once if a cascade ends while it is read', async () => {
    await say('ben', 'One')
    wait(60)
    const { $queryRaw } = store.db
    let cascades = 0
    // A cascade ends before each statement on windows that does not see the same state as those before it.
    const db = new Proxy(store.db, {
      get: (target, name) =>
        name !== '$queryRaw'
          ? Reflect.get(target, name)
          : async (query: Prisma.Sql, ...values: unknown[]) => {
              if (query.sql?.includes('channel_windows')) cascades += (await bench.tick()).length
              return $queryRaw.call(target, query, ...values)
            },
    })
    const { lines } = await askNow({ from: { ...store, db } })
    expect(cascades).toBe(0)
    expect(lines.filter((line) => line.includes('One'))).toHaveLength(1)
  })

  test('shows the summaries in the timezone of the channel, and says so if it is not that of who asks', async () => {
    await store.db.channel.update({ where: { placeId: channel.placeId }, data: { timezone: 'Asia/Tokyo' } })
    await say('ben', 'One')
    const { lines, background } = await askNow()
    expect(lines[0]).toContain('Friday 27 November 2026, 17:00')
    expect(background).toContain('Times are in Asia/Tokyo.')
  })

  test('stays within the limit of characters: the oldest summaries go first, the current window last, and both are reported', async () => {
    for (let window = 0; window < 24; window++) {
      await say('ben', `Window ${window} ${'word '.repeat(150)}`)
      wait(30)
      if (window < 21) await bench.tick()
    }
    const { background, part } = await askNow({ budgets: { ...contextBudgets, placeCharacters: 4_000 } })
    // With our own words around it.
    const [text = ''] = /The place is titled[\s\S]*<\/channel>/.exec(background) ?? []
    expect(text.length).toBeLessThanOrEqual(4_000)
    expect(text).toContain('Window 23')
    expect(text).not.toContain('Window 0 ')
    expect(part?.omitted).toEqual([{ what: expect.stringMatching(/^\d+ older summar(y|ies)$/), why: expect.any(String) }])
  })

  test('has all messages of a busy window that fit', async () => {
    for (let count = 0; count < 150; count++) {
      await say('ben', 'Ok')
      bench.clock.advance(5_000)
    }
    const { lines, part } = await askNow()
    expect(lines).toHaveLength(150)
    expect(part?.omitted).toEqual([])
  })

  test('reports that there are older messages without a summary than it reads', async () => {
    for (let count = 1; count <= 241; count++) await say('ben', `Message ${count}`)
    const { lines, part } = await askNow()
    expect(lines.at(-1)).toContain('Message 241')
    const what = `${240 - lines.length} earlier messages of others and all older ones that have no summary yet`
    expect(part?.omitted).toEqual([{ what, why: expect.any(String) }])
  })

  test('warns if a summary of much of the channel is left out', async () => {
    const warnings: string[] = []
    const log: Log = { ...silentLog, warn: (_, text) => void warnings.push(text ?? '') }
    for (let window = 0; window < 8; window++) {
      await say('ben', `Window ${window} ${'word '.repeat(150)}`)
      wait(30)
      await bench.tick()
    }
    await askNow({ log })
    expect(warnings).toEqual([])
    await askNow({ log, budgets: { ...contextBudgets, placeCharacters: 500 } })
    expect(warnings).toEqual(['a summary of much of a channel was left out of a context'])
  })
})

test('once it is off, the context has nothing of the log, only what others say to the bot', async () => {
  await say('ben', 'One')
  wait(60)
  await bench.tick()
  await store.transaction((tx) => switchChannelOff(tx, channel))
  await say('ben', 'Unlogged')
  const { background } = await askNow()
  expect(background).not.toContain('Summarized')
  expect(background).not.toContain('What others said to you')
})

describe('a related channel', () => {
  const other = { ...sharedPlace('other'), title: 'Other' }

  async function relate() {
    const related = await openTestChannel(bench, other, 'ana')
    for (let window = 0; window < 4; window++) {
      await logMessage(bench, { ...message(bench, 'zoe', other, `Secret ${window}`), addressed: false })
      wait(30)
    }
    await bench.tick()
    await store.db.relatedChannel.create({ data: { placeId: channel.placeId, relatedPlaceId: related.placeId } })
    return related
  }

  test('is told of by its newest summaries of more than a window', async () => {
    await relate()
    const { background } = await askNow({ readers: { canAllRead: async () => true } })
    expect(background).toMatch(
      /What related channels talked about lately:\n<related>\n\s*"Other": Summarized 4 messages, .*Secret 0.*Secret 3/,
    )
  })

  test('is not told of once somebody here cannot read it, or it is off', async () => {
    const related = await relate()
    expect((await askNow({ readers: { canAllRead: async () => false } })).background).not.toContain('Secret')
    await store.transaction((tx) => switchChannelOff(tx, related))
    expect((await askNow({ readers: { canAllRead: async () => true } })).background).not.toContain('Secret')
  })
})
