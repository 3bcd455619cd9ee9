import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayLabel, MessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { getConversation } from '../../src/search/get.ts'
import type { GetInput } from '../../src/search/get-input.ts'
import { indexThread, updateIndex } from '../../src/search/index/update-index.ts'
import { type SearchInput, searchConversation } from '../../src/search/search.ts'
import { buildResultPage } from '../../src/search/search-results.ts'
import { embedPending } from '../../src/search/vectors/embed-pending.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps, summarize } from './support.ts'
import { never, vectorDepsIfAny } from './vectors/support.ts'

// Some are nearly others, and some are kinds of others.
const words = ['chronicle', 'flat', 'decided', 'lisbon', 'budget', 'secret', 'lisbonn', 'lsibon', 'instrument', 'violin', 'money']
const word = fc.constantFrom(...words)
/** Messages never contain the first word, only summaries do. */
const saidWord = fc.constantFrom(...words.slice(1))

const asked = fc.oneof({ weight: 3, arbitrary: word }, fc.constantFrom('yesterday', 'last week', 'what did we decide', 'on Monday'))

/** Beside so many words, few of the newest messages are looked at, and of each word few rows are read. */
const manyWords = Array.from({ length: 47 }, (_, n) => `unheard${n}`).join(' ')
const crowd = 2_200

