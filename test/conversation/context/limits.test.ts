import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextBudgets } from '../../../src/conversation/context/budgets.ts'
import { newestRowsSql, postedRowsSql } from '../../../src/conversation/context/recent-messages.ts'
import { rowsByIdSql, unsummarizedRowsSql } from '../../../src/conversation/context/rows.ts'
import { othersRowsSql } from '../../../src/conversation/context/shared-rows.ts'
import type { DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { type CountTokens, formatSize } from '../../../src/core/domain/text.ts'
import { countImageTokens } from '../../../src/model/image-tokens.ts'
import { estimateTokens, loadTokenCounter } from '../../../src/model/tokens.ts'
import { Prisma } from '../../../src/store/generated/client.ts'
import type { Store } from '../../../src/store/store.ts'
import { insertMessages, type NewMessage } from '../../../src/threads/messages/insert-messages.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { runs } from '../../support/runs.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { testStore } from '../../support/store.ts'
import { contextOf, summarize, tokensOf, toolPairsAreWhole } from './conversation.ts'

/** Of an image whose size cannot be read. */
const imageTokens = countImageTokens('scripted', { content: new Uint8Array() })

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

/** Files of one kind that come with the first message to answer. */
interface Came {
  readonly mediaType: 'text/plain' | 'image/png' | 'application/pdf'
  readonly size: number
  readonly count: number
}

const files = fc.array(
  fc.record<Came>({
    mediaType: fc.constantFrom('text/plain', 'image/png', 'application/pdf'),
    size: fc.constantFrom(3, 2_000, 60_000),
    // More than the budget of any window can name.
    count: fc.constantFrom(1, 5, 300),
  }),
  { maxLength: 2 },
)

/** How models count: as the scripted one, as those that nobody knows, and by an encoding. */
const counters: Readonly<Record<string, CountTokens>> = {
  scripted: new ScriptedModel([]).countTokens,
  estimate: estimateTokens,
  encoding: await loadTokenCounter('gpt-4o'),
}

/** A text of a size, in words that an encoding makes few tokens of, or many. */
const textOf = (word: string, size: number) => word.repeat(Math.ceil(size / word.length)).slice(0, size)

test('however large everything is: the limit holds, what is asked is there, and each cut is in the report', async () => {
  const store = await testStore()
  let people = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        history: histories,
        // Thousands of outputs of tools, all of one answer.
        outputs: fc.constantFrom(0, 0, 3_000),
        summary: sizes,
        asked: fc.array(sizes, { minLength: 1, maxLength: 5 }),
        came: files,
        /** How long the message is that is replied to, of a day long past; there is none where null. */
        repliedTo: fc.option(sizes),
        window: fc.constantFrom(3_000, 3_100, 4_096, 8_192, 128_000),
        counter: fc.constantFrom(...Object.keys(counters)),
        word: fc.constantFrom('x', 'internationalization ', '漢字', '😀 ', 'word. '),
        shared: fc.boolean(),
        covered: fc.boolean(),
      }),
      async ({ history, outputs, summary, asked, came, repliedTo, window, counter, word, shared, covered }) => {
        const person = await testPerson(store, { timezone: 'UTC', name: `hostile-${++people}` })
        const place = shared ? { place: sharedPlace(`hostile-${people}`) } : {}
        const end = new Date('2026-11-18T12:00:00Z').getTime()
        const old = repliedTo === null ? undefined : await person.say(textOf(word, repliedTo), '2026-03-03T12:00:00Z', place)
        let sentAt = end - history.reduce((sum, { gapMs }) => sum + gapMs, 0) - 1_000
        let last: Message = await person.say('it begins', new Date(sentAt), place)
        for (const { role, gapMs, size } of history) {
          sentAt += gapMs
          const text = textOf(word, size)
          last = role === 'user' ? await person.say(text, new Date(sentAt), place) : await reply(store, last, { role, text, sentAt })
        }
        if (covered && !shared) await summarizeEach(store, person, textOf('# summary\n', summary))
        if (outputs > 0)
          await store.transaction((tx) =>
            insertMessages(tx, last.threadId, Array(outputs).fill(replyRow(last, { role: 'tool', text: 't'.repeat(2_000), sentAt }))),
          )
        const questions: Message[] = []
        for (const size of asked) questions.push(await person.say(`question ${textOf(word, size)}`, new Date(end), place))
        const files = came.flatMap((one) => Array<Came>(one.count).fill(one))
        await attach(store, questions[0]!, files)

        const [first, ...rest] = questions
        const messagesToAnswer = [{ ...first!, replyToId: old?.id ?? null }, ...rest] as const
        const countTokens = counters[counter]!
        const options = { window, countTokens, seesImages: true }
        const { messages, report, background } = await contextOf(store, person, messagesToAnswer, options)
        const images = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))

        expect(tokensOf(messages, countTokens) + images.length * imageTokens).toBeLessThanOrEqual(report.total)
        expect(report.total).toBeLessThanOrEqual(Math.min(16_000, window - 2_000))
        for (const part of report.parts) expect(part.tokens, part.name).toBeLessThanOrEqual(part.limit)
        const ends = messages.slice(-questions.length).map(({ content }) => content)
        for (const [index, question] of questions.entries())
          expect(ends[index]).toMatch(new RegExp(`\\[#${question.id}( · [^\\]]+)?\\] question`))
        expect(toolPairsAreWhole(messages)).toBe(true)
        expect(messages.filter(({ role }) => role === 'system')).toHaveLength(1)
        expect(await contextOf(store, person, messagesToAnswer, options)).toMatchObject({ messages, report })

        const omitted = (name: RegExp) => report.parts.flatMap((part) => (name.test(part.name) ? part.omitted.map(({ what }) => what) : []))
        const isCut = (text: string) => /\[… [\d,]+ characters omitted …\]/.test(text)
        if (isCut(background)) expect(omitted(/^[1-8]/).join()).toMatch(/middle|passage|characters/)
        const before = messages.slice(1, -questions.length)
        if (before.some(({ content }) => isCut(content))) expect(omitted(/^9/).join()).toContain('the middle of')
        if (
          before.some(
            (message) => message.role === 'assistant' && message.toolCalls?.some((call) => call.arguments.startsWith('{"arguments":')),
          )
        )
          expect(omitted(/^9/).join()).toContain('of the arguments of')
        if (ends.some(isCut)) expect(omitted(/^11/).join()).toContain('characters of')
        const today = await store.db.message.count({ where: { segmentId: last.segmentId, id: { notIn: questions.map(({ id }) => id) } } })
        const raw = report.parts.find(({ name }) => name.startsWith('9'))!
        if (last.segmentId === first!.segmentId && raw.items < today)
          expect(omitted(/^9/).join()).toMatch(/[\d,]+ earlier messages?, or more/)
        if (old && !messages.some(({ content }) => content.includes(`[#${old.id}`)))
          expect(omitted(/^9/).join()).toContain('earlier messages')
        if (covered && !shared && !background.includes('day-summary')) expect(omitted(/^[45]/).join()).toContain('the summary of')
        for (const [index, { mediaType, size }] of files.entries()) {
          const name = nameOf(index)
          const isThere =
            mediaType === 'text/plain'
              ? ends[0]!.includes(`${name}, ${formatSize(size)}]\n<file>\n    ${'f'.repeat(size)}\n</file>`)
              : images.some((image) => image.name === name)
          if (!isThere) expect(omitted(/^11/).join(), name).toContain(name)
        }
      },
    ),
    { numRuns: runs(10) },
  )
}, 180_000)

