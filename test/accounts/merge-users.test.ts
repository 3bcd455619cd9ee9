import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockUsersForMerge, mergeUsers, type UserPair } from '../../src/accounts/merge-users.ts'
import type { DayLabel, MessageId, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { updateIndex } from '../../src/search/index/update-index.ts'
import type { Store } from '../../src/store/store.ts'
import { summarizeDay } from '../../src/summaries/run/summarize-day.ts'
import { needsRun } from '../../src/summaries/stale-days.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { numberApart, storedRows } from '../e2e/attacks/rows.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { privacyDeps } from '../support/privacy.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { summaryBench, unstopped } from '../support/summaries.ts'

const clock = new TestClock('2026-11-18T09:00:00Z')

function partsOn(store: Store) {
  return privacyDeps({ store, clock, jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
}

/** Makes them one; false when they are already. */
function mergeNow(store: Store, pair: UserPair): Promise<boolean> {
  return store.transaction(async (tx) => {
    const merge = await lockUsersForMerge(tx, pair, clock.now())
    if (merge) await mergeUsers(tx, partsOn(store).personalData, merge)
    return merge !== undefined
  })
}

/** Something that happens in a history; times in hours after the first, which may come in any order. */
type Step =
  | { readonly do: 'say'; readonly hour: number; readonly text: string; readonly shared: boolean; readonly answered: boolean }
  | { readonly do: 'edit' | 'delete'; readonly which: number }
  | { readonly do: 'summarize'; readonly which: number }
  | { readonly do: 'remember'; readonly text: string; readonly theme: string }
  | { readonly do: 'import'; readonly hour: number; readonly text: string }

const words = fc.constantFrom('tea', 'the boat', 'a red door', 'Friday', 'the report', 'rain')
const hour = fc.integer({ min: 0, max: 120 })
const which = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say'), hour, text: words, shared: fc.boolean(), answered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('edit', 'delete'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('summarize'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remember'), text: words, theme: fc.constantFrom('Food', 'food!', 'Work') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('import'), hour, text: words }) },
) as fc.Arbitrary<Step>
const timezone = fc.constantFrom('Europe/Paris', 'Asia/Tokyo', 'America/Los_Angeles')
const history = fc.record({ timezone, steps: fc.array(step, { minLength: 1, maxLength: 10 }) })
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

const atHour = (hours: number) => new Date(Date.parse('2026-11-09T06:00:00Z') + hours * 3_600_000)

async function live(store: Store, name: string, { timezone: zone, steps }: History): Promise<TestPerson> {
  const person = await testPerson(store, { name, timezone: zone })
  const bench = summaryBench(store, { clock })
  const { userId, threadId } = person
  for (const [index, one] of steps.entries()) {
    if (one.do === 'say') {
      const place = one.shared ? sharedPlace('club') : directPlace(name)
      const said = await person.say(`${one.text} ${index}`, atHour(one.hour), { place })
      if (one.answered) await person.answer(said, `About ${one.text}.`)
    }
    if (one.do === 'import') {
      const message = { sentAt: atHour(one.hour), role: 'user' as const, text: one.text, externalId: `old-${index}` }
      await importMessages({ store, clock }, { userId, timezone: zone, messages: [message] })
    }
    if (one.do === 'remember') {
      const scope = { userId, threadId, audience: 'private' as const }
      await store.transaction((tx) => addMemory(tx, { scope, now: atHour(index) }, { type: 'fact', content: one.text, theme: one.theme }))
    }
    if (one.do === 'edit' || one.do === 'delete') await change(store, threadId, one)
    if (one.do === 'summarize') {
      const days = await store.db.daySegment.findMany({ where: { threadId }, orderBy: { dayLabel: 'asc' } })
      const day = days[one.which % Math.max(days.length, 1)]
      if (day) await summarizeDay(bench, { segmentId: day.id as SegmentId, mode: 'nightly' }, unstopped)
    }
  }
  await updateIndex({ store, clock: systemClock, log: silentLog }, threadId)
  return person
}

async function change(
  store: Store,
  threadId: ThreadId,
  { do: how, which: number }: { do: 'edit' | 'delete'; which: number },
): Promise<void> {
  const said = await store.db.message.findMany({ where: { threadId, role: 'user' }, include: { place: true }, orderBy: { id: 'asc' } })
  const message = said[number % Math.max(said.length, 1)]
  if (!message) return
  const { platform, tenant, address, kind } = message.place
  const place = { platform, tenant, address, kind } as Parameters<typeof deleteMessage>[1]
  const platformMessageId = message.platformMessageId as PlatformMessageId
  if (how === 'delete') await deleteMessage({ store, clock }, place, platformMessageId)
  else await editMessage({ store, clock }, { place, platformMessageId, text: 'something else', editedAt: clock.now() })
}

interface Said {
  readonly id: MessageId
  readonly day: DayLabel
  readonly text: string
  readonly audience: string
  readonly sentAt: Date
  readonly changeSeq: number
  readonly isCovered: boolean
  readonly isStale: boolean
}

