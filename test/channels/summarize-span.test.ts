import { expect, test } from 'vitest'
import type { Channel } from '../../src/channels/channel.ts'
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { findChannelOf } from '../../src/channels/find-channel.ts'
import { logMessage } from '../../src/channels/log/log-message.ts'
import { pruneChannels } from '../../src/channels/manage/retention.ts'
import type { ChannelSettings } from '../../src/channels/settings.ts'
import { summarizeSpan } from '../../src/channels/summarize-span.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { channelBench, openChannel, repeatMaterial, unstopped } from './bench.ts'

const minutes = 60_000

/** A channel in which m1 to m8 were said, one each half hour, and what the summary of a span of it was made from. */
async function world(maxPartTokens: number) {
  const store = await testStore()
  const asked: string[] = []
  const bench = channelBench(store, {
    settings: { maxCascadeTokens: 1_000_000, maxPartTokens },
    async writeSummary(material) {
      const made = repeatMaterial(material)
      asked.push(made.text)
      return { ...made, tokens: 1_000 }
    },
  })
  const [ana, place] = [await testPerson(store), sharedPlace('team')]
  bench.clock.set('2026-11-02T08:00:00Z')
  const placeId = await openChannel(bench, place, ana)
  for (let count = 1; count <= 8; count++) {
    await ana.say(`m${count}`, bench.clock.now(), { place, id: `m${count}`, order: BigInt(count) })
    bench.clock.advance(30 * minutes)
  }
  bench.clock.advance(31 * minutes)
  await bench.tick()
  const channel = await findChannelOf(store.db, placeId)
  if (!channel) throw new Error('The channel is gone.')
  async function summarize(from: string, to: string) {
    asked.length = 0
    const day = (time: string) => new Date(`2026-11-02T${time}:00Z`)
    return summarizeSpan(bench, { channel: channel!, signal: unstopped }, { from: day(from), to: day(to) })
  }
  return { summarize, asked, bench, channel }
}

test('a short span is summarized from its messages', async () => {
  const { summarize, asked } = await world(8_000)
  expect(await summarize('08:00', '10:00')).toMatchObject({ text: '(m1 m2 m3 m4)', messageCount: 4 })
  expect(asked).toEqual(['(m1 m2 m3 m4)'])
})

const words = (summary: { readonly text: string } | undefined) => summary?.text.replace(/[()]/g, '')

test('a long span is summarized from the largest summaries within it, and from the messages beside them', async () => {
  const { summarize, asked } = await world(1)
  const summary = await summarize('08:30', '11:30')
  expect(words(summary)).toBe('m2m3m4m5m6m7')
  // Nothing is read again: the pyramid has a summary of m2, one of m3 and m4, one of m5 and m6, and one of m7.
  expect(asked.map((text) => text.replace(/[()]/g, ''))).toEqual(['m2m3m4m5m6m7'])
  expect(summary).toMatchObject({
    messageCount: 6,
    startsAt: new Date('2026-11-02T08:30:00Z'),
    endsAt: new Date('2026-11-02T11:00:00Z'),
  })
})

test('a long span that cuts windows is summarized from the messages in them that it has', async () => {
  const { summarize, asked } = await world(1)
  const summary = await summarize('08:00', '09:15')
  expect(words(summary)).toBe('m1m2m3')
  // A message that is too long for the model continues in the next part, and counts once.
  expect(asked.slice(0, 2)).toEqual(['(3)', '(m)'])
  expect(summary?.messageCount).toBe(3)
})

test('a span in which nothing was said has no summary', async () => {
  const { summarize, asked } = await world(1)
  expect(await summarize('05:00', '06:00')).toBeUndefined()
  expect(asked).toEqual([])
})

/** How many messages the busy channel has, and how many of them were sent in the same second. */
const [busyCount, perSecond] = [2_100, 7]

/** A channel in which 2,100 messages were sent that no summary stands for, from 08:00 to 08:05. */
async function busyWorld(settings: Partial<ChannelSettings>, writeSummary: ChannelDeps['writeSummary']) {
  const store = await testStore()
  const bench = channelBench(store, { settings, writeSummary })
  const [ana, place] = [await testPerson(store), sharedPlace('team')]
  const start = new Date('2026-11-02T08:00:00Z')
  bench.clock.set(start)
  const placeId = await openChannel(bench, place, ana)
  const { segmentId, placeId: at, audience } = await ana.say('m1', start, { place, id: 'm1', order: 1n })
  const more = Array.from({ length: busyCount - 1 }, (_, index) => ({
    ...{ segmentId, placeId: at, audience, role: 'user' as const, kind: 'chat' as const, text: `m${index + 2}` },
    ...{ platformMessageId: `m${index + 2}` as PlatformMessageId, platformOrder: BigInt(index + 2) },
    sentAt: new Date(start.getTime() + Math.floor((index + 1) / perSecond) * 1_000),
  }))
  // Their ids are not in the order in which they were sent.
  await store.transaction((tx) => insertMessages(tx, ana.threadId, more.reverse()))
  const channel = (await findChannelOf(store.db, placeId)) as Channel
  const span = { from: start, to: new Date('2026-11-02T09:00:00Z') }
  return { bench, channel, summary: await summarizeSpan(bench, { channel, signal: unstopped }, span) }
}