const searches: fc.Arbitrary<SearchInput> = fc.record(
  {
    query: fc
      .tuple(fc.array(asked, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([words, many]) => `${words.join(' ')} ${many ? manyWords : ''}`),
    day: fc.constantFrom('2026-11-10', '2026-11-11'),
    since: fc.constantFrom('2026-11-01', '2026-11-11'),
    until: fc.constantFrom('2026-11-10', '2026-11-17'),
    recency_days: fc.constantFrom(1, 8, 100),
    limit: fc.constantFrom(1, 6, 50),
    offset: fc.nat(3),
    min_score: fc.constantFrom(0, 0.1, 0.4),
  },
  { requiredKeys: ['query'] },
)

/** By the number of a message, or of the day of one: the last of them come later, and are not to be seen. */
const which = fc.nat(11)
const gets = fc.record(
  {
    message_id: which,
    day_segment_id: which,
    from_message_id: which,
    to_message_id: which,
    before_message_id: which,
    after_message_id: which,
    limit: fc.constantFrom(1, 3, 30),
  },
  { requiredKeys: [] },
)

interface Saying {
  readonly text: string
  /** In minutes after the first day began. */
  readonly minute: number
  readonly open: boolean
}

const sayings = (open: fc.Arbitrary<boolean>): fc.Arbitrary<Saying[]> =>
  fc.array(
    fc.record({
      text: fc.array(saidWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      minute: fc.nat(2 * 24 * 60 - 1),
      open,
    }),
    { minLength: 3, maxLength: 7 },
  )

const at = (minute: number) => new Date(Date.parse('2026-11-09T23:00:00Z') + minute * 60_000)

/** Without what depends on who asks. Both readers are in the same timezone, in which the times of others are told. */
const unowned = (shown: unknown): unknown =>
  JSON.parse(JSON.stringify(shown, (name, value) => (['of_another_member', 'next_cursor'].includes(name) ? undefined : value)))

/** What came out, or what was said against it. */
async function outcome<T>(result: Promise<T>): Promise<T | string> {
  return result.catch((error) => String(error))
}

test('a page shows nothing outside its scope, whatever was ranked', async () => {
  const store = await testStore()
  const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
  const place = sharedPlace('garden')
  const secret = await anna.say('The secret is 1234', '2026-11-10T08:00:00Z')
  const open = await anna.say('The garden is green', '2026-11-10T09:00:00Z', { place })
  const hers = await eve.say('Eve has a secret too', '2026-11-10T09:00:00Z')
  const there = await eve.say('The garden is large', '2026-11-10T09:30:00Z', { place })
  const tool = await eve.answer(there, 'What a tool gave', { role: 'tool' })
  const elsewhere = await eve.say('The cellar is dark', '2026-11-10T09:40:00Z', { place: sharedPlace('cellar') })
  const ranked = [secret, open, hers, there, tool, elsewhere].map(({ id, segmentId }) => ({
    kind: 'message' as const,
    score: 0.5,
    density: 0.5,
    queryCoverage: 1,
    hasRareTerm: false,
    day: '2026-11-10' as DayLabel,
    id,
    segmentId,
    text: '',
    covered: false,
  }))
  const wording = { terms: [], weights: [], hyponyms: [], languages: { query: 'en', texts: ['en'] } } as const
  const shownTo = async (scope: Scope) =>
    (await buildResultPage(store.db, ranked, { scope, wording, showDecisions: false })).map(
      (result) => result.kind === 'message' && result.message_id,
    )
  expect(await shownTo(privately(anna))).toEqual([secret.id, open.id])
  expect(await shownTo({ ...privately(anna), audience: open.audience })).toEqual([open.id, there.id])
  expect(await shownTo(privately(eve))).toEqual([hers.id, there.id, elsewhere.id])
})

test('rows that a scope does not cover change no result', async () => {
  const vectors = await vectorDepsIfAny()
  const deps = vectors ?? searchDeps(await testStore())
  const { store } = deps
  /** What the index job and the one for vectors do. */
  const embed = async (...people: readonly TestPerson[]) => {
    if (!vectors) return
    for (const { threadId } of people) await updateIndex(vectors, threadId)
    await embedPending(vectors, never)
  }
  let run = 0
  let withMeaning = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        said: sayings(fc.boolean()),
        others: sayings(fc.boolean()),
        hidden: sayings(fc.boolean()),
        asked: fc.array(searches, { minLength: 4, maxLength: 4 }),
        gotten: fc.array(gets, { minLength: 4, maxLength: 4 }),
      }),
      async ({ said, others, hidden, asked, gotten }) => {
        run++
        const [anna, eve] = [await testPerson(store, { name: `anna ${run}` }), await testPerson(store, { name: `eve ${run}` })]
        const [garden, cellar] = [sharedPlace(`garden ${run}`), sharedPlace(`cellar ${run}`)]
        const first = await anna.say('We decided on a budget for Lisbon', at(60), { place: garden })
        const known = [first, await anna.say('flat', at(30 * 60), { place: garden })]
        for (const { text, minute, open } of said) known.push(await anna.say(text, at(minute), open ? { place: garden } : {}))
        await summarize(store, first, '## Summary\nFlat and budget, a chronicle.\n\n## Goals\n- None\n\n## Decisions\n- A budget [#1]')
        const ids = [...known.map(({ id }) => id), ...Array.from({ length: 6 }, (_, n) => (known.at(-1)?.id ?? 0) + 1 + n)]
        const segments = ids.map((id, n) => known[n]?.segmentId ?? id)

        const inFront: Scope = { ...privately(anna), audience: first.audience }
        const hersInFront: Scope = { ...privately(eve), audience: first.audience }
        const answers = async (scope: Scope) => {
          const given: unknown[] = []
          for (const input of asked) {
            const page = await outcome(searchConversation(deps, scope, input))
            given.push(page)
            if (typeof page !== 'string' && page.signals.semantic) withMeaning++
            if (typeof page === 'string' || !page.next_cursor) continue
            const { offset: _, ...same } = input
            given.push(await outcome(searchConversation(deps, scope, { ...same, cursor: page.next_cursor })))
          }
          for (const input of gotten) {
            const numbers = Object.entries(input).map(([name, n]) => [
              name,
              name === 'limit' ? n : (name === 'day_segment_id' ? segments : ids)[n % ids.length],
            ])
            given.push(await outcome(getConversation(deps, scope, Object.fromEntries(numbers))))
          }
          return given
        }
        await embed(anna)
        const alone = await answers(privately(anna))

        for (const { text, minute, open } of others)
          await summarize(store, await eve.say(text, at(minute), open ? { place: garden } : {}), `Chronicle, chronicles and ${text}.`)
        await embed(eve)
        expect(await answers(privately(anna))).toEqual(alone)
        // All who are there find the same, and each is told which of it is not theirs.
        const shown = await answers(inFront)
        expect(unowned(await answers(hersInFront))).toEqual(unowned(shown))

        // In front of others, what anybody says in private or elsewhere changes nothing: neither what is found nor its weight.
        const added: Message[] = []
        for (const person of [anna, eve]) {
          const said: Message[] = []
          for (const { text, minute, open } of hidden) said.push(await person.say(text, at(minute), open ? { place: cellar } : {}))
          const [{ segmentId, placeId, audience, sentAt }] = said as [Message]
          const line = { segmentId, placeId, audience, sentAt, role: 'user', kind: 'chat', text: words.join(' ') } as const
          added.push(...said, ...(await store.transaction((tx) => insertMessages(tx, person.threadId, new Array(crowd).fill(line)))))
          for (const message of said) await summarize(store, message, `Chronicle and ${words.join(' ')}.`)
          await indexThread(deps, person.threadId)
        }
        await embed(anna, eve)
        expect(await answers(inFront)).toEqual(shown)
        await store.db.message.deleteMany({ where: { id: { in: added.map(({ id }) => id) } } })
        expect(await answers(inFront)).toEqual(shown)
      },
    ),
    { numRuns: runs(6), seed: 11, endOnFailure: true },
  )
  if (vectors) expect(withMeaning).toBeGreaterThan(0)
}, 240_000)

test('invisible data is answered like data that does not exist', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
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
      const answer = await outcome(getConversation(deps, scope, hidden[index] ?? {}))
      expect(answer).toMatch(/not found/)
      expect(answer).toBe(await outcome(getConversation(deps, scope, absent)))
    }
    // So are the messages of a day that is not theirs to see.
    const of = (day: number) => outcome(getConversation(deps, scope, { day_segment_id: day, after_message_id: open.id as MessageId }))
    if (scope.audience === 'private') {
      expect(await of(segment)).toMatch(/not found/)
      expect(await of(segment)).toBe(await of(missing))
    }
  }
  const around = await getConversation(deps, inFront, { message_id: open.id })
  expect(around).toMatchObject({ messages: [{ message_id: open.id }] })
})
