import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextBudgets } from '../../../src/conversation/context/budgets.ts'
import { newestRowsSql, uncoveredRowsSql } from '../../../src/conversation/context/rows.ts'
import type { ChangeSeq, DayLabel } from '../../../src/core/ids.ts'
import type { Message } from '../../../src/core/messages.ts'
import { Prisma } from '../../../src/store/generated/client.ts'
import type { Store } from '../../../src/store/store.ts'
import { insertMessages, type NewMessage } from '../../../src/threads/insert.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { contextOf, summarize, tokensOf, toolPairsAreWhole } from './conversation.ts'

/** One message of a made-up history: how long ago before the next, and how long. */
interface Said {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly gapMs: number
  readonly size: number
}

const minute = 60_000
const gaps = fc.oneof(fc.constant(0), fc.integer({ min: 1_000, max: 14 * minute }), fc.integer({ min: 15 * minute, max: 20 * 60 * minute }))
const sizes = fc.oneof({ weight: 6, arbitrary: fc.nat(200) }, fc.nat(4_000), fc.constant(100_000))
const histories = fc.array(fc.record<Said>({ role: fc.constantFrom('user', 'assistant', 'tool', 'tool'), gapMs: gaps, size: sizes }), {
  maxLength: 60,
})

test('however large everything is: the limit holds, the messages to answer are there, and tools come in pairs', async () => {
  const store = await testStore()
  let people = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        history: histories,
        // Hundreds of outputs of tools, all of one answer.
        outputs: fc.constantFrom(0, 0, 300),
        summary: sizes,
        asked: fc.array(sizes, { minLength: 1, maxLength: 5 }),
        window: fc.constantFrom(2_600, 4_096, 8_192, 128_000),
        shared: fc.boolean(),
        covered: fc.boolean(),
      }),
      async ({ history, outputs, summary, asked, window, shared, covered }) => {
        const person = await testPerson(store, { timezone: 'UTC', name: `hostile-${++people}` })
        const place = shared ? { place: sharedPlace(`hostile-${people}`) } : {}
        const end = new Date('2026-11-18T12:00:00Z').getTime()
        let sentAt = end - history.reduce((sum, { gapMs }) => sum + gapMs, 0) - 1_000
        let last: Message = await person.say('it begins', new Date(sentAt), place)
        for (const { role, gapMs, size } of history) {
          sentAt += gapMs
          last =
            role === 'user' ? await person.say('u'.repeat(size), new Date(sentAt), place) : await reply(store, last, { role, size, sentAt })
          if (covered && last.audience === 'private') await summarize(store, last, '# summary\n'.repeat(summary / 10))
        }
        if (outputs > 0)
          await store.transaction((tx) =>
            insertMessages(tx, last.threadId, Array(outputs).fill(replyRow(last, { role: 'tool', size: 2_000, sentAt }))),
          )
        const questions: Message[] = []
        for (const size of asked) questions.push(await person.say(`question ${'q'.repeat(size)}`, new Date(end), place))

        const [first, ...rest] = questions
        const { messages, report } = await contextOf(store, person, [first!, ...rest], { window })
        expect(report.total).toBeLessThanOrEqual(Math.min(16_000, window - 2_000))
        expect(tokensOf(messages)).toBeLessThanOrEqual(report.total)
        for (const part of report.parts) expect(part.tokens, part.name).toBeLessThanOrEqual(part.limit + 4)
        const ends = messages.slice(-questions.length).map(({ content }) => content)
        for (const [index, question] of questions.entries())
          expect(ends[index]).toMatch(new RegExp(`\\[#${question.id}( · [^\\]]+)?\\] question`))
        expect(toolPairsAreWhole(messages)).toBe(true)
        expect(messages.filter(({ role }) => role === 'system')).toHaveLength(1)
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)

interface Reply {
  readonly role: 'assistant' | 'tool'
  readonly size: number
  readonly sentAt: number
}

