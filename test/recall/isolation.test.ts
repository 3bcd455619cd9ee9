import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayLabel, MessageId } from '../../src/core/ids.ts'
import { get } from '../../src/recall/get.ts'
import type { GetInput } from '../../src/recall/get-input.ts'
import { search } from '../../src/recall/search.ts'
import type { SearchInput } from '../../src/recall/search-input.ts'
import { pageOf } from '../../src/recall/search-results.ts'
import type { SearchLanguage } from '../../src/recall/terms.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, recallParts, summarize } from './support.ts'

const word = fc.constantFrom(
  'flat',
  'decided',
  'lisbon',
  'budget',
  'yesterday',
  'last week',
  'secret',
  'what did we decide',
  'on Monday',
  'lisbonn',
)

const searches: fc.Arbitrary<SearchInput> = fc.record(
  {
    query: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    day: fc.constantFrom('2026-11-10', '2026-11-11'),
    since: fc.constantFrom('2026-11-01', '2026-11-11'),
    recency_days: fc.constantFrom(1, 10, 100),
    limit: fc.constantFrom(1, 6, 50),
    offset: fc.nat(3),
    min_score: fc.constantFrom(0, 0.1, 0.4),
  },
  { requiredKeys: ['query'] },
)

/** What came out, or what was said against it. */
async function outcome<T>(result: Promise<T>): Promise<T | string> {
  return result.catch((error) => String(error))
}

test('a page shows nothing that its scope does not see, whatever was ranked', async () => {
  const store = await testStore()
  const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
  const place = sharedPlace('garden')
  const secret = await anna.say('The secret is 1234', '2026-11-10T08:00:00Z')
  const open = await anna.say('The garden is green', '2026-11-10T09:00:00Z', { place })
  const hers = await eve.say('Eve has a secret too', '2026-11-10T09:00:00Z')
  const ranked = [secret, open, hers].map(({ id, segmentId }) => ({
    kind: 'message' as const,
    score: 0.5,
    day: '2026-11-10' as DayLabel,
    id,
    segmentId,
    covered: false,
  }))
  const shownTo = async (scope: Scope) =>
    (await pageOf(store.db, ranked, { scope, terms: [], language: 'english' as SearchLanguage, decisions: false })).map(
      (result) => result.kind === 'message' && result.message_id,
    )
  expect(await shownTo(privately(anna))).toEqual([secret.id, open.id])
  expect(await shownTo({ ...privately(anna), audience: open.audience })).toEqual([open.id])
  expect(await shownTo(privately(eve))).toEqual([hers.id])
})

test('the rows of other people and of other places change no answer to any search', async () => {
  const store = await testStore()
  const parts = recallParts(store)
  const anna = await testPerson(store, { name: 'anna' })
  const garden = sharedPlace('garden')
  const flat = await anna.say('We decided on the flat in Elm Street', '2026-11-10T08:00:00Z')
  const open = await anna.say('The budget for Lisbon is 900', '2026-11-10T09:00:00Z', { place: garden })
  await anna.say('Garden: decided on roses, budget 40', '2026-11-11T09:00:00Z', { place: garden })
  await summarize(store, flat, '## Summary\nFlat and budget.\n\n## Goals\n- None\n\n## Decisions\n- Flat in Elm Street [#1]')
  const scopes: Scope[] = [privately(anna), { ...privately(anna), audience: open.audience }]

  const asked = fc.sample(searches, { numRuns: 40, seed: 11 }).flatMap((input) => scopes.map((scope) => ({ scope, input })))
  const before = []
  for (const { scope, input } of asked) before.push(await outcome(search(parts, scope, input)))

  const eve = await testPerson(store, { name: 'eve' })
  const others = [
    'We decided on the flat, the budget and Lisbon',
    'secret secret flat',
    'Lisbon last week, decided',
    'budget budget budget',
    'Lisbonn, Lisbonna, Lisbonni, Lisbonno, Lisbonnu',
  ]
  for (const [index, text] of others.entries()) {
    const said = await eve.say(text, `2026-11-${10 + (index % 2)}T08:0${index}:00Z`, index > 1 ? { place: garden } : {})
    if (index < 2) await summarize(store, said, `## Summary\n${text}\n\n## Goals\n- None\n\n## Decisions\n- ${text} [#1]`)
  }
  for (const [index, { scope, input }] of asked.entries()) expect(await outcome(search(parts, scope, input))).toEqual(before[index])

  // In front of others, what is said in private changes nothing either: neither what is found nor how it is weighed.
  for (const text of others) await anna.say(text, '2026-11-11T20:00:00Z')
  for (const [index, { scope, input }] of asked.entries())
    if (scope.audience !== 'private') expect(await outcome(search(parts, scope, input))).toEqual(before[index])
}, 120_000)

test('what is not to be seen is answered like what does not exist', async () => {
  const store = await testStore()
  const parts = recallParts(store)
  const [anna, eve] = [await testPerson(store), await testPerson(store)]
  const garden = sharedPlace('garden')
  const open = await anna.say('open words', '2026-11-10T08:00:00Z', { place: garden })
  const secret = await anna.say('private words', '2026-11-10T09:00:00Z')
  const theirs = await eve.say('words of another', '2026-11-10T10:00:00Z')
  await summarize(store, secret, '## Summary\nprivate words')
  await summarize(store, theirs, '## Summary\nwords of another')
  const missing = 999_999

  const inFront: Scope = { ...privately(anna), audience: open.audience }
  for (const [scope, message, segment] of [
    [privately(anna), theirs.id, theirs.segmentId],
    [inFront, secret.id, secret.segmentId],
  ] as const) {
    const asked = (id: number, day: number): GetInput[] => [
      { message_id: id },
      { day_segment_id: day },
      { before_message_id: id },
      { after_message_id: id },
      { day_segment_id: open.segmentId, from_message_id: id },
      { day_segment_id: open.segmentId, to_message_id: id },
      { message_id: open.id, before_message_id: id },
    ]
    const hidden = asked(message, segment)
    for (const [index, absent] of asked(missing, missing).entries()) {
      const answer = await outcome(get(parts, scope, hidden[index] ?? {}))
      expect(answer).toMatch(/not found/)
      expect(answer).toBe(await outcome(get(parts, scope, absent)))
    }
    // So are the messages of a day that is not theirs to see.
    const of = (day: number) => outcome(get(parts, scope, { day_segment_id: day, after_message_id: open.id as MessageId }))
    if (scope.audience === 'private') {
      expect(await of(segment)).toMatch(/not found/)
      expect(await of(segment)).toBe(await of(missing))
    }
  }
  const around = await get(parts, inFront, { message_id: open.id })
  expect(around).toMatchObject({ messages: [{ message_id: open.id }] })
})
