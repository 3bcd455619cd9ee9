import { expect, test } from 'vitest'
import type { MessageId, SegmentId } from '../../src/core/domain/ids.ts'
import { indexThread } from '../../src/search/index/update-index.ts'
import { noOperators } from '../../src/search/query/operators.ts'
import { recentRowsSql } from '../../src/search/retrieve/bounds.ts'
import { lexemesInSummariesSql, neighborsSql, summariesByWordsSql } from '../../src/search/retrieve/candidates.ts'
import { matchingRowsSql } from '../../src/search/retrieve/postings.ts'
import { searchConversation } from '../../src/search/search.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { planMarker, type Store } from '../../src/store/store.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { threadReferencesSql } from '../../src/threads/messages/references.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { keptPlan } from '../support/kept-plan.ts'
import { testStore } from '../support/store.ts'
import { findPostings, privately, searchDeps } from './support.ts'

/** What a search asks the database to plan once, as it is sent. */
async function plannedStatements(store: Store, scope: Scope): Promise<Prisma.Sql[]> {
  const statements: Prisma.Sql[] = []
  const db = new Proxy(store.db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
            const sql = 'raw' in first ? Prisma.sql(first, ...values) : first
            if (sql.sql.includes(planMarker)) statements.push(sql)
            return target.$queryRaw(sql)
          }
        : Reflect.get(target, name),
  })
  await searchConversation({ ...searchDeps(store), store: { ...store, db } }, scope, { query: 'word7 numbre' })
  return statements
}

/** Writes a summary for each of so many days long ago, and indexes it. */
async function writeSummaries(store: Store, { threadId }: TestPerson, count: number, markdownOf: (n: number) => string): Promise<void> {
  const opened = { threadId, timezone: 'UTC', openedAt: new Date('2026-11-17T00:00:00Z') }
  const labels = Array.from({ length: count }, (_, n) => new Date(Date.parse('2020-01-01') + n * 86_400_000).toISOString().slice(0, 10))
  const days = await store.db.daySegment.createManyAndReturn({ data: labels.map((dayLabel) => ({ ...opened, dayLabel })) })
  const written = { mode: 'nightly', model: 'test', language: 'en', updatedAt: new Date('2026-11-17T00:00:00Z') }
  const usualWords = Array.from({ length: 100 }, (_, n) => `usual${n}`).join(' ')
  await store.db.daySummary.createMany({
    data: days.map(({ id }, n) => ({ ...written, segmentId: id, markdown: `${markdownOf(n)} ${usualWords}` })),
  })
  await indexThread(searchDeps(store), threadId)
}

