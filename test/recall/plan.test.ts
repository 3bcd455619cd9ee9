import { expect, test } from 'vitest'
import type { MessageId, SegmentId } from '../../src/core/ids.ts'
import { indexThread } from '../../src/recall/index-thread.ts'
import { postingsOf, postingsQuery, recentRows } from '../../src/recall/postings.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { insertMessages } from '../../src/threads/insert.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, recallParts } from './support.ts'

test('words are looked up in the full-text index, and only those of the thread are read', async () => {
  const store = await testStore()
  const parts = recallParts(store)
  const people = [await testPerson(store), await testPerson(store), await testPerson(store)]
  for (const person of people) {
    const { segmentId, placeId, audience, sentAt } = await person.say('hello', '2026-11-18T08:00:00Z')
    const lines = Array.from({ length: 2_000 }, (_, n) => ({
      segmentId,
      placeId,
      audience,
      sentAt,
      role: 'user' as const,
      kind: 'chat' as const,
      text: `word${n % 40} number ${n}`,
    }))
    await store.transaction((tx) => insertMessages(tx, person.threadId, lines))
    await indexThread(parts, person.threadId)
  }
  await store.db.$executeRaw`ANALYZE message_index`
  const reach = { scope: privately(people[0]!), upTo: 1_000_000, segments: undefined }
  const asking = (terms: string[], messages = 0) => ({ terms: terms.map((term) => [term]), messages, excluded: new Set<MessageId>() })
  const explained = async (query: Prisma.Sql) => {
    const rows = await store.db.$queryRaw<{ 'QUERY PLAN': string }[]>(
      Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${query}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const planOf = (terms: string[]) => explained(postingsQuery(reach, asking(terms)))
  const plan = await planOf(['word7'])
  expect(plan).toMatch(/Bitmap Index Scan on message_index_terms_idx \(actual rows=50(\.00)? /)
  expect(plan).not.toContain('Seq Scan on message_index')

  // In front of others, what was said elsewhere in the thread is not even read, however much it is.
  const place = sharedPlace('garden')
  const open = await people[0]!.say('word7 in the garden', '2026-11-18T09:00:00Z', { place })
  await indexThread(parts, people[0]!.threadId)
  const inFront = { ...reach, scope: { ...reach.scope, audience: open.audience } }
  const shared = await explained(postingsQuery(inFront, asking(['word7'])))
  expect(shared).toMatch(/Bitmap Index Scan on message_index_terms_idx \(actual rows=1(\.00)? /)
  expect(shared).not.toContain('Seq Scan on message_index')
  const newest = await explained(recentRows(inFront))
  expect(newest).toMatch(/message_index_shared_idx.* \(actual rows=1(\.00)? /)
  await store.db.message.delete({ where: { id: open.id } })

  // Of many words at once, the common ones are read up to a bound, and told from the newest messages.
  const terms = ['number', 'word7', ...Array.from({ length: 46 }, (_, n) => `nobody${n}`)]
  expect(await planOf(terms)).toMatch(/(Seq|Heap) Scan on message_index i \(actual rows=1250(\.00)? /)
  const messages = await store.db.message.findMany({ where: { threadId: people[0]!.threadId }, orderBy: { id: 'asc' } })
  const segments = [messages[0]!.segmentId as SegmentId]
  for (const days of [undefined, segments]) {
    const [common, rare, none] = await postingsOf(store.db, { ...reach, segments: days }, asking(terms, messages.length))
    expect(common).toMatchObject({ frequency: 2_000 })
    expect(common?.ids).toHaveLength(2_000)
    expect(common?.ids[0]).toBe(messages.at(-1)?.id)
    expect(rare).toMatchObject({ frequency: 50 })
    expect(rare?.lengths).toEqual(new Array(50).fill(4))
    expect(none).toEqual({ frequency: 0, ids: [], lengths: [], segments: [] })
  }
})
