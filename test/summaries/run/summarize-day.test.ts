import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { blocksOf, outdent } from '../../../src/core/domain/text.ts'
import type { SummaryMode } from '../../../src/core/ports/jobs.ts'
import type { Store } from '../../../src/store/store.ts'
import { summarizeDay } from '../../../src/summaries/run/summarize-day.ts'
import { acquireLease } from '../../../src/threads/lease.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { testStore } from '../../support/store.ts'
import { type BenchOptions, citingModel, shownLines, summaryBench, summaryText, unstopped } from '../../support/summaries.ts'

async function setup(options: BenchOptions & { language?: string } = {}) {
  const store = await testStore()
  const parts = summaryBench(store, options)
  const person = await testPerson(store, { name: 'Ana', timezone: 'Europe/Paris', language: options.language ?? 'en' })
  const first = await person.say('We decided on blue', '2026-11-18T09:00:00Z')
  const { segmentId } = first
  const run = (mode: SummaryMode = 'heuristic') => summarizeDay(parts, { segmentId, mode }, unstopped)
  return { store, parts, person, first, segmentId, run }
}

async function dayOf(store: Store, segmentId: SegmentId) {
  const day = await store.db.daySegment.findUniqueOrThrow({
    where: { id: segmentId },
    include: { summary: true, runs: { orderBy: { id: 'asc' } } },
  })
  return { coveredSeq: day.coveredSeq, markdown: day.summary?.markdown, runs: day.runs.map(({ state }) => state), day }
}

const edit = (parts: { store: Store; clock: ReturnType<typeof summaryBench>['clock'] }, message: Message, text: string) =>
  editMessage(parts, {
    place: directPlace('Ana'),
    platformMessageId: message.platformMessageId as PlatformMessageId,
    text,
    editedAt: parts.clock.now(),
  })

test('a day is summarized from its messages, with their ids, local times and authors', async () => {
  const model = citingModel()
  const { store, first, person, segmentId, run, parts } = await setup({ model })
  const reply = await person.answer(first, 'Blue it is.')
  expect(await run()).toBe('written')
  expect(shownLines(model.requests[0]!)).toEqual([
    { id: first.id, time: '10:00', role: 'user', name: 'Ana', text: 'We decided on blue' },
    { id: reply.id, time: '10:00', role: 'assistant', name: '', text: 'Blue it is.' },
  ])
  const { coveredSeq, markdown, day } = await dayOf(store, segmentId)
  expect(coveredSeq).toBe(reply.changeSeq)
  expect(markdown).toContain(`- We decided on blue [#${first.id}]`)
  expect(day.summary).toMatchObject({ mode: 'heuristic', model: 'scripted', language: 'en', updatedAt: parts.clock.now() })
  expect(day.runs).toMatchObject([{ state: 'done', toSeq: reply.changeSeq, fromRevision: 0, inputTokens: 100, outputTokens: 10 }])
  expect(parts.news).toEqual([{ type: 'thread-changed', userId: person.userId, threadId: person.threadId }])
})

test('only the conversation, as far as it was private, is summarized and covered', async () => {
  const model = citingModel()
  const { store, person, first, segmentId, run, parts } = await setup({ model })
  await person.say('said in a group', '2026-11-18T09:01:00Z', { place: sharedPlace('team') })
  await store.transaction((tx) =>
    parts.post(tx, { threadId: person.threadId, segmentId, placeId: first.placeId, kind: 'notice', text: 'a notice' }),
  )
  await run()
  expect(shownLines(model.requests[0]!).map(({ text }) => text)).toEqual(['We decided on blue'])
  expect((await dayOf(store, segmentId)).coveredSeq).toBe(first.changeSeq)
})

test('outputs of tools are cut in their middle', async () => {
  const model = citingModel()
  const { person, first, run } = await setup({ model, settings: { maxToolOutputCharacters: 20 } })
  await person.answer(first, `${'a'.repeat(50)}${'b'.repeat(50)}`, { role: 'tool' })
  await run()
  expect(shownLines(model.requests[0]!)[1]!.text).toBe('aaaaaaaaaa\n[... 80 characters omitted ...]\nbbbbbbbbbb')
})

test('nothing new to cover: the model is not asked', async () => {
  const model = citingModel()
  const { run } = await setup({ model })
  await run()
  expect(await run('rollover')).toBe('unchanged')
  expect(model.requests).toHaveLength(1)
})

test('a later run is shown the old summary and what is new, and may cite both', async () => {
  const model = citingModel()
  const { store, person, first, segmentId, run } = await setup({ model })
  await run()
  const { markdown } = await dayOf(store, segmentId)
  const later = await person.say('Then green', '2026-11-18T10:00:00Z')
  expect(await run()).toBe('written')
  const request = model.requests[1]!
  expect(shownLines(request).map(({ id }) => id)).toEqual([later.id])
  expect(outdent(blocksOf(request.messages[1]!.content, 'summary-so-far')[0]!)).toBe(markdown)
  expect((await dayOf(store, segmentId)).coveredSeq).toBe(later.changeSeq)
  expect(first.changeSeq).toBeLessThan(later.changeSeq)
})