async function explained(store: Store, query: Prisma.Sql): Promise<string> {
  const rows = await store.db.$queryRaw<{ 'QUERY PLAN': string }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${query}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('terms are looked up in the full-text index, and only rows of the thread are read', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
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
    await indexThread(deps, person.threadId)
  }
  await store.db.$executeRaw`ANALYZE message_index`
  const reach = { scope: privately(people[0]!), upTo: 1_000_000, segments: undefined }
  const asking = (terms: string[], messages = 0) => ({
    terms: terms.map((term) => [term]),
    size: { messages, isCounted: true },
    excluded: new Set<MessageId>(),
  })
  const plan = await explained(store, matchingRowsSql(reach, 'word7', 1_000))
  expect(plan).toMatch(/Bitmap Index Scan on message_index_terms_idx \(actual rows=50(\.00)? /)
  expect(plan).not.toContain('Seq Scan on message_index')

  // In front of others, what was said elsewhere in the thread is not even read, however much it is.
  const place = sharedPlace('garden')
  const open = await people[0]!.say('word7 in the garden', '2026-11-18T09:00:00Z', { place })
  await indexThread(deps, people[0]!.threadId)
  const inFront = { ...reach, scope: { ...reach.scope, audience: open.audience } }
  const shared = await explained(store, matchingRowsSql(inFront, 'word7', 1_000))
  expect(shared).toMatch(/Bitmap Index Scan on message_index_terms_idx \(actual rows=1(\.00)? /)
  expect(shared).not.toContain('Seq Scan on message_index')
  const newest = await explained(store, recentRowsSql(inFront, 100))
  // Either index of the place serves.
  expect(newest).toMatch(/message_index_audience_(language_)?idx.* \(actual rows=1(\.00)? /)
  await store.db.message.delete({ where: { id: open.id } })

  // No further than as many as were asked for.
  expect(await explained(store, matchingRowsSql(reach, 'number', 500))).toMatch(
    /(Seq|Heap) Scan on message_index i \(actual rows=500(\.00)? /,
  )

  // Of many words at once, the rare ones are found wherever they are, and common ones are told from the newest messages.
  const terms = ['number', 'word7', ...Array.from({ length: 62 }, (_, n) => `nobody${n}`)]
  const messages = await store.db.message.findMany({ where: { threadId: people[0]!.threadId }, orderBy: { id: 'asc' } })
  const segments = [messages[0]!.segmentId as SegmentId]
  for (const days of [undefined, segments]) {
    const { frequencies, matches } = await findPostings(store, { ...reach, segments: days }, asking(terms, messages.length))
    const [common = 0, rare, none] = frequencies
    // Of the newest ones, all or all but the first have it.
    expect(common).toBeGreaterThan(1_990)
    expect(common).toBeLessThanOrEqual(2_001)
    expect(matches.find(({ id }) => id === messages.at(-1)?.id)?.termHits[0]).toBe(1)
    expect([rare, none]).toEqual([50, 0])
    expect(matches.flatMap(({ termHits, length }) => (termHits[1] ? [length] : []))).toEqual(new Array(50).fill(4))
  }
})

test('summaries are looked up by words in their own index: those of the thread, and no more than needed', async () => {
  const store = await testStore()
  const people = [await testPerson(store), await testPerson(store)]
  for (const person of people) await writeSummaries(store, person, 1_000, (n) => `word${n % 40} and number ${n}`)
  await store.db.$executeRaw`ANALYZE summary_index`
  const scope = privately(people[0]!)
  const bounds = { scope, upTo: 1_000_000, segments: undefined }
  const textFilter = { operators: noOperators, required: undefined, excludedQuery: undefined }
  const asking = (lexemes: string[]) => ({ terms: lexemes.map((lexeme) => [lexeme]), weights: lexemes.map(() => 1), textFilter, limit: 60 })

  const scanned = (rows: number) => new RegExp(`Bitmap Index Scan on summary_index_terms_idx \\(actual rows=${rows}(\\.00)? `)
  const rare = await explained(store, summariesByWordsSql(bounds, asking(['word7'])))
  expect(rare).toMatch(scanned(25))
  expect(rare).not.toContain('Seq Scan on summary_index')
  // The more words, the fewer summaries are read for each.
  const common = await explained(store, summariesByWordsSql(bounds, asking(new Array(16).fill('number'))))
  expect(common).toMatch(/Bitmap Heap Scan on summary_index x \(actual rows=500(\.00)? loops=16/)
  const known = await explained(store, lexemesInSummariesSql(bounds, ['number']))
  expect(known).toMatch(scanned(1_000))
  expect(known).toMatch(/Bitmap Heap Scan on summary_index x \(actual rows=1(\.00)? /)
})

test('neighbors are read from the day in order, and no more than needed', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const { segmentId, placeId, audience, sentAt } = await person.say('hello', '2026-11-18T08:00:00Z')
  const lines = Array.from({ length: 2_000 }, (_, n) => ({
    segmentId,
    placeId,
    audience,
    sentAt: new Date(sentAt.getTime() + n * 1_000),
    role: 'user' as const,
    kind: 'chat' as const,
    text: `number ${n}`,
  }))
  const stored = await store.transaction((tx) => insertMessages(tx, person.threadId, lines))
  await store.db.$executeRaw`ANALYZE messages`
  const reach = { scope: privately(person), upTo: 1_000_000, segments: undefined }
  const plan = await explained(store, neighborsSql(reach, [stored[1_000]!.id], 4))
  const scan =
    /Index Only Scan( Backward)? using messages_segment_id_sent_at_platform_order_id_idx on messages \S+ \(actual rows=[45](\.00)? /g
  expect(plan.match(scan)).toHaveLength(2)
})

test('cached plans use the indexes too, also in shared places', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const { segmentId, placeId, audience, sentAt } = await person.say('hello', '2026-11-18T08:00:00Z')
  const line = { segmentId, placeId, audience, sentAt, role: 'user', kind: 'chat', text: 'word7 number' } as const
  await store.transaction((tx) => insertMessages(tx, person.threadId, new Array(8_000).fill(line)))
  const open = await person.say('word7 in the garden', '2026-11-18T09:00:00Z', { place: sharedPlace('garden') })
  await indexThread(searchDeps(store), person.threadId)
  await writeSummaries(store, person, 1_000, (n) => `word7 and number ${n}`)
  await store.db.$executeRawUnsafe('ANALYZE')
  for (const scope of [privately(person), { ...privately(person), audience: open.audience }]) {
    const plans = []
    for (const statement of await plannedStatements(store, scope)) plans.push(await keptPlan(store, statement.text, statement.values))
    expect(plans.length).toBeGreaterThanOrEqual(scope.audience === 'private' ? 6 : 4)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (messages|message_index|summary_index)\b/)
    // Which summaries have the words, and whether any has the unknown one.
    const ofSummaries = plans.filter((plan) => plan.includes('summary_index_terms_idx'))
    expect(ofSummaries).toHaveLength(scope.audience === 'private' ? 2 : 0)
    // The newest rows are found by their index. In a shared place, these statements are planned for each place.
    const ofNewest = plans.filter((plan) => plan.includes('message_index_thread_id_change_seq_idx'))
    if (scope.audience === 'private') expect(ofNewest.length).toBeGreaterThanOrEqual(2)
  }
})

test('the earlier messages of a thread are read from its newest messages, and no more than needed in a channel with many', async () => {
  const store = await testStore()
  const [person, other] = [await testPerson(store), await testPerson(store)]
  const place = sharedPlace('garden')
  const { segmentId, placeId, audience, sentAt } = await person.say('hello', '2026-11-18T08:00:00Z', { place })
  const line = { segmentId, placeId, audience, sentAt, role: 'user', kind: 'chat', text: 'number' } as const
  const { placeId: directPlaceId } = await person.say('hello', '2026-11-18T07:00:00Z')
  const direct = { ...line, placeId: directPlaceId, audience: 'private' as const }
  for (const lines of [line, direct]) await store.transaction((tx) => insertMessages(tx, person.threadId, new Array(2_000).fill(lines)))
  const { segmentId: otherSegmentId } = await other.say('hello', '2026-11-18T08:00:00Z', { place })
  const foreign = { ...line, segmentId: otherSegmentId }
  const stored = await store.transaction((tx) => insertMessages(tx, other.threadId, new Array(2_000).fill(foreign)))
  // Replies to others, of which a channel has many.
  const reply = { position: 0, placeId, audience, kind: 'reply', text: 'number' }
  await store.db.messageReference.createMany({ data: stored.map(({ id }) => ({ ...reply, messageId: id })) })
  const query = threadReferencesSql({ ...privately(person), audience })
  const scan = (rows: string) => new RegExp(`using messages_shared_idx on messages \\S+ \\(actual rows=${rows}(\\.00)? loops=1\\)`)
  for (const statistics of [false, true]) {
    if (statistics) await store.db.$executeRawUnsafe('ANALYZE')
    const plan = await explained(store, query)
    expect(plan).toMatch(scan('1000'))
    expect(plan).toContain('message_references_message_id_position_key')
    expect(plan).not.toContain('Seq Scan')
    const kept = await keptPlan(store, query.text, query.values)
    expect(kept).toContain('messages_shared_idx')
    expect(kept).not.toContain('Seq Scan')
  }
})
