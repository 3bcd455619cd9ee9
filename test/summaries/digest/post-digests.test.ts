import { expect, test } from 'vitest'
import type { SegmentId } from '../../../src/core/domain/ids.ts'
import type { SummaryMode } from '../../../src/core/ports/jobs.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { postDigests } from '../../../src/summaries/digest/post-digests.ts'
import { summarizeDay } from '../../../src/summaries/run/summarize-day.ts'
import { importMessages } from '../../../src/threads/messages/import-messages.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testDatabase, testStore } from '../../support/store.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { type SummaryBench, summaryBench, summaryText, unstopped } from '../../support/summaries.ts'

const MORNING = '2026-11-19T09:00:00Z'

/** Four messages of the user on the 18th, in Paris, and a first one on the 19th. */
async function twoDays(options: { now?: string; language?: string; messages?: number } = {}) {
  const store = await testStore()
  const parts = summaryBench(store, { clock: new TestClock(options.now ?? MORNING) })
  const person = await testPerson(store, { name: 'Ana', language: options.language ?? 'en' })
  const segmentId = await liveADay(person, '2026-11-18', options.messages)
  await person.say('Good morning', MORNING)
  return { store, parts, person, segmentId }
}

async function liveADay(person: TestPerson, day: string, messages = 4) {
  const first = await person.say('We decided on blue', `${day}T10:00:00Z`)
  await person.answer(first, 'Noted')
  for (let count = 2; count <= messages; count++) await person.say(`Message ${count}`, `${day}T10:0${count}:00Z`)
  return first.segmentId
}

const summarize = (parts: SummaryBench, segmentId: Awaited<ReturnType<typeof liveADay>>, mode: SummaryMode = 'rollover') =>
  summarizeDay(parts, { segmentId, mode }, unstopped)

const digests = (store: Store) =>
  store.db.message.findMany({ where: { kind: 'digest' }, include: { deliveries: true, place: true }, orderBy: { id: 'asc' } })

const stateOf = async (store: Store, segmentId: number) => (await store.db.digest.findUnique({ where: { segmentId } }))?.state

test('after a rollover the summary is posted, folded, with its day in words, where the user was last active alone', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await person.say('from the phone', '2026-11-19T09:01:00Z', { place: directPlace('Ana-phone') })
  await person.say('in a group', '2026-11-19T09:02:00Z', { place: sharedPlace('team') })
  await summarize(parts, segmentId)
  expect(parts.queued).toContainEqual({ name: 'post-digests', payload: {}, delayMs: 0 })
  await postDigests(parts)
  const [posted, ...others] = await digests(store)
  expect(others).toEqual([])
  expect(posted).toMatchObject({ role: 'system', segmentId, audience: 'private', place: { address: 'direct:Ana-phone' } })
  expect(posted!.text).toMatch(/^\*\*Summary of Wednesday 18 November 2026\*\*\n\n## Summary\n/)
  expect(posted!.text).toContain('- We decided on blue [#')
  expect(posted!.deliveries).toMatchObject([{ collapsed: true, state: 'pending' }])
  expect(parts.queued.at(-1)).toEqual({ name: 'deliver-message', payload: { messageId: posted!.id }, delayMs: 0 })
})

test('in the language of the user', async () => {
  const { store, parts, segmentId } = await twoDays({ language: 'fr' })
  await summarize(parts, segmentId)
  await postDigests(parts)
  expect((await digests(store))[0]!.text).toMatch(/^\*\*Résumé du mercredi 18 novembre 2026\*\*\n\n## Résumé\n/)
})

test('the first one of a user can be turned off with a button, later ones have the other button alone', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await summarize(parts, segmentId)
  await postDigests(parts)
  const next = await liveADay(person, '2026-11-19')
  parts.clock.set('2026-11-20T09:00:00Z')
  await summarize(parts, next, 'nightly')
  await postDigests(parts)
  const all = (await digests(store)).map(({ deliveries }) => deliveries[0]!.buttons as { label: string; action: string }[])
  // The messages that a summary cites can be opened as well.
  for (const buttons of all) expect(buttons.at(-1)!.action).toMatch(/^\/open \d+$/)
  const buttons = all.map((some) => some.filter(({ action }) => !action.startsWith('/open')))
  const resummarize = (day: string) => ({ label: 'Resummarize', action: `/resummarize ${day}` })
  expect(buttons).toEqual([[{ label: 'Turn off', action: '/digest off' }, resummarize('2026-11-18')], [resummarize('2026-11-19')]])
})