test('after an edit the day is summarized from the messages, not from the old summary', async () => {
  const model = citingModel()
  const { parts, store, first, segmentId, run } = await setup({ model })
  await run()
  await edit(parts, first, 'We decided on red')
  expect(await run()).toBe('written')
  expect(model.requests[1]!.messages[1]!.content).not.toContain('blue')
  expect((await dayOf(store, segmentId)).markdown).toContain('We decided on red')
})

test('manual is always rewritten from the messages, even when nothing is new', async () => {
  const model = citingModel()
  const { first, run } = await setup({ model })
  await run()
  expect(await run('manual')).toBe('written')
  expect(shownLines(model.requests[1]!).map(({ id }) => id)).toEqual([first.id])
  expect(model.requests[1]!.messages[1]!.content).not.toContain('<summary-so-far>')
})

test('another language of the user means a summary from the messages, in that language', async () => {
  const model = citingModel()
  const { store, person, segmentId, run } = await setup({ model })
  await run()
  await store.db.user.update({ where: { id: person.userId }, data: { language: 'fr' } })
  await person.say('Encore', '2026-11-18T10:00:00Z')
  await run()
  expect(shownLines(model.requests[1]!)).toHaveLength(2)
  expect((await dayOf(store, segmentId)).markdown).toContain('## Décisions')
})

test('the summary of the latest day before is shown for context', async () => {
  const model = citingModel()
  const { person, parts, run } = await setup({ model })
  await run()
  const next = await person.say('A new day', '2026-11-20T09:00:00Z')
  await summarizeDay(parts, { segmentId: next.segmentId, mode: 'heuristic' }, unstopped)
  expect(blocksOf(model.requests[1]!.messages[1]!.content, 'previous-day')[0]).toContain('We decided on blue')
})

test('a message that comes while the model writes stays uncovered', async () => {
  let release = () => {}
  const after = new Promise<void>((resolve) => (release = resolve))
  const model = new ScriptedModel((request) => ({
    after,
    text: summaryText({ decisions: shownLines(request).map(({ id }) => `x [#${id}]`) }),
  }))
  const { store, person, first, segmentId, run } = await setup({ model })
  const running = run()
  await model.called()
  const late = await person.say('One more thing', '2026-11-18T09:05:00Z')
  release()
  expect(await running).toBe('written')
  expect((await dayOf(store, segmentId)).coveredSeq).toBe(first.changeSeq)
  expect(late.changeSeq).toBeGreaterThan(first.changeSeq)
})

test('an edit while the model writes: the old text is not stored, and the run begins again', async () => {
  let editNow = async () => {}
  const model: ScriptedModel = new ScriptedModel((request, call) => ({
    after: call === 1 ? editNow() : Promise.resolve(),
    text: summaryText({ decisions: shownLines(request).map(({ id, text }) => `${text} [#${id}]`) }),
  }))
  const { store, parts, first, segmentId, run } = await setup({ model })
  editNow = async () => void (await edit(parts, first, 'We decided on red'))
  expect(await run()).toBe('written')
  const { markdown, runs } = await dayOf(store, segmentId)
  expect(markdown).toContain('red')
  expect(markdown).not.toContain('blue')
  expect(runs).toEqual(['superseded', 'done'])
})

test('an edit of the day before, whose summary was shown as context, begins the run again too', async () => {
  let editNow = async () => {}
  const model: ScriptedModel = new ScriptedModel((request, call) => ({
    after: call === 2 ? editNow() : Promise.resolve(),
    text: summaryText({ decisions: shownLines(request).map(({ id, text }) => `${text} [#${id}]`) }),
  }))
  const { store, parts, person, first, run } = await setup({ model })
  await run()
  const next = await person.say('A new day', '2026-11-19T09:00:00Z')
  editNow = async () => void (await edit(parts, first, 'secret taken back'))
  expect(await summarizeDay(parts, { segmentId: next.segmentId, mode: 'heuristic' }, unstopped)).toBe('written')
  expect((await dayOf(store, next.segmentId)).runs).toEqual(['superseded', 'done'])
})

test('a day that is edited all the time is left for later, with its last good summary', async () => {
  let turn = 0
  let editNow = async () => {}
  const model: ScriptedModel = new ScriptedModel((_request, call) => ({
    after: call === 1 ? Promise.resolve() : editNow(),
    text: summaryText(),
  }))
  const { store, parts, person, first, segmentId, run } = await setup({ model, settings: { maxRestarts: 2 } })
  await run()
  await store.db.daySegment.update({ where: { id: segmentId }, data: { finalizedAt: parts.clock.now() } })
  await person.say('More', '2026-11-18T09:05:00Z')
  const before = await dayOf(store, segmentId)
  editNow = async () => {
    parts.clock.advance(1_000)
    await edit(parts, first, `turn ${++turn}`)
  }
  expect(await run()).toBe('superseded')
  const after = await dayOf(store, segmentId)
  expect(after.markdown).toBe(before.markdown)
  expect(after.coveredSeq).toBe(before.coveredSeq)
  expect(after.runs).toEqual(['done', 'superseded', 'superseded', 'superseded'])
  expect(parts.queued).toEqual([{ name: 'summarize-day', payload: { segmentId, mode: 'nightly' }, delayMs: 30_000 }])
})

