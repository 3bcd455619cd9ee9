import { describe, expect, test } from 'vitest'
import { listRoots } from '../../src/channels/pyramid.ts'
import { type ChannelSummary, formatChannelSummaries, listRepresentingSummaries } from '../../src/channels/read-pyramid.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { channelBench, openChannel } from './bench.ts'

const at = (time: string) => new Date(`2026-11-27T${time}:00Z`)
const summary = (from: string, to: string, text: string, more: Partial<ChannelSummary> = {}): ChannelSummary => ({
  ...{ level: 1, ordinal: 0, startsAt: at(from), endsAt: at(to), messageCount: 3, imageCount: 0, fileCount: 0, topics: [], text },
  ...more,
})
const options = { timezone: 'Europe/Berlin', maxCharacters: 10_000, now: at('13:00') }

describe('the summaries of a channel', () => {
  test('represent each window once, however many there are', async () => {
    const store = await testStore()
    const bench = channelBench(store, { settings: { maxCascadeTokens: 1_000_000 } })
    const ana = await testPerson(store)
    const place = sharedPlace('team')
    const placeId = await openChannel(bench, place, ana)
    for (let count = 1; count <= 11; count++) {
      await ana.say(`m${count}`, bench.clock.now(), { place, id: `m${count}`, order: BigInt(count) })
      bench.clock.advance(31 * 60_000)
      await bench.tick()
      const shown = await listRepresentingSummaries(store.db, placeId)
      expect(shown.map(({ level, ordinal }) => ({ level, ordinal }))).toEqual(listRoots(count))
      expect(shown.map(({ text }) => text).join('')).toBe(Array.from({ length: count }, (_, n) => `(m${n + 1})`).join(''))
    }
  })

  test('are headed by their count, times and topics, and silences are marked', () => {
    const lines = [
      summary('08:02', '08:29', 'They look for a venue.', { messageCount: 34, imageCount: 2, topics: ['venue', 'budget'] }),
      summary('12:00', '12:20', 'Ben asks for the price.', { messageCount: 1 }),
    ]
    expect(formatChannelSummaries(lines, options).lines).toEqual([
      'Summarized 34 messages, 2 images, Friday 27 November 2026 09:02 to 09:29; topics: venue, budget: They look for a venue.\n(3.5 hours of silence)',
      'Summarized 1 message, Friday 27 November 2026 13:00 to 13:20: Ben asks for the price.',
    ])
  })

  test('stay within the limit: the oldest are dropped first', () => {
    const all = Array.from({ length: 20 }, (_, n) => summary('08:00', '08:10', `${n} ${'x'.repeat(100)}`, { ordinal: n }))
    const { lines, dropped } = formatChannelSummaries(all, { ...options, maxCharacters: 1_000, now: at('08:20') })
    expect(lines.join('\n').length).toBeLessThanOrEqual(1_000)
    expect(lines.length).toBeGreaterThan(3)
    expect([...dropped.map(({ ordinal }) => ordinal), ...lines.map((line) => Number(/: (\d+) x/.exec(line)?.[1]))]).toEqual(
      all.map(({ ordinal }) => ordinal),
    )
    expect(formatChannelSummaries(all, { ...options, maxCharacters: 10 })).toEqual({ lines: [], dropped: all })
    expect(formatChannelSummaries([], options)).toEqual({ lines: [], dropped: [] })
  })
})
