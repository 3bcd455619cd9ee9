import { expect, test } from 'vitest'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import type { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

/** A turn as the conversation leaves it. */
async function turn(store: Store, person: TestPerson, at: string, data: Partial<Prisma.TurnUncheckedCreateInput> = {}) {
  const { threadId } = person
  const { placeId } = await person.say('Hello?', at)
  const usage = { state: 'done', model: 'writer', calls: 2, inputTokens: 12_000, outputTokens: 500 }
  await store.db.turn.create({ data: { threadId, placeId, startedAt: new Date(at), ...usage, ...data } })
}

/** Wednesday 18 November 2026, 10:00 in Paris, as in the bench. */
async function used(): Promise<{ store: Store; person: TestPerson }> {
  const store = await testStore()
  const person = await testPerson(store)
  await turn(store, person, '2026-11-11T22:00:00Z', { inputTokens: 9_999_999 })
  await turn(store, person, '2026-11-12T08:00:00Z')
  await turn(store, person, '2026-11-18T08:00:00Z')
  const { segmentId } = await person.say('Hello.', '2026-11-18T08:10:00Z')
  const run = { segmentId, mode: 'manual', state: 'done', fromRevision: 0, toSeq: 1, inputTokens: 3_000, outputTokens: 200 }
  await store.db.summaryRun.create({ data: { ...run, startedAt: new Date('2026-11-18T08:30:00Z') } })
  return { store, person }
}

test('/usage says what today and the last seven days took, and how much of the limit is left', async () => {
  const { store, person } = await used()
  const { text } = await commandBench(store, { tokensPerDay: 100_000 }).give(person, '/usage')
  expect(text).toBe(`**Today:** 2 calls and 1 day summary. The model read 15,000 tokens and wrote 700 tokens.

**The last 7 days:** 4 calls and 1 day summary. The model read 27,000 tokens and wrote 1,200 tokens.

By model, in this period:
- writer: 25,000 tokens
- unknown: 3,200 tokens

Replies to you may use 100,000 tokens a day: 12% is used, and the count restarts at 01:00 (Europe/Paris).`)
})

test('/usage and /context say the cost where there is a price', async () => {
  const { store, person } = await used()
  const { give } = commandBench(store, { price: { input: 0.4, output: 1.6, currency: 'EUR' } })
  const { text } = await give(person, '/usage')
  expect(text).toContain('wrote 700 tokens, for 0.0071 EUR.')
  expect(text).toContain('- writer: 25,000 tokens, 0.011 EUR')
  expect(text).toMatch(/There is no limit on tokens\.$/)

  await turn(store, person, '2026-11-18T08:50:00Z', {
    inputTokens: 3_000_000,
    outputTokens: 1_000_000,
    context: { total: 1_000, limit: 16_000, model: 'writer', parts: [] },
  })
  expect((await give(person, '/context')).text).toMatch(/the model read 3,000,000 tokens and wrote 1,000,000 tokens, for 2\.80 EUR\.$/)
})

test('/usage says what was not counted, and stays within the limit’s hundred per cent', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const unknown = { calls: 1, inputTokens: null, outputTokens: null, context: { total: 1_500 } }
  await turn(store, person, '2026-11-18T08:00:00Z', unknown)
  const { text } = await commandBench(store, { tokensPerDay: 1_000 }).give(person, '/usage')
  expect(text).toContain('1 call. The model was shown about 1,500 tokens that its server did not count.')
  expect(text).toContain('100% is used')
})

test('/usage of somebody who has asked nothing says so', async () => {
  const { store } = await used()
  const { text } = await commandBench(store, { tokensPerDay: 1_000 }).give(await testPerson(store), '/usage')
  expect(text).toBe(`**Today:** nothing yet.

**The last 7 days:** nothing yet.

Replies to you may use 1,000 tokens a day: 0% is used, and the count restarts at 01:00 (Europe/Paris).`)
})

/** A run of background work, today. */
const inBackground = (store: Store, { userId }: TestPerson, inputTokens: number) =>
  store.db.backgroundUsage.create({
    data: {
      ...{ userId, kind: 'session', model: 'reader', inputTokens, outputTokens: 50, isEstimated: false },
      startedAt: new Date('2026-11-18T08:20:00Z'),
    },
  })

test('/usage tells how much of the limit of background work is used, and counts its tokens', async () => {
  const { store, person } = await used()
  await inBackground(store, person, 950)
  const { text } = await commandBench(store, { backgroundTokensPerDay: 4_000 }).give(person, '/usage')
  expect(text).toMatch(
    /Summaries, notes and other work in the background may use 4,000 tokens a day: 25% is used\. Beyond that, it is done without a model until 01:00 \(Europe\/Paris\)\.$/,
  )
  expect(text).toContain('- reader: 1,000 tokens')
  const offline = commandBench(store, { backgroundTokensPerDay: 4_000, model: offlineSummarizer })
  expect((await offline.give(person, '/usage')).text).not.toContain('in the background')
})

test('/context and a summary say that the limit of background work is reached', async () => {
  const { store, person } = await used()
  await turn(store, person, '2026-11-18T08:50:00Z', { context: { total: 1_000, limit: 16_000, model: 'writer', parts: [] } })
  const { give } = commandBench(store, { backgroundTokensPerDay: 1_000 })
  const reached = 'Today’s limit for background work is reached. Until tomorrow, summaries and notes are written without a model.'
  expect((await give(person, '/context')).text).not.toContain(reached)
  await inBackground(store, person, 950)
  expect((await give(person, '/context')).text).toContain(reached)

  await give(person, '/resummarize')
  const note = /Written without a model, because today’s limit for background work was reached\. \/resummarize 2026-11-18 writes it/
  expect((await give(person, '/summary')).text).not.toMatch(note)
  await store.db.daySummary.updateMany({ data: { overLimit: true } })
  const shown = await give(person, '/summary')
  expect(shown.text).toMatch(note)
  expect(shown.buttons?.at(-1)?.action).toBe('/resummarize 2026-11-18')
})
