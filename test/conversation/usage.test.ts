import { expect, test } from 'vitest'
import { countReplyTokens } from '../../src/conversation/limits.ts'
import { formatCost, loadUsageByDay, sumUsage, tokensOf } from '../../src/conversation/usage.ts'
import type { DayLabel } from '../../src/core/domain/ids.ts'
import { dayLabelOf } from '../../src/core/ports/clock.ts'
import type { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

type Turn = Partial<Omit<Prisma.TurnUncheckedCreateInput, 'startedAt'>>

/** A turn as the conversation leaves it, begun at an instant. */
async function turn(store: Store, person: TestPerson, at: string, data: Turn = {}) {
  const { placeId, threadId } = await person.say('Hello?', at)
  const usage = { calls: 1, inputTokens: 100, outputTokens: 10, model: 'writer' }
  return store.db.turn.create({
    data: { state: 'done', startedAt: new Date(at), threadId, placeId, ...usage, ...data },
  })
}

async function summaryRun(store: Store, person: TestPerson, at: string, tokens: { inputTokens?: number; outputTokens?: number } = {}) {
  const { segmentId } = await person.say('Hello.', at)
  const run = { segmentId, mode: 'manual', state: 'done', fromRevision: 0, toSeq: 1, startedAt: new Date(at), ...tokens }
  await store.db.summaryRun.create({ data: run })
  return segmentId
}

const asked = ({ userId }: TestPerson, until: string, days: number, timezone = 'Europe/Paris') => ({
  userId,
  timezone,
  until: until as DayLabel,
  days,
})

test('days are the person’s own, from midnight to midnight, also where one has 23 or 25 hours', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  // Paris goes from UTC+1 to UTC+2 on 29 March 2026 and back on 25 October.
  const instants = [
    ['2026-03-28T22:59:59Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ] as const
  for (const [at] of instants) await turn(store, person, at)
  for (const day of new Set(instants.map(([, label]) => label))) {
    const rows = await loadUsageByDay(store.db, asked(person, day, 1))
    expect(rows).toEqual([
      {
        ...{ day, model: 'writer', summaries: 0, estimatedTokens: 0 },
        calls: instants.filter(([, label]) => label === day).length,
        inputTokens: 100 * instants.filter(([, label]) => label === day).length,
        outputTokens: 10 * instants.filter(([, label]) => label === day).length,
      },
    ])
  }
  expect(sumUsage(await loadUsageByDay(store.db, asked(person, '2026-03-30', 3))).calls).toBe(4)
})

test('the same instant is of another day in another timezone', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const at = '2026-11-18T22:30:00Z'
  await turn(store, person, at)
  for (const timezone of ['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']) {
    const rows = await loadUsageByDay(store.db, asked(person, '2026-11-20', 7, timezone))
    expect(rows.map(({ day }) => day)).toEqual([dayLabelOf(new Date(at), timezone)])
  }
})

test('replies and summaries of one person are told apart by model, and those of others are not in it', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  await turn(store, ana, '2026-11-18T09:00:00Z', { calls: 3 })
  await turn(store, ana, '2026-11-18T10:00:00Z', { calls: 2, model: 'another' })
  const segmentId = await summaryRun(store, ana, '2026-11-18T11:00:00Z', { inputTokens: 1_000, outputTokens: 50 })
  await summaryRun(store, ana, '2026-11-18T12:00:00Z')
  await store.db.daySummary.create({
    data: { segmentId, markdown: '## Summary', mode: 'manual', model: 'summarizer', language: 'en', updatedAt: new Date() },
  })
  await turn(store, bo, '2026-11-18T09:00:00Z')
  await summaryRun(store, bo, '2026-11-18T11:00:00Z', { inputTokens: 7, outputTokens: 7 })

  const row = { day: '2026-11-18', calls: 0, summaries: 0, inputTokens: 100, outputTokens: 10, estimatedTokens: 0 }
  expect(await loadUsageByDay(store.db, asked(ana, '2026-11-18', 1))).toEqual([
    { ...row, model: 'another', calls: 2 },
    { ...row, model: 'summarizer', summaries: 2, inputTokens: 1_000, outputTokens: 50 },
    { ...row, model: 'writer', calls: 3 },
  ])
})

test('tokens that no server counted are estimated from what was shown, once for each call', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const unknown = { inputTokens: null, outputTokens: null }
  await turn(store, person, '2026-11-18T09:00:00Z', { ...unknown, calls: 3, context: { total: 1_000 } })
  await turn(store, person, '2026-11-18T09:30:00Z', { ...unknown, calls: null, context: { total: 500 } })
  await turn(store, person, '2026-11-18T10:00:00Z', { context: { total: 9_000 } })
  // Nothing was asked of a model.
  await turn(store, person, '2026-11-18T11:00:00Z', { ...unknown, calls: null, model: null })
  const rows = await loadUsageByDay(store.db, asked(person, '2026-11-18', 1))
  expect(rows).toEqual([
    { day: '2026-11-18', model: 'writer', calls: 4, summaries: 0, inputTokens: 100, outputTokens: 10, estimatedTokens: 3_500 },
  ])
  const price = { input: 2, output: 10, currency: 'USD' }
  expect(tokensOf(sumUsage(rows))).toBe(3_610)
  expect(await countReplyTokens(store.db, person.threadId, new Date('2026-11-18T09:30:00Z'))).toBe(610)
  // 3,600 tokens read at 2 a million, and 10 written at 10.
  expect(formatCost(price, sumUsage(rows))).toBe('0.0073 USD')
})
