import { expect, test } from 'vitest'
import { findDaySummary } from '../../../src/summaries/read.ts'
import { summarizeDay } from '../../../src/summaries/run/summarize-day.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { summaryBench, unstopped } from '../../support/summaries.ts'

async function setup() {
  const store = await testStore()
  const parts = summaryBench(store, { backgroundTokensPerDay: 100 })
  const person = await testPerson(store, { name: 'Ana' })
  const { segmentId } = await person.say('We decided on blue for the kitchen', '2026-11-18T09:00:00Z')
  const scope = { userId: person.userId, threadId: person.threadId, audience: 'private' as const }
  const summary = () => findDaySummary(parts, scope, '2026-11-18' as never)
  const run = (mode: 'heuristic' | 'manual') => summarizeDay(parts, { segmentId, mode }, unstopped)
  return { store, parts, person, run, summary }
}

test('a summary beyond the limit is written offline and says so, and one that the user asks for is not', async () => {
  const { person, run, summary } = await setup()
  await run('heuristic')
  expect(await summary()).toMatchObject({ model: 'scripted', overLimit: false })
  await person.say('We decided on green for the hall', '2026-11-18T09:30:00Z')
  await run('heuristic')
  expect(await summary()).toMatchObject({ model: 'offline', overLimit: true })
  expect((await summary())?.markdown).toContain('## ')
  await run('manual')
  expect(await summary()).toMatchObject({ model: 'scripted', overLimit: false })
})

test('a day of the next limit is written by the model again', async () => {
  const { parts, person, run, summary } = await setup()
  await run('heuristic')
  parts.clock.advance(24 * 3_600_000)
  await person.say('We decided on green for the hall', '2026-11-18T09:30:00Z')
  await run('heuristic')
  expect(await summary()).toMatchObject({ model: 'scripted', overLimit: false })
})