const nameOf = (index: number) => `file-${index}-${'n'.repeat(150)}.bin`

async function attach(store: Store, { id: messageId }: Message, files: readonly Came[]): Promise<void> {
  await store.db.attachment.createMany({
    data: files.map(({ mediaType, size }, position) => ({
      ...{ messageId, position, source: `file-${position}`, name: nameOf(position), mediaType, bytes: size, state: 'stored' },
      content: Uint8Array.from(Buffer.from('f'.repeat(size))),
    })),
  })
}

/** Gives each day of a person the same summary, which covers the first message alone. */
async function summarizeEach(store: Store, { threadId }: TestPerson, markdown: string): Promise<void> {
  for (const { id } of await store.db.daySegment.findMany({ where: { threadId } })) {
    const first = await store.db.message.findFirstOrThrow({ where: { segmentId: id }, orderBy: { changeSeq: 'asc' } })
    await summarize(store, first as unknown as Message, markdown)
  }
}

interface Reply {
  readonly role: 'assistant' | 'tool'
  readonly text: string
  readonly sentAt: number
}

function replyRow({ segmentId, placeId, audience, platformOrder }: Message, { role, text, sentAt }: Reply): NewMessage {
  const tool = role === 'tool' ? { tool: { id: 'call', name: 'conversation_get', arguments: JSON.stringify({ a: text }) } } : {}
  return { segmentId, placeId, audience, platformOrder, role, kind: 'chat', text, sentAt: new Date(sentAt), ...tool }
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
  const missing = waiting.omitted.flatMap(({ what }) => /^([\d,]+) earlier unanswered messages?$/.exec(what)?.[1] ?? [])
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
    // Others write there too.
    const other = await testPerson(store)
    const theirs = await other.say('first', '2026-11-18T00:00:00Z', { place: sharedPlace('Family') })
    await store.db.$executeRaw`
    INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
    SELECT m.thread_id, m.segment_id, m.place_id, m.audience, 'user', 'chat', 'text', m.sent_at + n * interval '1 second', 10 + n
    FROM generate_series(1, 2000) n JOIN messages m ON m.id = ${theirs.id}`
    // The embedded database gathers none by itself.
    if (statistics === 'with') await store.db.$executeRaw`ANALYZE messages`

    const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: 'private' }
    const there: Scope = { ...scope, audience: shared.audience }
    const day = '2026-11-19' as DayLabel
    const limits = { ...contextBudgets, rowsRead: 50, hidden: new Set<MessageId>() }
    const ids = [shared.id]
    const plans = [
      { sql: newestRowsSql(scope, limits), indexes: ['messages_conversation_idx'] },
      { sql: newestRowsSql(there, limits), indexes: ['messages_shared_idx'] },
      { sql: unsummarizedRowsSql(scope, day, limits), indexes: ['messages_segment_change_idx', 'messages_shared_segment_idx'] },
      { sql: unsummarizedRowsSql(there, day, limits), indexes: ['messages_shared_segment_idx'] },
      { sql: postedRowsSql(scope, limits), indexes: ['messages_posted_idx'] },
      { sql: postedRowsSql(there, limits), indexes: ['messages_posted_shared_idx'] },
      { sql: othersRowsSql(there, limits), indexes: ['messages_audience_idx'] },
      { sql: rowsByIdSql(scope, { ...limits, ids, withNeighbors: ids }), indexes: ['messages_pkey', 'messages_conversation_idx'] },
      { sql: rowsByIdSql(there, { ...limits, ids, withNeighbors: ids }), indexes: ['messages_pkey', 'messages_shared_idx'] },
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

test('where all days are summarized and nothing was said in a shared place, little is read to find that out', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const first = await person.say('first', '2025-01-01T12:00:00Z')
  await store.db.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, covered_seq)
    SELECT ${person.threadId}, to_char(date '2025-01-01' + n, 'YYYY-MM-DD'), 'UTC', now(), 100000 FROM generate_series(1, 400) n`
  await store.db.$executeRaw`
    INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
    SELECT s.thread_id, s.id, ${first.placeId}, 'private', 'user', 'chat', 'text', now(), 10 + row_number() OVER (ORDER BY s.id, n)
    FROM day_segments s, generate_series(1, 20) n WHERE s.id <> ${first.segmentId}`
  // Rows that other tests have left would be counted as well.
  await store.db.$executeRaw`VACUUM ANALYZE messages, day_segments`
  const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: 'private' }
  const sql = unsummarizedRowsSql(scope, '2026-11-18' as DayLabel, { ...contextBudgets, hidden: new Set<MessageId>() })
  const lines = await store.db.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN (ANALYZE, BUFFERS) ${sql}`)
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  const [, hit, read = 0] = /shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? []
  expect(Number(hit) + Number(read), plan).toBeLessThan(150)
})