test('at most four citations have a button, and those of the lists come first', async () => {
  const { store, parts, segmentId } = await twoDays({ messages: 6 })
  const ids = (await store.db.message.findMany({ where: { segmentId, role: 'user' }, orderBy: { id: 'asc' } })).map(({ id }) => id)
  const cite = (index: number) => `[#${ids[index]}]`
  const markdown = summaryText({
    narrative: `A day of paint. ${cite(0)} ${cite(1)}`,
    decisions: [`Blue ${cite(2)}`, `Oak ${cite(3)}`, `Brass ${cite(4)}`],
  })
  const model = new ScriptedModel([{ text: markdown }])
  await summarizeDay({ ...parts, model }, { segmentId, mode: 'rollover' }, unstopped)
  await postDigests(parts)
  const [digest] = await digests(store)
  const buttons = digest!.deliveries[0]!.buttons as { action: string }[]
  expect(buttons.filter(({ action }) => action.startsWith('/open')).map(({ action }) => action)).toEqual(
    [2, 3, 4, 0].map((index) => `/open ${ids[index]}`),
  )
})

test('neither heuristic nor manual summaries are posted', async () => {
  const { store, parts, segmentId } = await twoDays()
  await summarize(parts, segmentId, 'heuristic')
  await summarize(parts, segmentId, 'manual')
  await postDigests(parts)
  expect(await digests(store)).toEqual([])
})

test('a day that was covered before it ended is posted all the same', async () => {
  const { store, parts, segmentId } = await twoDays()
  await summarize(parts, segmentId, 'heuristic')
  expect(await summarize(parts, segmentId, 'rollover')).toBe('unchanged')
  await postDigests(parts)
  expect(await digests(store)).toHaveLength(1)
})

test('at most once: a late message has the day summarized again, and nothing posted', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await summarize(parts, segmentId)
  await postDigests(parts)
  await person.say('I forgot', '2026-11-18T10:30:00Z')
  expect(await summarize(parts, segmentId, 'nightly')).toBe('written')
  await postDigests(parts)
  expect(await digests(store)).toHaveLength(1)
})

test('at most once, by two at the same time', async () => {
  const { store, parts, segmentId } = await twoDays()
  await summarize(parts, segmentId)
  await Promise.all([postDigests(parts), postDigests(parts), postDigests(parts)])
  expect(await digests(store)).toHaveLength(1)
})

test('at most once, by two processes on one PostgreSQL', async (context) => {
  const config = await testDatabase()
  if (!('databaseUrl' in config)) return context.skip('one process at a time opens the embedded database')
  const stores = [await openStore(config), await openStore(config)] as const
  const clock = new TestClock(MORNING)
  const [one, two] = stores.map((store, index) => summaryBench(store, { clock, workerName: `worker-${index}` }))
  const person = await testPerson(stores[0], { name: 'Ana' })
  const segmentId = await liveADay(person, '2026-11-18')
  const outcomes = await Promise.all([summarize(one!, segmentId), summarize(two!, segmentId)])
  expect(outcomes).toContain('written')
  await Promise.all([postDigests(one!), postDigests(two!)])
  expect(await digests(stores[0])).toHaveLength(1)
  for (const store of stores) await store.close()
})

test('a day with fewer than four messages of the user is not posted: answers, outputs of tools and deleted messages do not count', async () => {
  const { store, parts, person, segmentId } = await twoDays({ messages: 3 })
  const [first] = await store.db.message.findMany({ where: { segmentId }, take: 1 })
  for (let count = 1; count <= 10; count++) await person.answer(first as never, `Answer ${count}`)
  await person.answer(first as never, 'an output', { role: 'tool' })
  const deleted = await person.say('Never mind', '2026-11-18T11:00:00Z')
  await store.db.message.update({ where: { id: deleted.id }, data: { deletedAt: new Date('2026-11-18T11:01:00Z'), text: '' } })
  await summarize(parts, segmentId)
  await postDigests(parts)
  expect(await digests(store)).toEqual([])
  expect(await stateOf(store, segmentId)).toBe('skipped')
})

