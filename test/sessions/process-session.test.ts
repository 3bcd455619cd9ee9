import { describe, expect, test } from 'vitest'
import type { LoopId, MessageId } from '../../src/core/domain/ids.ts'
import { processSession } from '../../src/sessions/process/process-session.ts'
import { retrySession } from '../../src/sessions/process/retry-session.ts'
import type { SessionInput } from '../../src/sessions/session-input.ts'
import type { Store } from '../../src/store/store.ts'
import { editMessage } from '../../src/threads/messages/edit-message.ts'
import { directPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { repeatingNotes, sessionBench } from './bench.ts'

const minutes = 60_000

/** The sessions in order, with what is looked at here. */
const sessionsOf = (store: Store) =>
  store.db.session.findMany({
    orderBy: { startedAt: 'asc' },
    select: { id: true, state: true, attempts: true, summary: true, dueAt: true },
  })

async function oneSession(options: Parameters<typeof sessionBench>[1] = {}) {
  const store = await testStore()
  const bench = sessionBench(store, options)
  const ana = await testPerson(store, { name: 'ana', language: 'de' })
  const hello = await ana.say('Hello', bench.clock.now())
  await ana.answer(hello, 'Hi')
  // The scheduler runs often, so a session is known long before it is over.
  await bench.tick()
  return { store, bench, ana, hello }
}

describe('a session', () => {
  test('is closed by the scheduler 15 minutes after its last message, and not by the next message', async () => {
    const { store, bench, ana } = await oneSession()
    bench.clock.advance(14 * minutes)
    expect(await bench.tick()).toEqual([])
    bench.clock.advance(minutes)
    await ana.say('The next session', bench.clock.now())
    expect(await sessionsOf(store)).toMatchObject([{ state: 'active' }])
    expect(await bench.tick()).toEqual(['processed'])
    expect(await sessionsOf(store)).toMatchObject([
      { state: 'processed', summary: 'Hello Hi', dueAt: null },
      { state: 'active', summary: null },
    ])
  })

  test('is read with the language of the user and the names of those who wrote', async () => {
    const inputs: SessionInput[] = []
    const { bench, ana, hello } = await oneSession({
      readSession: async (input) => {
        inputs.push(input)
        return repeatingNotes(input)
      },
      listOpenLoops: async ({ userId }) => [{ id: 7 as LoopId, text: `owed to ${userId === ana.userId}`, owner: 'bot' }],
    })
    bench.clock.advance(20 * minutes)
    await bench.tick()
    expect(inputs).toMatchObject([
      {
        language: 'de',
        timezone: 'Europe/Paris',
        lines: [
          { id: hello.id, role: 'user', author: 'ana', text: 'Hello' },
          { role: 'assistant', text: 'Hi' },
        ],
        openLoops: [{ text: 'owed to true' }],
      },
    ])
    expect(inputs[0]?.lines[1]).not.toHaveProperty('author')
  })

  test('that cannot be read is tried three times, after growing delays, and then again when the user asks for it', async () => {
    let isModelUp = false
    const { store, bench, ana } = await oneSession({
      readSession: async (input) => {
        if (!isModelUp) throw new Error('The model is down.')
        return repeatingNotes(input)
      },
    })
    const outcomes = []
    for (const wait of [15, 1, 1, 3, 1, 60]) {
      bench.clock.advance(wait * minutes)
      outcomes.push(await bench.tick())
    }
    expect(outcomes).toEqual([['failed'], [], ['failed'], [], ['failed'], []])
    const [failed] = await sessionsOf(store)
    expect(failed).toMatchObject({ state: 'failed', attempts: 3, summary: null, dueAt: null })
    isModelUp = true
    const stranger = await testPerson(store, { name: 'ben' })
    expect(await retrySession(bench, { ...stranger, audience: 'private' }, failed!.id as never)).toBe(false)
    expect(await retrySession(bench, { ...ana, audience: 'private' }, failed!.id as never)).toBe(true)
    expect(bench.takeQueued()).toEqual([failed!.id])
    expect(await bench.tick()).toEqual(['processed'])
    expect(await retrySession(bench, { ...ana, audience: 'private' }, failed!.id as never)).toBe(false)
  })

  test('that is stuck in processing for 30 minutes counts as failed', async () => {
    let calls = 0
    const { store, bench } = await oneSession({
      readSession: (input) => (++calls === 1 ? new Promise(() => {}) : Promise.resolve(repeatingNotes(input))),
    })
    bench.clock.advance(15 * minutes)
    void bench.tick()
    await expect.poll(() => calls).toBe(1)
    bench.clock.advance(29 * minutes)
    expect(await bench.tick()).toEqual([])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'processing' }])
    bench.clock.advance(minutes)
    expect(await bench.tick()).toEqual([])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'failed', attempts: 1 }])
    bench.clock.advance(2 * minutes)
    expect(await bench.tick()).toEqual(['processed'])
  })

  test('is due again after a stop of the process, which is no failure', async () => {
    const stop = new AbortController()
    const { store, bench } = await oneSession({
      readSession: async () => {
        stop.abort()
        throw new Error('Stopped.')
      },
    })
    bench.clock.advance(15 * minutes)
    await bench.tick()
    const [session] = await sessionsOf(store)
    expect(session).toMatchObject({ state: 'failed' })
    await store.db.session.update({ where: { id: session!.id }, data: { state: 'active', attempts: 0, dueAt: bench.clock.now() } })
    expect(await processSession(bench, session!.id as never, { signal: stop.signal })).toBe('superseded')
    expect(await sessionsOf(store)).toMatchObject([{ state: 'active', attempts: 0, dueAt: bench.clock.now() }])
  })

  test('is read again after an edit, and keeps its notes until then', async () => {
    const { store, bench } = await oneSession()
    bench.clock.advance(15 * minutes)
    await bench.tick()
    const edit = { place: directPlace('ana'), platformMessageId: 'ana-1' as never, text: 'Good evening', editedAt: bench.clock.now() }
    await editMessage(bench, edit)
    expect(await bench.tick()).toEqual([])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'active', summary: 'Hello Hi' }])
    bench.clock.advance(minutes)
    expect(await bench.tick()).toEqual(['processed'])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'processed', summary: 'Good evening Hi' }])
    expect(await store.db.keyMoment.findMany()).toMatchObject([{ text: 'Moment of Good evening' }])
  })

  test('is not read if it is too old, so that an import costs nothing', async () => {
    const { store, bench, ana } = await oneSession()
    await ana.say('Long ago', new Date(bench.clock.now().getTime() - 31 * 24 * 60 * minutes))
    await bench.tick()
    bench.clock.advance(15 * minutes)
    expect((await bench.tick()).sort()).toEqual(['processed', 'skipped'])
    expect(await sessionsOf(store)).toMatchObject([
      { state: 'processed', summary: null, dueAt: null },
      { state: 'processed', summary: 'Hello Hi' },
    ])
  })

  test('of commands alone is not read', async () => {
    const { store, bench, hello } = await oneSession()
    await store.db.message.update({ where: { id: hello.id }, data: { kind: 'command' } })
    await store.db.sessionCursor.deleteMany()
    await bench.tick()
    bench.clock.advance(15 * minutes)
    expect(await bench.tick()).toEqual(['skipped'])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'processed', summary: null }])
  })

  test('has only notes that cite its messages, and closes only loops that were shown', async () => {
    const foreign = 999 as MessageId
    const saved: unknown[] = []
    const { store, bench, hello } = await oneSession({
      listOpenLoops: async () => [{ id: 7 as LoopId, text: 'the form', owner: 'user' }],
      readSession: async ({ lines }) => {
        const ids = [foreign, lines[0]!.id]
        return {
          summary: 'Ana says hello.',
          names: ids.map((messageId) => ({ kind: 'person' as const, name: 'José', messageId })),
          moments: ids.map((messageId, index) => ({ text: `moment ${index}`, messageId })),
          newLoops: ids.map((messageId) => ({ owner: 'user' as const, text: 'call Ann', messageId })),
          closings: [...ids.map((messageId) => [7, messageId] as const), [8, ids[1]!] as const].map(([id, messageId]) => ({
            ...{ loopId: id as LoopId, messageId, state: 'done' as const },
          })),
        }
      },
      saveLoops: async (_, session, { newLoops, closings }) => saved.push(session.messageIds, newLoops, closings) === 0,
    })
    bench.clock.advance(15 * minutes)
    expect(await bench.tick()).toEqual(['processed'])
    const session = await store.db.session.findFirstOrThrow({ include: { moments: true, names: true } })
    expect(session).toMatchObject({ summary: 'Ana says hello.', tone: null })
    expect(session.names).toMatchObject([{ messageId: hello.id, name: 'José' }])
    expect(session.moments).toMatchObject([{ messageId: hello.id, text: 'moment 1' }])
    expect(saved).toMatchObject([[hello.id, expect.anything()], [{ messageId: hello.id }], [{ loopId: 7, messageId: hello.id }]])
  })

  test('is not stored if its loops cannot be', async () => {
    const { store, bench } = await oneSession({
      saveLoops: async () => {
        throw new Error('The loops cannot be stored.')
      },
    })
    bench.clock.advance(15 * minutes)
    expect(await bench.tick()).toEqual(['failed'])
    expect(await sessionsOf(store)).toMatchObject([{ state: 'failed', summary: null }])
    expect(await store.db.keyMoment.count()).toBe(0)
  })

  test('goes with its thread, with everything that was made of it', async () => {
    const { store, bench, ana } = await oneSession()
    bench.clock.advance(15 * minutes)
    await bench.tick()
    await store.db.thread.delete({ where: { id: ana.threadId } })
    const { db } = store
    expect(await Promise.all([db.session.count(), db.sessionMember.count(), db.sessionCursor.count(), db.keyMoment.count()])).toEqual([
      0, 0, 0, 0,
    ])
  })
})
