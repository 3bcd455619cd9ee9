import { expect, test } from 'vitest'
import type { DayLabel, PlatformMessageId, SegmentId } from '../../src/core/domain/ids.ts'
import { catalogueLanguages, translatorOf } from '../../src/core/messages/messages.ts'
import { renderSummary } from '../../src/summaries/generate/template.ts'
import {
  type DaySummary,
  dropEmptyLists,
  findDaySummary,
  loadSegmentSummaries,
  loadSummaryTexts,
  summariesUpToSql,
} from '../../src/summaries/read.ts'
import { summarizeDay } from '../../src/summaries/run/summarize-day.ts'
import { deleteMessage } from '../../src/threads/messages/edit-message.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { directPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { summaryBench, unstopped } from '../support/summaries.ts'

const day = (label: string) => label as DayLabel

async function fourDays() {
  const store = await testStore()
  const parts = summaryBench(store)
  const person = await testPerson(store, { name: 'Ana', timezone: 'UTC' })
  for (const label of ['2026-11-14', '2026-11-15', '2026-11-17', '2026-11-18']) {
    const { segmentId } = await person.say(`Said on ${label}`, `${label}T09:00:00Z`)
    if (label !== '2026-11-17') await summarizeDay(parts, { segmentId, mode: 'heuristic' }, unstopped)
  }
  const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: 'private' }
  return { parts, person, scope }
}

test('the latest summarized days before a day, newest first', async () => {
  const { parts, scope } = await fourDays()
  const found = await parts.store.db.$queryRaw<DaySummary[]>(summariesUpToSql(scope, { day: day('2026-11-17'), limit: 2 }))
  expect(found.map(({ dayLabel }) => dayLabel)).toEqual(['2026-11-15', '2026-11-14'])
  expect(found[0]!.markdown).toContain('Said on 2026-11-15')
})

test('a summary says whether it is behind, by what came later or by what was taken back', async () => {
  const { parts, person, scope } = await fourDays()
  expect(await findDaySummary(parts, scope, day('2026-11-18'))).toMatchObject({
    stale: false,
    overLimit: false,
    finalizedAt: null,
    updatedAt: parts.clock.now(),
  })
  await person.say('More', '2026-11-18T10:00:00Z')
  expect(await findDaySummary(parts, scope, day('2026-11-18'))).toMatchObject({ stale: true })
  expect(await findDaySummary(parts, scope, day('2026-11-14'))).toMatchObject({ stale: false })
  await deleteMessage(parts, directPlace('Ana'), 'Ana-1' as PlatformMessageId)
  expect(await findDaySummary(parts, scope, day('2026-11-14'))).toMatchObject({ stale: true })
})

test('a day without a summary has none, and there are none for other users and in shared places', async () => {
  const { parts, scope } = await fourDays()
  expect(await findDaySummary(parts, scope, day('2026-11-17'))).toBeUndefined()
  const { segmentId } = (await findDaySummary(parts, scope, day('2026-11-14')))!
  expect((await loadSegmentSummaries(parts, scope, [segmentId])).map(({ dayLabel }) => dayLabel)).toEqual(['2026-11-14'])

  const other = await testPerson(parts.store)
  for (const foreign of [
    { userId: other.userId, threadId: other.threadId, audience: 'private' },
    { ...scope, audience: 'place:1' },
  ] satisfies Scope[]) {
    expect(await findDaySummary(parts, foreign, day('2026-11-14'))).toBeUndefined()
    expect(await loadSegmentSummaries(parts, foreign, [segmentId])).toEqual([])
    expect(await parts.store.db.$queryRaw(summariesUpToSql(foreign, { day: day('2026-11-17'), limit: 2 }))).toEqual([])
  }
})

test('the texts of the summaries of several days, by day; a day without one is left out', async () => {
  const { parts, person } = await fourDays()
  const other = await testPerson(parts.store, { name: 'Ben', timezone: 'UTC' })
  const { segmentId: foreign } = await other.say('Said by Ben', '2026-11-14T09:00:00Z')
  await summarizeDay(parts, { segmentId: foreign, mode: 'heuristic' }, unstopped)
  const days = await parts.store.db.daySegment.findMany({ where: { threadId: person.threadId }, orderBy: { dayLabel: 'asc' } })
  const [first, second, without] = days.map(({ id }) => id as SegmentId)
  const texts = await loadSummaryTexts(parts.store.db, [second!, without!, first!])
  expect([...texts.keys()].sort((a, b) => a - b)).toEqual([first, second])
  expect(texts.get(first!)).toContain('Said on 2026-11-14')
  expect(texts.get(second!)).toContain('Said on 2026-11-15')
  expect(await loadSummaryTexts(parts.store.db, [])).toEqual(new Map())
})

test('a model is shown a summary without its empty lists, in every language', () => {
  const content = {
    narrative: 'Ana painted the gate.\n\nShe said: "- None"',
    lists: { goals: [], decisions: [{ text: 'The gate becomes blue.', sourceIds: [7] }], openLoops: [], nextSteps: [] },
  }
  for (const code of catalogueLanguages) {
    const translate = translatorOf(code)
    expect(dropEmptyLists(renderSummary(content, code))).toBe(
      `## ${translate('summary.summary')}\n${content.narrative}\n\n## ${translate('summary.decisions')}\n- The gate becomes blue. [#7]`,
    )
  }
})