test('digest off: nothing is posted, also when it was turned off while one was waiting', async () => {
  const { store, parts, person, segmentId } = await twoDays({ now: '2026-11-18T23:30:00Z' })
  await summarize(parts, segmentId, 'nightly')
  expect(await stateOf(store, segmentId)).toBe('waiting')
  await store.db.user.update({ where: { id: person.userId }, data: { digest: 'off' } })
  parts.clock.set('2026-11-19T08:00:00Z')
  await postDigests(parts)
  expect(await stateOf(store, segmentId)).toBe('skipped')

  const next = await liveADay(person, '2026-11-19')
  await summarize(parts, next, 'nightly')
  expect(await stateOf(store, next)).toBe('skipped')
  expect(await digests(store)).toEqual([])
})

test('in quiet hours it waits until they end, and is not dropped', async () => {
  const { store, parts, segmentId } = await twoDays({ now: '2026-11-18T23:10:00Z' })
  await summarize(parts, segmentId, 'nightly')
  expect(parts.queued.map(({ name }) => name)).not.toContain('post-digests')
  parts.clock.set('2026-11-19T06:59:59Z')
  await postDigests(parts)
  expect(await digests(store)).toEqual([])
  parts.clock.set('2026-11-19T07:00:00Z')
  await postDigests(parts)
  expect(await digests(store)).toHaveLength(1)
})

test('what fell due while the program was stopped is not posted in the next quiet hours', async () => {
  const { store, parts, segmentId } = await twoDays()
  await summarize(parts, segmentId)
  parts.clock.set('2026-11-19T22:30:00Z')
  await postDigests(parts)
  expect(await digests(store)).toEqual([])
  parts.clock.set('2026-11-20T07:00:00Z')
  await postDigests(parts)
  expect(await digests(store)).toHaveLength(1)
})

test('at the time the user has chosen, even late in the evening', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await store.db.user.update({ where: { id: person.userId }, data: { digest: '23:15' } })
  await summarize(parts, segmentId)
  parts.clock.set('2026-11-19T22:14:00Z')
  await postDigests(parts)
  expect(await digests(store)).toEqual([])
  parts.clock.set('2026-11-19T22:15:30Z')
  await postDigests(parts)
  expect(await digests(store)).toHaveLength(1)
})

test('an imported day is summarized and not posted', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await store.db.place.updateMany({ data: { lastActiveAt: parts.clock.now() } })
  const messages = [1, 2, 3, 4].map((count) => ({
    sentAt: new Date(`2026-11-17T10:0${count}:00Z`),
    role: 'user' as const,
    text: `Imported ${count}`,
    externalId: `i-${count}`,
  }))
  await importMessages(parts, { userId: person.userId, timezone: 'Europe/Paris', messages })
  const imported = await store.db.daySegment.findFirstOrThrow({ where: { dayLabel: '2026-11-17' } })
  expect(await summarize(parts, imported.id as SegmentId, 'nightly')).toBe('written')
  expect(await stateOf(store, imported.id)).toBe('skipped')
  // The day beside it, which was lived here, is.
  await summarize(parts, segmentId, 'nightly')
  expect(await stateOf(store, segmentId)).toBe('waiting')
})

test('one that cannot be posted stays due and does not hold up the others', async () => {
  const { store, parts, person, segmentId } = await twoDays()
  await summarize(parts, segmentId)
  const next = await liveADay(person, '2026-11-19')
  parts.clock.set('2026-11-20T09:00:00Z')
  await summarize(parts, next, 'nightly')
  const failing: SummaryBench = {
    ...parts,
    post: (tx, outgoing) => (outgoing.segmentId === segmentId ? Promise.reject(new Error('no')) : parts.post(tx, outgoing)),
  }
  await postDigests(failing)
  expect([await stateOf(store, segmentId), await stateOf(store, next)]).toEqual(['waiting', 'posted'])
  await postDigests(parts)
  expect(await stateOf(store, segmentId)).toBe('posted')
})