/** All of a thread, in its order. */
async function saidIn(store: Store, threadId: ThreadId): Promise<Said[]> {
  const rows = await store.db.$queryRaw<(Omit<Said, 'isStale'> & { segmentId: SegmentId })[]>`
    SELECT m.id, s.id AS "segmentId", s.day_label AS day, m.text, m.audience, m.sent_at AS "sentAt", m.change_seq AS "changeSeq",
      m.change_seq <= s.covered_seq AS "isCovered"
    FROM messages m JOIN day_segments s ON s.id = m.segment_id WHERE m.thread_id = ${threadId} ORDER BY m.sent_at, m.platform_order, m.id`
  const stale = new Map<SegmentId, boolean>()
  for (const { segmentId } of rows) if (!stale.has(segmentId)) stale.set(segmentId, await needsRun(store.db, segmentId))
  return rows.map(({ segmentId, ...row }) => ({ ...row, isStale: stale.get(segmentId) ?? false }))
}

const told = (said: readonly Said[]) =>
  said.map(({ text, day, audience, sentAt }) => `${sentAt.toISOString()} ${day} ${audience}: ${text}`).sort()

/** Returns the active items. A duplicate is archived, so that a merge can be undone. */
async function memoriesOf(store: Store, userId: UserId): Promise<string[]> {
  const items = await store.db.memoryItem.findMany({ where: { userId, status: 'active' } })
  return items.map(({ content }) => content)
}

/** Where any column of any table has one of these numbers. */
async function mentions(store: Store, numbers: readonly number[]): Promise<string[]> {
  const rows = await storedRows(store)
  return rows.flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, value]) => (numbers.includes(value as number) ? [`${table}.${column} = ${value}`] : [])),
  )
}

test('any two histories become one: in time order, one segment a day, nothing lost or doubled, and covered what was covered', async () => {
  const store = await testStore()
  await numberApart(store)
  let run = 0
  await fc.assert(
    fc.asyncProperty(history, history, async (one, other) => {
      run++
      const [ada, bob] = [await live(store, `ada-${run}`, one), await live(store, `bob-${run}`, other)]
      const [fromAda, fromBob] = [await saidIn(store, ada.threadId), await saidIn(store, bob.threadId)]
      const known = [...(await memoriesOf(store, ada.userId)), ...(await memoriesOf(store, bob.userId))]

      const chunks = await store.db.transcriptChunk.findMany({ where: { threadId: ada.threadId } })
      expect(await mergeNow(store, { from: ada.userId, into: bob.userId })).toBe(true)
      const both = await saidIn(store, bob.threadId)

      expect(both.map(({ id }) => id).sort()).toEqual([...fromAda, ...fromBob].map(({ id }) => id).sort())
      expect(told(both)).toEqual(told([...fromAda, ...fromBob]))
      expect(new Set(both.map(({ changeSeq }) => changeSeq)).size).toBe(both.length)
      const thread = await store.db.thread.findUniqueOrThrow({ where: { id: bob.threadId } })
      expect(Math.max(0, ...both.map(({ changeSeq }) => changeSeq))).toBeLessThanOrEqual(thread.changeSeq)

      const days = await store.db.daySegment.findMany({ where: { threadId: bob.threadId }, orderBy: { dayLabel: 'asc' } })
      expect(new Set(days.map(({ dayLabel }) => dayLabel)).size).toBe(days.length)
      expect(days.slice(0, -1).every(({ finalizedAt }) => finalizedAt !== null)).toBe(true)

      const daysOf = (said: readonly Said[]) => new Set(said.map(({ day }) => day))
      const [adas, bobs] = [daysOf(fromAda), daysOf(fromBob)]
      const after = new Map(both.map((said) => [said.id, said]))
      for (const said of fromBob) expect(after.get(said.id)?.isCovered).toBe(said.isCovered)
      for (const said of fromAda) expect(after.get(said.id)?.isCovered).toBe(said.isCovered && !bobs.has(said.day))
      for (const said of [...fromAda, ...fromBob].filter(({ day, isStale }) => isStale && !(adas.has(day) && bobs.has(day))))
        expect(after.get(said.id)?.isStale).toBe(true)

      // The change numbers of chunks that moved with their days are raised like those of messages.
      const [firstOfAda] = fromAda
      const shift = firstOfAda ? (after.get(firstOfAda.id)?.changeSeq ?? 0) - firstOfAda.changeSeq : 0
      const movedDays = new Set(days.map(({ id }) => id))
      for (const { id, segmentId, changeSeq } of chunks.filter((chunk) => movedDays.has(chunk.segmentId)))
        expect(await store.db.transcriptChunk.findUnique({ where: { id } })).toMatchObject({
          threadId: bob.threadId,
          segmentId,
          changeSeq: changeSeq + shift,
        })

      // Nothing that was known is lost, and nothing is known twice.
      expect((await memoriesOf(store, bob.userId)).sort()).toEqual([...new Set(known)].sort())
      const themes = await store.db.memoryTheme.findMany({ where: { userId: bob.userId } })
      expect(new Set(themes.map(({ slug }) => slug)).size).toBe(themes.length)

      expect(await mentions(store, [ada.userId, ada.threadId])).toEqual([])
      await updateIndex({ store, clock: systemClock, log: silentLog }, bob.threadId)
      const spoken = { kind: 'chat', role: { in: ['user', 'assistant'] } }
      expect(await store.db.messageIndex.count({ where: { threadId: bob.threadId } })).toBe(
        await store.db.message.count({ where: { threadId: bob.threadId, ...spoken } }),
      )
      expect(await mentions(store, [ada.userId, ada.threadId])).toEqual([])
      // Twice is once.
      expect(await mergeNow(store, { from: ada.userId, into: bob.userId })).toBe(false)
      expect(await saidIn(store, bob.threadId)).toEqual(both)
    }),
    { numRuns: runs(10) },
  )
}, 60_000)

