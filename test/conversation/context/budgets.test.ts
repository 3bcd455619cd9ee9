import { expect, test } from 'vitest'
import type { PartReport } from '../../../src/conversation/context/report.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { contextOf, summarize } from './conversation.ts'

/** What each part may take at least and at most, in tokens. The whole is 16,000. */
const budgets: readonly [name: string, least: number, most: number][] = [
  ['1 system prompt', 1_000, 1_000],
  ['4 day summaries', 1_500, 5_000],
  ['4b not yet summarized', 2_000, 6_000],
  ["5 today's summary", 1_000, 1_000],
  ['8 recall', 1_200, 3_000],
  ['9 raw window', 6_000, 10_000],
]

const restaurant = 'The restaurant in Porto with the blue tiles is called Cantinho.'

/** A context in which there is more of everything than fits. */
async function overfull(): Promise<ReadonlyMap<string, PartReport>> {
  const store = await testStore()
  const person = await testPerson(store, { timezone: 'UTC' })
  const day = async (date: string, text: string, count = 40) => {
    const first = await person.say(text, `${date}T08:00:00Z`)
    const { threadId, segmentId, placeId, audience } = first
    const rows = Array.from({ length: count }, (_, n) => ({
      ...{ threadId, segmentId, placeId, audience, role: 'user' as const, kind: 'chat' as const, text },
      sentAt: new Date(first.sentAt.getTime() + n * 60_000),
    }))
    await store.transaction((tx) => insertMessages(tx, threadId, rows))
    return first
  }
  const long = (word: string) => `${word} words `.repeat(150)
  for (let month = 1; month <= 6; month++) await day(`2026-0${month}-03`, `${long('walk')}${restaurant}${long('tree')}`, 1)
  for (const date of ['2026-11-15', '2026-11-16'])
    await summarize(store, await day(date, long('earlier')), `## Summary\n${'summary of a day '.repeat(2_000)}`)
  await day('2026-11-17', long('yesterday'))
  await summarize(store, await day('2026-11-18', long('today')), `## Summary\n${'summary of today '.repeat(2_000)}`)
  const asked = await person.say('What was the restaurant in Porto with the blue tiles called?', '2026-11-18T08:40:00Z')
  const { report } = await contextOf(store, person, [asked])
  expect(report.total).toBeLessThanOrEqual(16_000)
  return new Map(report.parts.map((part) => [part.name, part]))
}

test('each part takes what is its own and no more, however much there is of it', async () => {
  const parts = await overfull()
  for (const [name, least, most] of budgets) {
    const { tokens, limit } = parts.get(name)!
    expect(limit, name).toBeGreaterThanOrEqual(least)
    expect(limit, name).toBeLessThanOrEqual(most)
    expect(tokens, name).toBeLessThanOrEqual(limit)
    // The rules of the bot are what they are; all else is cut to what fits, so that most of it is used.
    if (name !== '1 system prompt') expect(tokens, name).toBeGreaterThan(limit * 0.6)
  }
  // At most 2 KB, of four characters a token.
  expect(parts.get('2 memory')!.tokens * 4).toBeLessThanOrEqual(2_048)
})