const numbers = (from: number) => Array.from({ length: busyCount - from + 1 }, (_, index) => `m${from + index}`)

test('thousands of messages beside the summaries are read in pages, each once and in order', async () => {
  const calls: number[] = []
  const { summary } = await busyWorld({ spanPageSize: 100, maxPartTokens: 800, maxSpanTokens: 1_000_000 }, async (material) => {
    if ('lines' in material) calls.push(material.lines.length)
    return { ...repeatMaterial(material), tokens: 1_000 }
  })
  expect(summary?.text.replace(/[()]/g, ' ').trim().split(/\s+/)).toEqual(numbers(1))
  expect(summary).toMatchObject({ messageCount: busyCount, startsAt: new Date('2026-11-02T08:00:00Z'), isPartial: false })
  expect(calls.length).toBeGreaterThan(21)
})

test('beyond the token limit, the latest part of the span is summarized, and the summary says so', async () => {
  const read: string[] = []
  let used = 0
  const { summary } = await busyWorld({ spanPageSize: 100, maxPartTokens: 800, maxSpanTokens: 12_000 }, async (material, { maxTokens }) => {
    const tokens = 'lines' in material ? 1_500 : 1_000 + 100 * material.summaries.length
    if (tokens > maxTokens) return undefined
    used += tokens
    if ('lines' in material) read.unshift(...material.lines.map(({ text }) => text))
    return { topics: [], text: 'lines' in material ? 'A part.' : 'All parts.', model: 'short', tokens }
  })
  const first = Number(read[0]?.slice(1))
  expect(read).toEqual(numbers(first))
  expect(first).toBeGreaterThan(1)
  expect(read.length).toBeGreaterThan(200)
  expect(used).toBeLessThanOrEqual(12_000)
  expect(summary).toMatchObject({
    text: 'All parts.',
    messageCount: read.length,
    startsAt: new Date(Date.parse('2026-11-02T08:00:00Z') + Math.floor((first - 1) / perSecond) * 1_000),
    isPartial: true,
  })
})

test('summaries that are too much to be merged are left out from the oldest on', async () => {
  const { bench, channel } = await world(1)
  const span = { from: new Date('2026-11-02T08:30:00Z'), to: new Date('2026-11-02T11:30:00Z') }
  const limited = { ...bench, channelSettings: { ...bench.channelSettings, maxSpanTokens: 1_150 } }
  const summary = await summarizeSpan(limited, { channel, signal: unstopped }, span)
  expect(words(summary)).toBe('m5m6m7')
  expect(summary).toMatchObject({ messageCount: 3, startsAt: new Date('2026-11-02T10:00:00Z'), isPartial: true })
})

test('messages that are no longer kept are in the summary of a span by the summaries that the pyramid has of them', async () => {
  const store = await testStore()
  const bench = channelBench(store)
  const place = sharedPlace('team')
  bench.clock.set('2026-11-02T08:00:00Z')
  const placeId = await openChannel(bench, place, await testPerson(store))
  for (let count = 1; count <= 4; count++) {
    const [id, sentAt] = [`m${count}` as PlatformMessageId, bench.clock.now()]
    const author = { id: 'ben', name: 'Ben', isBot: false }
    await logMessage(bench, { type: 'message', place, id, order: BigInt(count), author, text: id, addressed: false, sentAt })
    bench.clock.advance(30 * minutes)
  }
  await bench.tick()
  await store.db.channel.update({ where: { placeId }, data: { keepDays: 1 } })
  bench.clock.set('2026-11-03T09:20:00Z')
  await pruneChannels(bench)
  const channel = (await findChannelOf(store.db, placeId)) as Channel
  const summarize = (from: string, to: string) =>
    summarizeSpan(bench, { channel, signal: unstopped }, { from: new Date(`2026-11-02T${from}Z`), to: new Date(`2026-11-02T${to}Z`) })
  // Those of 08:00 to 09:00 are deleted.
  expect(await store.db.message.count({ where: { placeId, deletedAt: null, text: { startsWith: 'm' } } })).toBe(2)
  expect(words(await summarize('08:00:00', '09:00:00'))).toBe('m1m2')
  expect(words(await summarize('08:00:00', '10:00:00'))?.replaceAll(' ', '')).toBe('m1m2m3m4')
})
