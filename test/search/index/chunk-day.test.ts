import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PlatformMessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import type { Embedder } from '../../../src/core/ports/embedder.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { chunkDay, chunkMissedDays, findDaysToChunk } from '../../../src/search/index/chunk-day.ts'
import { refreshIndex, updateIndex } from '../../../src/search/index/update-index.ts'
import { fixedEmbeddings } from '../../../src/search/vectors/semantic-scores.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { reassignDays } from '../../../src/threads/days/reassign-days.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { importMessages } from '../../../src/threads/messages/import-messages.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { nodeArguments } from '../../support/program.ts'
import { testDatabase, testStore } from '../../support/store.ts'
import { depsOf, expectAsMadeOnce, long, rowsOf } from './chunk-support.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 8, minute))
const id = (name: string) => name as PlatformMessageId

describe('the chunks of a thread', () => {
  test('cover the conversation by day and audience, without commands, notices and drafts', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'Ana' })
    const question = await person.say('where are the keys?', at(0))
    const { segmentId, placeId, audience } = question
    const other = { segmentId, placeId, audience, text: 'not this', sentAt: at(1) }
    await store.transaction((tx) =>
      insertMessages(tx, person.threadId, [
        { ...other, role: 'user', kind: 'command' },
        { ...other, role: 'system', kind: 'notice' },
        { ...other, role: 'system', kind: 'digest' },
        { ...other, role: 'system', kind: 'chat' },
        { ...other, role: 'assistant', kind: 'draft' },
        { ...other, role: 'tool', kind: 'chat', text: 'keys: doormat', tool: { id: 'a', name: 'look', arguments: '{}' } },
      ]),
    )
    const answer = await person.answer(question, 'under the doormat', { at: at(2) })
    const shared = await person.say('hello everybody', at(3), { place: sharedPlace('kitchen') })
    const later = await person.say('the next day', '2026-11-19T08:00:00Z')
    expect(await updateIndex(depsOf(store), person.threadId)).toEqual({ messages: 4, days: 2, written: 3, deleted: 0 })
    const rows = await rowsOf(store, person.threadId)
    expect(rows).toMatchObject([
      { segmentId, audience: shared.audience, position: 0, text: 'Ana: hello everybody', messageIds: [shared.id] },
      {
        segmentId,
        audience: 'private',
        position: 0,
        text: 'Ana: where are the keys?\nlook: keys: doormat\nassistant: under the doormat',
        messageIds: [question.id, answer.id],
        firstMessageId: question.id,
        lastMessageId: answer.id,
        changeSeq: answer.changeSeq,
      },
      { segmentId: later.segmentId, audience: 'private', text: 'Ana: the next day', messageIds: [later.id] },
    ])
  })

  test('keep their rows if unchanged, and only changed days are read', async () => {
    const store = await testStore()
    const deps = depsOf(store)
    const person = await testPerson(store)
    const yesterday = await person.say('yesterday', '2026-11-17T08:00:00Z')
    for (let n = 0; n < 6; n++) await person.say(long(`m${n}-`), at(n))
    await updateIndex(deps, person.threadId)
    const before = await rowsOf(store, person.threadId)
    expect(before.length).toBeGreaterThan(3)
    expect(await findDaysToChunk(store.db, person.threadId)).toEqual([])
    expect(await updateIndex(deps, person.threadId)).toEqual({ messages: 0, days: 0, written: 0, deleted: 0 })

    const last = await person.say('one more', at(10))
    expect(await findDaysToChunk(store.db, person.threadId)).toEqual([last.segmentId])
    await updateIndex(deps, person.threadId)
    const after = await rowsOf(store, person.threadId)
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    expect(after.at(-1)?.text).toContain('one more')
    expect(after.at(-1)?.position).toBe(after.filter(({ segmentId }) => segmentId === last.segmentId).length - 1)
    expect(after[0]?.segmentId).toBe(yesterday.segmentId)

    // No id is used up by what is there already: they are 32-bit numbers.
    const ids = after.map((row) => row.id)
    expect(Math.max(...ids) - before.length).toBeLessThanOrEqual(2)
  })

  test('are split again only from the end of a long day, or from the message before one that changes or comes late', async () => {
    const store = await testStore()
    const deps = depsOf(store)
    const person = await testPerson(store, { name: 'Eva' })
    for (let n = 0; n < 6; n++) await person.say(long(`m${n}-`), at(n), { place: directPlace('eva'), id: id(`m${n}`) })
    await updateIndex(deps, person.threadId)
    const mark = async () => {
      const [first] = await rowsOf(store, person.threadId)
      await store.db.transcriptChunk.update({ where: { id: first!.id }, data: { hash: 'not split again' } })
    }
    const isMarked = async () => (await rowsOf(store, person.threadId))[0]?.hash === 'not split again'
    await mark()
    for (let n = 0; n < 3; n++) {
      await person.say(long(`later${n}-`), at(10 + n))
      await updateIndex(deps, person.threadId)
      expect(await isMarked()).toBe(true)
    }
    await person.say('late', at(1))
    await updateIndex(deps, person.threadId)
    expect(await isMarked()).toBe(true)
    await person.say('before all others', at(-1))
    await updateIndex(deps, person.threadId)
    expect(await isMarked()).toBe(false)
    await mark()
    const edit = (name: string) =>
      editMessage(deps, { place: directPlace('eva'), platformMessageId: id(name), text: 'edited', editedAt: at(20) })
    await edit('m3')
    await updateIndex(deps, person.threadId)
    expect(await isMarked()).toBe(true)
    await edit('m0')
    await updateIndex(deps, person.threadId)
    expect(await isMarked()).toBe(false)
    await expectAsMadeOnce(store, person.threadId)
  })

  test('lose edited and deleted text at once', async () => {
    const store = await testStore()
    const deps = depsOf(store)
    const person = await testPerson(store)
    const place = directPlace('eva')
    const first = await person.say(`secret ${long('a')}`, at(0), { place, id: 'a' })
    await person.say(`password ${long('b')}`, at(1), { place, id: 'b' })
    await person.say('bye', at(2), { place, id: 'c' })
    await updateIndex(deps, person.threadId)
    const held = async (text: string) => (await rowsOf(store, person.threadId)).filter((row) => row.text.includes(text)).length
    expect([await held('secret'), await held('password'), await held('b199')]).toEqual([1, 1, 1])

    await editMessage(deps, { place, platformMessageId: id('b'), text: long('b'), editedAt: at(5) })
    await updateIndex(deps, person.threadId)
    expect([await held('secret'), await held('password'), await held('b199')]).toEqual([1, 0, 1])
    await deleteMessage(deps, place, id('a'))
    await updateIndex(deps, person.threadId)
    expect([await held('secret'), await held('a0')]).toEqual([0, 0])
    expect((await rowsOf(store, person.threadId)).flatMap(({ messageIds }) => messageIds)).not.toContain(first.id)
  })

  test('follow messages to another day, and are deleted with their day', async () => {
    const store = await testStore()
    const deps = depsOf(store)
    const person = await testPerson(store, { timezone: 'UTC' })
    await person.say('late in the evening', '2026-11-16T02:00:00Z')
    await person.say('at noon', '2026-11-16T12:00:00Z')
    const alone = await person.say('another late evening', '2026-11-18T02:00:00Z')
    await updateIndex(deps, person.threadId)
    const now = deps.clock.now()
    await store.transaction((tx) => reassignDays(tx, person.threadId, { timezone: 'America/New_York', now }))
    expect(await store.db.daySegment.findUnique({ where: { id: alone.segmentId } })).toBeNull()
    expect(await chunkDay(deps, alone.segmentId)).toEqual({ written: 0, deleted: 0 })
    await updateIndex(deps, person.threadId)
    const days = await store.db.daySegment.findMany({ orderBy: { dayLabel: 'asc' }, include: { chunks: true } })
    expect(days.map(({ dayLabel, chunks }) => [dayLabel, chunks.map(({ text }) => text.replace(/^.*?: /, ''))])).toEqual([
      ['2026-11-15', ['late in the evening']],
      ['2026-11-16', ['at noon']],
      ['2026-11-17', ['another late evening']],
    ])
  })

  test('are written together with their marker or not at all', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const { segmentId } = await person.say('hello', at(0))
    const killed: Store = {
      ...store,
      transaction: (work) =>
        store.transaction(async (tx) => {
          await work(tx)
          throw new Error('The process ended.')
        }),
    }
    await expect(chunkDay({ store: killed, clock: systemClock, log: silentLog }, segmentId)).rejects.toThrow('The process ended.')
    expect(await rowsOf(store, person.threadId)).toEqual([])
    expect(await chunkDay(depsOf(store), segmentId)).toEqual({ written: 1, deleted: 0 })
  })

  test('are built newest day first, and continue after an abort', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (const day of ['16', '17', '18']) await person.say(`on the ${day}th`, `2026-11-${day}T08:00:00Z`)
    const stop = new AbortController()
    const first = await updateIndex(depsOf(store), person.threadId, { signal: stop.signal, onDay: () => stop.abort() })
    expect(first).toMatchObject({ days: 1, written: 1 })
    expect((await rowsOf(store, person.threadId)).map(({ text }) => text)).toEqual([expect.stringContaining('on the 18th')])
    expect(await updateIndex(depsOf(store), person.threadId)).toMatchObject({ days: 2, written: 2 })
  })

  test('are completed after a killed process', async () => {
    const database = await testDatabase()
    const filled = await openStore(database)
    const person = await testPerson(filled, { timezone: 'UTC' })
    expect(person.threadId).toBe(1)
    const sentAt = (n: number) => new Date(Date.UTC(2026, 0, 1, 8) + n * 12 * 3_600_000)
    const messages = Array.from({ length: 120 }, (_, n) => ({
      sentAt: sentAt(n),
      role: 'user' as const,
      text: long(`m${n}-`),
      externalId: `${n}`,
    }))
    await importMessages(depsOf(filled), { userId: person.userId, timezone: 'UTC', messages })
    await filled.close()
    const script = fileURLToPath(new URL('./chunking-process.ts', import.meta.url))
    const child = spawn(process.execPath, [...nodeArguments, script, JSON.stringify(database)], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    let days = 0
    for await (const line of createInterface({ input: child.stdout })) if (line === 'a day' && ++days === 3) child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])

    const store = await openStore(database)
    onTestFinished(() => store.close())
    const left = await findDaysToChunk(store.db, person.threadId)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(60)
    expect(await updateIndex(depsOf(store), person.threadId)).toMatchObject({ days: left.length })
    await expectAsMadeOnce(store, person.threadId)
    // Opens an embedded database three times.
  }, 90_000)

  test('do not exist for a missing day', async () => {
    const store = await testStore()
    expect(await chunkDay(depsOf(store), 4_711 as SegmentId)).toEqual({ written: 0, deleted: 0 })
  })

  test('are made only while an embedding model is in use, and made up for afterwards', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const without = depsOf(store)
    const withModel = { ...without, embeddings: fixedEmbeddings({ provider: 'test', model: 'words' } as unknown as Embedder) }
    const job = { signal: new AbortController().signal }
    await person.say('before there was a model', at(0))
    await refreshIndex(without, person.threadId, job)
    expect(await rowsOf(store, person.threadId)).toEqual([])
    expect(await store.db.messageIndex.count()).toBe(1)
    await chunkMissedDays(withModel, job)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ text: expect.stringContaining('before there was') }])
    // Switched off for a while, and on again.
    await person.say('while it was off', at(1))
    await refreshIndex(without, person.threadId, job)
    await chunkMissedDays(withModel, job)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ text: expect.stringContaining('while it was off') }])
    // An edit takes the old text away at once.
    await person.say('a secret', at(3), { place: directPlace('eva'), id: id('secret') })
    await refreshIndex(withModel, person.threadId, job)
    await editMessage(without, { place: directPlace('eva'), platformMessageId: id('secret'), text: 'nothing', editedAt: at(4) })
    await refreshIndex(without, person.threadId, job)
    expect(await rowsOf(store, person.threadId)).toEqual([])
    await chunkMissedDays(withModel, job)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ text: expect.stringContaining('nothing') }])
    await person.say('with a model', at(5))
    await refreshIndex(withModel, person.threadId, job)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ text: expect.stringContaining('with a model') }])
  })
})