test('two at once: one is busy, and there is one summary', async () => {
  const model = citingModel()
  const { store, segmentId, run } = await setup({ model })
  expect((await Promise.all([run('manual'), run('manual')])).sort()).toEqual(['busy', 'written'])
  expect(model.requests).toHaveLength(1)
  expect((await dayOf(store, segmentId)).runs).toEqual(['done'])
})

test('whoever lost the lease while the model wrote stores nothing', async () => {
  let steal = async () => {}
  const model: ScriptedModel = new ScriptedModel(() => ({ after: steal(), text: summaryText() }))
  const { store, parts, segmentId, run } = await setup({ model })
  steal = async () => {
    // Expires it without moving the clock, which would also wake the heartbeat that renews it.
    await store.db.lease.updateMany({ data: { until: new Date(0) } })
    expect(await acquireLease({ ...parts, workerName: 'other' }, `summary:${segmentId}`)).toBeDefined()
  }
  expect(await run()).toBe('busy')
  const { markdown, coveredSeq, runs } = await dayOf(store, segmentId)
  expect({ markdown, coveredSeq, runs }).toEqual({ markdown: undefined, coveredSeq: 0, runs: ['superseded'] })
})

test('a run whose process died is closed by the next one', async () => {
  const { store, parts, segmentId, run } = await setup()
  await store.db.summaryRun.create({
    data: { segmentId, mode: 'nightly', state: 'running', fromRevision: 0, toSeq: 1, startedAt: parts.clock.now() },
  })
  expect(await run()).toBe('written')
  expect((await dayOf(store, segmentId)).runs).toEqual(['superseded', 'done'])
})

test('a failure is thrown to be tried again, and the last good summary stays', async () => {
  const away = new ModelError('unavailable', 'The model did not answer.')
  const model = new ScriptedModel([{ text: summaryText() }, { error: away }])
  const { store, parts, person, first, segmentId, run } = await setup({ model })
  await run()
  await person.say('More', '2026-11-18T10:00:00Z')
  await expect(run()).rejects.toBe(away)
  const failed = await dayOf(store, segmentId)
  expect(failed.markdown).toBe(summaryText())
  expect(failed.coveredSeq).toBe(first.changeSeq)
  expect(failed.day.runs.at(-1)).toMatchObject({ state: 'failed', error: 'The model did not answer.' })

  // The last try ends as a value, in the log and in the run; nothing is said in the chat.
  const messages = await store.db.message.count()
  expect(await summarizeDay(parts, { segmentId, mode: 'nightly' }, { ...unstopped, last: true })).toBe('failed')
  expect(await store.db.message.count()).toBe(messages)
})

test('a stop is no failure', async () => {
  const model = new ScriptedModel([{ stall: true }])
  const { store, parts, segmentId } = await setup({ model })
  const stop = new AbortController()
  const running = summarizeDay(parts, { segmentId, mode: 'heuristic' }, { signal: stop.signal, last: true })
  await model.called()
  stop.abort()
  await expect(running).rejects.toThrow('cancelled')
  expect((await dayOf(store, segmentId)).runs).toEqual(['superseded'])
})

test('when all messages of a day are deleted its summary goes too', async () => {
  const model = citingModel()
  const { store, parts, first, segmentId, run } = await setup({ model })
  await run()
  await deleteMessage(parts, directPlace('Ana'), first.platformMessageId as PlatformMessageId)
  expect(await run()).toBe('removed')
  expect((await dayOf(store, segmentId)).markdown).toBeUndefined()
  expect(await run('manual')).toBe('empty')
  expect(model.requests).toHaveLength(1)
})

test('a day that does not exist is gone', async () => {
  const { parts } = await setup()
  expect(await summarizeDay(parts, { segmentId: 999 as SegmentId, mode: 'manual' }, unstopped)).toBe('gone')
})

test('the model is asked outside of any transaction', async () => {
  let seen: string | undefined
  const model: ScriptedModel = new ScriptedModel(() => ({ after: look(), text: summaryText() }))
  const { store, segmentId, run } = await setup({ model })
  const look = async () => {
    // On the embedded database this would wait for ever for an open transaction.
    await store.transaction((tx) => tx.$queryRaw`SELECT id FROM day_segments WHERE id = ${segmentId} FOR UPDATE`)
    seen = (await store.db.summaryRun.findFirstOrThrow({ where: { segmentId } })).state
  }
  await run()
  expect(seen).toBe('running')
})