test('three people become one and the same, whichever of them first', async () => {
  const store = await testStore()
  let run = 0
  await fc.assert(
    fc.asyncProperty(history, history, history, async (...histories) => {
      run++
      const three = async (side: string) => {
        const people: TestPerson[] = []
        for (const [index, one] of histories.entries()) people.push(await live(store, `${run}-${side}-${index}`, one))
        return people as [TestPerson, TestPerson, TestPerson]
      }
      const [a, b, c] = await three('left')
      await mergeNow(store, { from: a.userId, into: b.userId })
      await mergeNow(store, { from: b.userId, into: c.userId })
      const [d, e, f] = await three('right')
      await mergeNow(store, { from: f.userId, into: d.userId })
      await mergeNow(store, { from: e.userId, into: d.userId })
      expect(told(await saidIn(store, c.threadId))).toEqual(told(await saidIn(store, d.threadId)))
      expect((await memoriesOf(store, c.userId)).sort()).toEqual((await memoriesOf(store, d.userId)).sort())
    }),
    { numRuns: runs(4) },
  )
}, 60_000)

test('a message that both have, because its account went from one to the other, is kept once with the answers to it', async () => {
  const store = await testStore()
  const [ada, bob] = [await testPerson(store, { name: 'ada' }), await testPerson(store, { name: 'bob' })]
  const place = sharedPlace('club')
  const kept = await ada.say('Hello', '2026-11-10T08:00:00Z', { place, id: 'the-same' })
  const double = await bob.say('Hello', '2026-11-10T08:00:00Z', { place, id: 'the-same' })
  const answer = await bob.answer(double, 'Hello yourself.')
  await store.db.message.update({ where: { id: answer.id }, data: { replyToId: double.id } })
  await mergeNow(store, { from: bob.userId, into: ada.userId })
  const rows = await store.db.message.findMany({ orderBy: { id: 'asc' }, select: { id: true, replyToId: true } })
  expect(rows).toEqual([
    { id: kept.id, replyToId: null },
    { id: answer.id, replyToId: kept.id },
  ])
})

test('what was posted of a day is not posted again, and what replaced an item still does', async () => {
  const store = await testStore()
  const [ada, bob] = [await testPerson(store, { name: 'ada' }), await testPerson(store, { name: 'bob' })]
  await ada.say('Only in front of others', '2026-11-10T08:00:00Z', { place: sharedPlace('club') })
  const said = await bob.say('A private day', '2026-11-10T09:00:00Z')
  await store.db.digest.create({ data: { segmentId: said.segmentId, state: 'posted', dueAt: said.sentAt } })
  const add = async (person: TestPerson, at: string, content: string, supersedes?: number) => {
    const scope = { userId: person.userId, threadId: person.threadId, audience: 'private' as const }
    const memory = { type: 'fact' as const, content, ...(supersedes !== undefined && { supersedes }) }
    return (await store.transaction((tx) => addMemory(tx, { scope, now: new Date(at) }, memory))).item
  }
  const older = await add(ada, '2026-11-01T00:00:00Z', 'Drinks tea')
  const coffee = await add(bob, '2026-11-02T00:00:00Z', 'Drinks coffee')
  const newer = await add(bob, '2026-11-03T00:00:00Z', 'Drinks tea', coffee.id)
  await mergeNow(store, { from: bob.userId, into: ada.userId })
  expect(await store.db.digest.findMany({ select: { state: true } })).toEqual([{ state: 'posted' }])
  const items = await store.db.memoryItem.findMany({ orderBy: { id: 'asc' }, select: { id: true, status: true, supersededById: true } })
  expect(items).toEqual([
    { id: older.id, status: 'active', supersededById: null },
    { id: coffee.id, status: 'archived', supersededById: older.id },
    { id: newer.id, status: 'archived', supersededById: older.id },
  ])
})
