import { expect, test } from 'vitest'
import { findChannelOf } from '../../src/channels/find-channel.ts'
import { summarizeSpan } from '../../src/channels/summarize-span.ts'
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
  return { summarize, asked }
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
  expect(asked.slice(0, 2)).toEqual(['(m)', '(3)'])
  expect(summary?.messageCount).toBe(3)
})

test('a span in which nothing was said has no summary', async () => {
  const { summarize, asked } = await world(1)
  expect(await summarize('05:00', '06:00')).toBeUndefined()
  expect(asked).toEqual([])
})
