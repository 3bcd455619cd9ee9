import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/domain/errors.ts'
import type { DayLabel, SegmentId } from '../../src/core/domain/ids.ts'
import { endOfDay } from '../../src/core/ports/clock.ts'
import { finalizeDays } from '../../src/summaries/finalize-days.ts'
import { summarizeDay } from '../../src/summaries/run/summarize-day.ts'
import { TestClock } from '../support/clock.ts'
import { testPerson } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { testStore } from '../support/store.ts'
import { type SummaryBench, summaryBench, unstopped } from '../support/summaries.ts'

const finalized = async ({ store }: SummaryBench, id: SegmentId) =>
  (await store.db.daySegment.findUniqueOrThrow({ where: { id } })).finalizedAt

const summariesQueued = ({ queued }: SummaryBench) => queued.filter(({ name }) => name === 'summarize-day')

test.each([
  ['Europe/Paris', '2026-11-18', '2026-11-18T23:00:00Z'],
  ['Asia/Tokyo', '2026-11-18', '2026-11-18T15:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-18', '2026-11-18T10:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-18', '2026-11-19T11:00:00Z'],
  // A day of 23 hours, and one of 25.
  ['Europe/Paris', '2026-03-29', '2026-03-29T22:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z'],
])('in %s the day %s is over at %s, and final ten minutes later', async (timezone, day, end) => {
  expect(endOfDay(day as DayLabel, timezone)).toEqual(new Date(end))
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock(new Date(new Date(end).getTime() + 10 * 60_000 - 1)) })
  const person = await testPerson(store, { timezone })
  const { segmentId } = await person.say('Good night', new Date(new Date(end).getTime() - 60_000))
  await finalizeDays(parts)
  expect(await finalized(parts, segmentId)).toBeNull()
  expect(parts.queued).toEqual([])

  parts.clock.advance(1)
  await finalizeDays(parts)
  expect(await finalized(parts, segmentId)).toEqual(parts.clock.now())
  expect(parts.queued).toEqual([
    { name: 'index-thread', payload: { threadId: person.threadId }, delayMs: 0 },
    { name: 'summarize-day', payload: { segmentId, mode: 'nightly' }, delayMs: 0 },
  ])
})

test('what is pending is found again and again until it is done, whatever became of the jobs', async () => {
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock('2026-11-19T01:00:00Z') })
  const person = await testPerson(store, { timezone: 'UTC' })
  const { segmentId } = await person.say('Good night', '2026-11-18T20:00:00Z')
  for (let look = 1; look <= 2; look++) {
    await finalizeDays(parts)
    expect(summariesQueued(parts)).toHaveLength(look)
  }
  // Covered during the day, but nobody has decided about the posting: the day still needs its nightly run.
  await summarizeDay(parts, { segmentId, mode: 'heuristic' }, unstopped)
  parts.queued.length = 0
  await finalizeDays(parts)
  expect(parts.queued).toMatchObject([{ payload: { segmentId, mode: 'nightly' } }])

  expect(await summarizeDay(parts, { segmentId, mode: 'nightly' }, unstopped)).toBe('unchanged')
  parts.queued.length = 0
  await finalizeDays(parts)
  expect(parts.queued).toEqual([])

  // A late message.
  await person.say('Forgot to say', '2026-11-18T20:30:00Z')
  await finalizeDays(parts)
  expect(parts.queued).toMatchObject([{ payload: { segmentId, mode: 'nightly' } }])
})

test('days without messages to summarize are pending nothing', async () => {
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock('2026-11-19T01:00:00Z') })
  const person = await testPerson(store, { timezone: 'UTC' })
  const message = await person.say('/help', '2026-11-18T20:00:00Z')
  await store.db.message.update({ where: { id: message.id }, data: { kind: 'command' } })
  await finalizeDays(parts)
  expect(await finalized(parts, message.segmentId)).not.toBeNull()
  expect(summariesQueued(parts)).toEqual([])
})

test('after failures a day is tried again less and less often, and at last left alone', async () => {
  const store = await testStore()
  const model = new ScriptedModel([{ error: new ModelError('unavailable', 'away') }])
  const settings = { firstRetryDelayMs: 60_000, maxRetryDelayMs: 150_000, maxFailures: 4 }
  const parts = summaryBench(store, { model, settings, clock: new TestClock('2026-11-19T01:00:00Z') })
  const person = await testPerson(store, { timezone: 'UTC' })
  const { segmentId } = await person.say('Good night', '2026-11-18T20:00:00Z')
  const isQueued = async () => {
    parts.queued.length = 0
    await finalizeDays(parts)
    return summariesQueued(parts).length > 0
  }
  for (const wait of [60_000, 120_000, 150_000]) {
    await summarizeDay(parts, { segmentId, mode: 'nightly' }, { ...unstopped, last: true })
    parts.clock.advance(wait - 1)
    expect(await isQueued()).toBe(false)
    parts.clock.advance(1)
    expect(await isQueued()).toBe(true)
  }
  await summarizeDay(parts, { segmentId, mode: 'nightly' }, { ...unstopped, last: true })
  parts.clock.advance(100 * 3_600_000)
  expect(await isQueued()).toBe(false)
})

test('the day of somebody who has travelled west ends when it ends where they are', async () => {
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock('2026-11-18T23:30:00Z') })
  const person = await testPerson(store, { timezone: 'Europe/Paris' })
  const { segmentId } = await person.say('Hello from New York', '2026-11-18T20:00:00Z')
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: 'America/New_York' } })
  await finalizeDays(parts)
  expect(await finalized(parts, segmentId)).toBeNull()
  parts.clock.set('2026-11-19T05:10:00Z')
  await finalizeDays(parts)
  expect(await finalized(parts, segmentId)).not.toBeNull()
})