function replyRow({ segmentId, placeId, audience, platformOrder }: Message, { role, size, sentAt }: Reply): NewMessage {
  const tool = role === 'tool' ? { tool: { id: 'call', name: 'conversation_get', arguments: `{"a":"${'x'.repeat(size)}"}` } } : {}
  return { segmentId, placeId, audience, platformOrder, role, kind: 'chat', text: 't'.repeat(size), sentAt: new Date(sentAt), ...tool }
}

async function reply(store: Store, to: Message, said: Reply): Promise<Message> {
  const [message] = await store.transaction((tx) => insertMessages(tx, to.threadId, [replyRow(to, said)]))
  return message!
}

test('five hundred messages that waited are answered within the limit', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const first = await person.say('question 0', '2026-11-18T10:00:00Z')
  const { threadId, segmentId, placeId, audience, sentAt } = first
  const rows = Array.from({ length: 499 }, (_, index) => ({
    ...{ segmentId, placeId, audience, sentAt, role: 'user' as const, kind: 'chat' as const, platformOrder: BigInt(index + 2) },
    text: `question ${index + 1} ${'words '.repeat(50)}`,
  }))
  const others = await store.transaction((tx) => insertMessages(tx, threadId, rows))
  const { messages, report } = await contextOf(store, person, [first, ...others], { window: 32_000 })
  expect(report.total).toBeLessThanOrEqual(16_000)
  expect(tokensOf(messages)).toBeLessThanOrEqual(report.total)
  expect(messages.at(-1)!.content).toContain('question 499')
  const waiting = report.parts.at(-1)!
  const missing = waiting.leftOut.flatMap(({ what }) => /^(\d+) earlier messages that waited$/.exec(what)?.[1] ?? [])
  expect(waiting.items + Number(missing[0] ?? 0)).toBe(500)
})

test.each(['with', 'without'])(
  'its queries read the end of an index, however long the thread and the day, %s statistics',
  async (statistics) => {
    const store = await testStore()
    const person = await testPerson(store)
    const message = await person.say('first', '2026-11-18T00:00:00Z')
    const shared = await person.say('first', '2026-11-18T00:00:00Z', { place: sharedPlace('Family') })
    // 20,000 messages on one day, a hundredth of them in the shared place.
    await store.db.$executeRaw`
    INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
    SELECT m.thread_id, m.segment_id, m.place_id, m.audience, 'user', 'chat', 'text', m.sent_at + n * interval '1 second', 10 + n
    FROM generate_series(1, 20000) n JOIN messages m ON m.id = CASE WHEN n % 100 = 0 THEN ${shared.id}::int ELSE ${message.id}::int END`
    // The embedded database gathers none by itself.
    if (statistics === 'with') await store.db.$executeRaw`ANALYZE messages`

    const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: 'private' }
    const there: Scope = { ...scope, audience: shared.audience }
    const day = { id: message.segmentId, dayLabel: '2026-11-18' as DayLabel, coveredSeq: 0 as ChangeSeq }
    const limits = { ...contextBudgets, rowsRead: 50 }
    const plans = [
      { sql: newestRowsSql(scope, limits), indexes: ['messages_conversation_idx'] },
      { sql: newestRowsSql(there, limits), indexes: ['messages_shared_idx'] },
      { sql: uncoveredRowsSql(scope, day, limits), indexes: ['messages_segment_change_idx', 'messages_shared_segment_idx'] },
      { sql: uncoveredRowsSql(there, day, limits), indexes: ['messages_shared_segment_idx'] },
    ]
    for (const { sql, indexes } of plans) {
      const lines = await store.db.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ${sql}`)
      const plan = lines.map((line) => Object.values(line)[0]).join('\n')
      for (const index of indexes) expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan on messages|Sort Key: m\./)
      // What a step read, and what it read in vain.
      const read = [...plan.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/g)].map(([, rows]) => Number(rows))
      expect(Math.max(...read), plan).toBeLessThanOrEqual(110)
    }
  },
)
