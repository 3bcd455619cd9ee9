import { expect, test } from 'vitest'
import { postingsQuery } from '../../src/recall/candidates.ts'
import { indexThread } from '../../src/recall/index-thread.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { insertMessages } from '../../src/threads/insert.ts'
import { testPerson } from '../support/conversation.ts'
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
  const query = postingsQuery({ scope: privately(people[0]!), upTo: 1_000_000, segments: undefined }, ['word7'])
  const rows = await store.db.$queryRaw<{ 'QUERY PLAN': string }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${query}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Bitmap Index Scan on message_index_terms_idx \(actual rows=50(\.00)? /)
  expect(plan).not.toContain('Seq Scan on message_index')
})
