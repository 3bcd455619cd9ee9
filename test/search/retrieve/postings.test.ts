import { expect, test } from 'vitest'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import type { Postings } from '../../../src/search/retrieve/postings.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { findPostings, privately, searchDeps } from '../support.ts'

/** The messages that have a term, in the order of their ids. */
const having = ({ matches }: Postings, term: number): MessageId[] =>
  matches.flatMap(({ id, termHits }) => (termHits[term] ? [id] : [])).sort((a, b) => a - b)

test('a common term is searched for in the newest messages of the days, in any storage order', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
  const person = await testPerson(store)
  const [older, newer] = [await person.say('hello', '2026-11-10T00:00:00Z'), await person.say('hello', '2026-11-12T00:00:00Z')]
  const lines = [older, newer].flatMap(({ segmentId, placeId, audience, sentAt }) =>
    Array.from({ length: 2_500 }, (_, n) => ({
      segmentId,
      placeId,
      audience,
      // Within a day, later ones are stored first.
      sentAt: new Date(sentAt.getTime() + (5_000 - n) * 1_000),
      role: 'user' as const,
      kind: 'chat' as const,
      text: 'soup',
    })),
  )
  const stored = await store.transaction((tx) => insertMessages(tx, person.threadId, lines))
  await indexThread(deps, person.threadId)

  const reach = { scope: privately(person), upTo: 1_000_000, segments: [newer.segmentId, older.segmentId] }
  const terms = ['soup', ...Array.from({ length: 47 }, (_, n) => `nobody${n}`)].map((term) => [term])
  const found = await findPostings(store, reach, { terms, size: { messages: 5_002, isCounted: true }, excluded: new Set<MessageId>() })
  // 1,000 messages are looked at: of the newer day the latest, which were stored first.
  const expected = stored.slice(2_500, 2_500 + 1_000).map(({ id }) => id)
  expect(having(found, 0)).toEqual(expected)
  expect(found.frequencies[0]).toBe(5_002)
}, 120_000)

test('excluded messages are neither found nor counted', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const [first, second] = [await person.say('soup', '2026-11-10T08:00:00Z'), await person.say('soup', '2026-11-11T08:00:00Z')]
  await indexThread(searchDeps(store), person.threadId)
  const reach = { scope: privately(person), upTo: 1_000_000, segments: undefined }
  const soup = (excluded: MessageId[]) =>
    findPostings(store, reach, { terms: [['soup']], size: { messages: 2, isCounted: true }, excluded: new Set(excluded) })
  const all = await soup([])
  expect([all.frequencies, having(all, 0)]).toEqual([[2], [first.id, second.id]])
  const rest = await soup([first.id])
  expect([rest.frequencies, having(rest, 0)]).toEqual([[1], [second.id]])
})

test('a rare term is found beside one that was common only long ago', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const { segmentId, placeId, audience } = await person.say('the first garden', '2026-11-02T08:00:00Z')
  const lines = (text: string, many: number, at: string) =>
    Array.from({ length: many }, () => ({
      segmentId,
      placeId,
      audience,
      sentAt: new Date(at),
      role: 'user' as const,
      kind: 'chat' as const,
      text,
    }))
  const [zebra, both] = await store.transaction(async (tx) => {
    await insertMessages(tx, person.threadId, lines('garden', 4_500, '2026-11-02T09:00:00Z'))
    const old = await insertMessages(tx, person.threadId, [
      ...lines('a zebra', 1, '2026-11-02T10:00:00Z'),
      ...lines('soup or stew', 1, '2026-11-02T10:00:00Z'),
    ])
    await insertMessages(tx, person.threadId, lines('soup', 2_200, '2026-11-02T11:00:00Z'))
    await insertMessages(tx, person.threadId, lines('stew', 300, '2026-11-02T12:00:00Z'))
    return old
  })
  await indexThread(searchDeps(store), person.threadId)
  // So many terms that the thread is a long one.
  const terms = ['garden', 'zebra', 'soup', 'stew', ...Array.from({ length: 44 }, (_, n) => `nobody${n}`)].map((term) => [term])
  const reach = { scope: privately(person), upTo: 1_000_000, segments: undefined }
  const size = { messages: 7_003, isCounted: true }
  const found = await findPostings(store, reach, { terms, size, excluded: new Set<MessageId>() })
  expect(having(found, 0).length).toBeGreaterThan(10)
  // As common as it is, though few of those who have it were read.
  expect(found.frequencies.slice(0, 2)).toEqual([4_501, 1])
  expect(having(found, 1)).toEqual([zebra?.id])
  // Two common words together are found beside that too.
  expect([having(found, 2), having(found, 3)]).toEqual([expect.arrayContaining([both?.id]), expect.arrayContaining([both?.id])])
}, 120_000)
