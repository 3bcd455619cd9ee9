import { describe, expect, test } from 'vitest'
import { summarizeDay } from '../../src/summaries/run/summarize-day.ts'
import { defaultSummarySettings } from '../../src/summaries/settings.ts'
import { chooseSummaryMode, type DaySummaryProgress, onDayChanged, onMessageAppended } from '../../src/summaries/triggers.ts'
import { TestClock } from '../support/clock.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { summaryBench, unstopped } from '../support/summaries.ts'

const now = new Date('2026-11-18T12:00:00Z')
const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000

function mode(progress: Partial<DaySummaryProgress>) {
  const whole: DaySummaryProgress = {
    finalized: false,
    stale: true,
    changed: false,
    unsummarizedCount: 1,
    unsummarizedBytes: 100,
    sinceMs: minutesAgo(60),
    lastFailureMs: null,
    ...progress,
  }
  return chooseSummaryMode(whole, { clock: new TestClock(now), summarySettings: defaultSummarySettings })
}

describe('today is summarized', () => {
  test('when what is uncovered fills three quarters of the raw window, at about four bytes a token', () => {
    expect(mode({ unsummarizedBytes: 11_996, sinceMs: minutesAgo(0) })).toBeUndefined()
    expect(mode({ unsummarizedBytes: 12_000, sinceMs: minutesAgo(0) })).toBe('heuristic')
  })

  test('when ten messages are uncovered and ten minutes have passed', () => {
    expect(mode({ unsummarizedCount: 9, sinceMs: minutesAgo(60) })).toBeUndefined()
    expect(mode({ unsummarizedCount: 10, sinceMs: minutesAgo(9) })).toBeUndefined()
    expect(mode({ unsummarizedCount: 10, sinceMs: minutesAgo(10) })).toBe('heuristic')
  })

  test('not while nothing is behind, and not right after a failure', () => {
    expect(mode({ unsummarizedCount: 10, stale: false })).toBeUndefined()
    expect(mode({ unsummarizedCount: 10, lastFailureMs: minutesAgo(9) })).toBeUndefined()
    expect(mode({ unsummarizedCount: 10, lastFailureMs: minutesAgo(10) })).toBe('heuristic')
  })

  test('when what its summary rests on was changed', () => {
    expect(mode({ changed: true, unsummarizedCount: 1 })).toBe('heuristic')
  })
})

test('a past day is summarized again as soon as it is behind', () => {
  expect(mode({ finalized: true })).toBe('nightly')
  expect(mode({ finalized: true, stale: false })).toBeUndefined()
})

test('ten messages in ten minutes queue a summary; those of shared places and of tools do not count', async () => {
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock('2026-11-18T09:10:00Z') })
  const person = await testPerson(store, { timezone: 'UTC' })
  const first = await person.say('one', '2026-11-18T09:00:00Z')
  const appended = { segment: { id: first.segmentId }, opened: false }
  for (let count = 2; count <= 9; count++) await person.say(`number ${count}`, '2026-11-18T09:05:00Z')
  await person.say('elsewhere', '2026-11-18T09:06:00Z', { place: sharedPlace('team') })
  await person.answer(first, 'x'.repeat(20_000), { role: 'tool' })
  await onMessageAppended(parts, appended)
  expect(parts.queued).toEqual([])

  await person.answer(first, 'the tenth')
  await onMessageAppended(parts, appended)
  expect(parts.queued).toEqual([{ name: 'summarize-day', payload: { segmentId: first.segmentId, mode: 'heuristic' }, delayMs: 0 }])

  await summarizeDay(parts, { segmentId: first.segmentId, mode: 'heuristic' }, unstopped)
  parts.queued.length = 0
  await onMessageAppended(parts, appended)
  expect(parts.queued).toEqual([])
})

test('the first message of a day queues the summary of the day before it that has one', async () => {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  const before = await person.say('Friday', '2026-11-13T09:00:00Z')
  const opening = await person.say('Monday', '2026-11-16T09:00:00Z')
  await onMessageAppended(parts, { segment: { id: opening.segmentId }, opened: true })
  expect(parts.queued).toEqual([{ name: 'summarize-day', payload: { segmentId: before.segmentId, mode: 'rollover' }, delayMs: 0 }])
})

test('the first message of a day leaves a day alone that is summed up already', async () => {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  const before = await person.say('Friday', '2026-11-13T09:00:00Z')
  const opening = await person.say('Monday', '2026-11-16T09:00:00Z')
  await summarizeDay(parts, { segmentId: before.segmentId, mode: 'nightly' }, unstopped)
  parts.queued.length = 0
  await onMessageAppended(parts, { segment: { id: opening.segmentId }, opened: true })
  expect(parts.queued).toEqual([])
})

test('a late day rolls nothing over, and a late message has its day summarized again, a little later', async () => {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  await person.say('Friday', '2026-11-13T09:00:00Z')
  await person.say('Monday', '2026-11-16T09:00:00Z')
  const late = await person.say('Saturday', '2026-11-14T09:00:00Z')
  await onMessageAppended(parts, { segment: { id: late.segmentId }, opened: true })
  expect(parts.queued).toEqual([{ name: 'summarize-day', payload: { segmentId: late.segmentId, mode: 'nightly' }, delayMs: 30_000 }])
})

test('a change to a day without a summary waits for its turn', async () => {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  const first = await person.say('one', '2026-11-18T09:00:00Z')
  await onDayChanged(parts, first)
  expect(parts.queued).toEqual([])
})

test('a queue that is away loses nothing but time', async () => {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  await person.say('Friday', '2026-11-13T09:00:00Z')
  const opening = await person.say('Monday', '2026-11-16T09:00:00Z')
  const away = { ...parts, jobs: { add: () => Promise.reject(new Error('no queue')) } }
  await expect(onMessageAppended(away, { segment: { id: opening.segmentId }, opened: true })).resolves.toBeUndefined()
})
