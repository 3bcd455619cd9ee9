import { expect, test } from 'vitest'
import { listLoopsForSession } from '../../src/loops/list-session-loops.ts'
import { saveSessionLoops } from '../../src/loops/save-session-loops.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { readSession } from '../../src/sessions/notes/read-session.ts'
import type { Store } from '../../src/store/store.ts'
import { defaultSummarySettings } from '../../src/summaries/settings.ts'
import { day, loopBench } from '../loops/bench.ts'
import { TestClock } from '../support/clock.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { sessionBench } from './bench.ts'

const text = 'I paid the invoice. I will call the bank tomorrow.'

/** The loops after a session that says the text, as the offline model reads it. */
async function loopsAfter(store: Store, { isForwarded }: { readonly isForwarded: boolean }) {
  const clock = new TestClock('2026-11-18T09:00:00Z')
  const deps = { model: offlineSummarizer, summarySettings: defaultSummarySettings }
  const sessions = sessionBench(store, {
    clock,
    readSession: async (input, { signal }) => (await readSession(deps, input, signal)).notes,
    listOpenLoops: (session) => listLoopsForSession(store.db, session),
    saveLoops: (tx, session, notes) => saveSessionLoops(tx, clock, session, notes),
  })
  const ana = await testPerson(store, { language: 'en' })
  await loopBench(store, clock.now().toISOString()).add(ana, { text: 'pay the invoice', due: { day: day('2026-12-01') } })
  const message = await ana.say(text, clock.now())
  if (isForwarded)
    await store.db.messageReference.create({
      data: {
        messageId: message.id,
        position: 0,
        placeId: message.placeId,
        audience: 'private',
        kind: 'forward',
        authorName: 'Bob',
        text: '',
      },
    })
  await sessions.tick()
  clock.advance(20 * 60_000)
  await sessions.tick()
  const rows = await store.db.openLoop.findMany({ orderBy: { id: 'asc' } })
  return rows.map((row) => ({ text: row.text, state: row.state }))
}

test('what a person forwards opens and closes nothing', async () => {
  expect(await loopsAfter(await testStore(), { isForwarded: true })).toEqual([{ text: 'pay the invoice', state: 'open' }])
})

test('what they say themselves does', async () => {
  expect(await loopsAfter(await testStore(), { isForwarded: false })).toEqual([
    { text: 'pay the invoice', state: 'done' },
    { text: 'Call the bank', state: 'open' },
  ])
})
