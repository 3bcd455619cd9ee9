import { describe, expect, test } from 'vitest'
import { forgetInChannels } from '../../src/channels/privacy/forget.ts'
import { type PyramidPosition, windowMs } from '../../src/channels/pyramid.ts'
import { type ChannelSummary, formatChannelSummary, listRepresentingSummaries } from '../../src/channels/read-pyramid.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { channelBench, openChannel } from './bench.ts'
import { listRoots } from './roots.ts'

const at = (time: string) => new Date(`2026-11-27T${time}:00Z`)
const summary = (from: string, to: string, text: string, more: Partial<ChannelSummary> = {}): ChannelSummary => ({
  ...{ level: 1, ordinal: 0, startsAt: at(from), endsAt: at(to), messageCount: 3, imageCount: 0, fileCount: 0, topics: [], text },
  ...more,
})

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

  test('represent the other windows once if one is forgotten', async () => {
    const store = await testStore()
    const bench = channelBench(store, { settings: { maxCascadeTokens: 1_000_000 } })
    const ana = await testPerson(store)
    const place = sharedPlace('team')
    const placeId = await openChannel(bench, place, ana)
    const said: Message[] = []
    for (let count = 1; count <= 13; count++) {
      said.push(await ana.say(`m${count}`, bench.clock.now(), { place, id: `m${count}`, order: BigInt(count) }))
      bench.clock.advance(31 * 60_000)
    }
    for (let forgotten = 0; forgotten < said.length; forgotten++) {
      bench.clock.advance(10 * 60_000)
      await bench.tick()
      await store.transaction((tx) => forgetInChannels(tx, { messageIds: [said[forgotten]!.id] }))
      const shown = await listRepresentingSummaries(store.db, placeId)
      const others = said.flatMap(({ text }, index) => (index === forgotten ? [] : `(${text})`))
      expect(shown.map(({ text }) => text).join('')).toBe(others.join(''))
      await store.db.channelWindow.updateMany({ data: { summarizedRevision: null } })
    }
  })

  test('are found from the top in a pyramid of any size, also below those that were forgotten', async () => {
    const store = await testStore()
    const bench = channelBench(store)
    const placeId = await openChannel(bench, sharedPlace('team'), await testPerson(store))
    const at = new Date('2026-11-27T08:00:00Z')
    const insert = async ({ level, ordinal }: PyramidPosition) => {
      const first = ordinal * 2 ** (level - 1)
      const [startsAt, endsAt] = [first, first + 2 ** (level - 1)].map((window) => new Date(at.getTime() + window * windowMs)) as [
        Date,
        Date,
      ]
      const written = { topics: [], text: `${level} ${ordinal}`, model: 'test', createdAt: at }
      const counts = { messageCount: 1, imageCount: 0, fileCount: 0 }
      const span = { startsAt, endsAt, firstWindow: startsAt, lastWindow: endsAt }
      await store.db.channelSummary.create({
        data: { placeId, source: written.text, level, ordinal, isUsed: true, ...span, ...counts, ...written },
      })
    }
    let windows = 0
    for (const count of [1, 2, 7, 8, 9, 100]) {
      for (; windows < count; windows++)
        for (let level = 1, ordinal = windows; ; level++, ordinal = Math.floor(ordinal / 2)) {
          await insert({ level, ordinal })
          if (ordinal % 2 === 0) break
        }
      const shown = await listRepresentingSummaries(store.db, placeId)
      expect(shown.map(({ level, ordinal }) => ({ level, ordinal }))).toEqual(listRoots(count))
    }
    // The window 37, and all that contain it.
    for (let level = 1, ordinal = 37; level <= 7; level++, ordinal = Math.floor(ordinal / 2))
      await store.db.channelSummary.updateMany({ where: { placeId, level, ordinal }, data: { isUsed: false } })
    const shown = await listRepresentingSummaries(store.db, placeId)
    const covered = shown.flatMap(({ level, ordinal }) =>
      Array.from({ length: 2 ** (level - 1) }, (_, n) => ordinal * 2 ** (level - 1) + n),
    )
    expect(covered).toEqual(Array.from({ length: 100 }, (_, n) => n).filter((window) => window !== 37))
  })

  test('are headed by their count, times and topics', () => {
    const first = summary('08:02', '08:29', 'They look for a venue.', { messageCount: 34, imageCount: 2, topics: ['venue', 'budget'] })
    expect(formatChannelSummary(first, 'Europe/Berlin')).toBe(
      'Summarized 34 messages, 2 images, Friday 27 November 2026 09:02 to 09:29; topics: venue, budget: They look for a venue.',
    )
  })
})
