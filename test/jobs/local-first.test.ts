// A process itself runs the local jobs that it adds. What it has no room for, or does not finish, is stored like any other job.
import { once } from 'node:events'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { ThreadId } from '../../src/core/domain/ids.ts'
import { openEmbeddedQueue } from '../../src/jobs/embedded/open-queue.ts'
import { openLocalFirst } from '../../src/jobs/job-queue.ts'
import { expectGivenBack, gate, recorder, recordingLog } from '../contract/jobs.ts'
import { testStore } from '../support/store.ts'
import { fastJobList, type JobListChanges } from './support/fast-job-list.ts'
import { skipTest } from './support/skip-test.ts'

const isLocal = true
const turns = { jobs: { 'answer-thread': { attempts: 3, backoffMs: 100 } } } as const satisfies JobListChanges
const thread = (id: number) => ({ threadId: id as ThreadId })

async function openQueue(changes: JobListChanges = turns) {
  const store = await testStore()
  const { embedded: sql } = store
  if (!sql) throw new Error('The test database is not embedded.')
  const seen = recorder()
  const logged = recordingLog()
  const open = async () => {
    const queue = await openLocalFirst({ list: fastJobList(changes), log: logged.log }, (options) => openEmbeddedQueue({ ...options, sql }))
    onTestFinished(() => queue.close())
    return queue
  }
  const countStored = async () => (await sql.query('SELECT id FROM pgboss.job', [])).rows.length
  return { store, open, seen, logged, countStored }
}

const payloads = (seen: ReturnType<typeof recorder>) => seen.runs('answer-thread').map(({ payload }) => payload)

if ('folder' in inject('databases')) {
  test('a local job runs at once, and is not stored', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await jobs.add('answer-thread', thread(1), { isLocal })
    await seen.until('answer-thread')
    expect(payloads(seen)).toEqual([thread(1)])
    expect(await countStored()).toBe(0)
  })

  test('a delayed local job waits its time, and is not stored', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    const addedAt = performance.now()
    await jobs.add('answer-thread', thread(1), { isLocal, delayMs: 300 })
    expect(payloads(seen)).toEqual([])
    await seen.until('answer-thread')
    expect(seen.runs('answer-thread')[0]!.at - addedAt).toBeGreaterThanOrEqual(299)
    expect(await countStored()).toBe(0)
  })

  test('a delayed local job that waits already is not added again, unless it is due earlier', async () => {
    const { open, seen } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    const addedAt = performance.now()
    for (const delayMs of [300, 400, 100]) await jobs.add('answer-thread', thread(1), { isLocal, delayMs })
    await jobs.add('answer-thread', thread(2), { isLocal, delayMs: 200 })
    await vi.waitFor(() => expect(payloads(seen)).toEqual([thread(1), thread(2), thread(1)]), 2_000)
    await jobs.add('answer-thread', thread(1), { isLocal, delayMs: 100 })
    await vi.waitFor(() => expect(payloads(seen)).toEqual([thread(1), thread(2), thread(1), thread(1)]), 2_000)
    expect(performance.now() - addedAt).toBeGreaterThanOrEqual(399)
  })

  test('a job that is not local is stored', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await jobs.add('index-thread', thread(1))
    await seen.until('index-thread')
    expect(await countStored()).toBe(1)
  })

  test('a local job added before the start is stored, and runs after it', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    await jobs.add('answer-thread', thread(1), { isLocal })
    expect(await countStored()).toBe(1)
    await jobs.start(seen.handlers())
    await seen.until('answer-thread')
  })

  test('a job for which there is no slot is stored, and runs when there is one', async () => {
    const { open, seen, countStored } = await openQueue({ ...turns, concurrency: { turns: 2 } })
    const { jobs } = await open()
    const release = gate()
    await jobs.start(seen.handlers({ 'answer-thread': () => release.opened }))
    for (let id = 1; id <= 4; id++) await jobs.add('answer-thread', thread(id), { isLocal })
    await jobs.add('answer-thread', thread(5), { isLocal, delayMs: 50 })
    await vi.waitFor(async () => expect(await countStored()).toBe(3))
    expect(payloads(seen)).toEqual([thread(1), thread(2)])
    release.open()
    await seen.until('answer-thread', 5)
    // The slots are free again.
    const stored = await countStored()
    await jobs.add('answer-thread', thread(6), { isLocal })
    await seen.until('answer-thread', 6)
    expect(await countStored()).toBe(stored)
  })

  test('stored and local jobs together take no more than the slots of their queue, and a local job does not overtake a stored one', async () => {
    const { open, seen } = await openQueue({ ...turns, concurrency: { turns: 1 } })
    const { jobs } = await open()
    const first = gate()
    await jobs.start(
      seen.handlers({ 'answer-thread': (payload) => ('threadId' in payload && payload.threadId === 1 ? first.opened : Promise.resolve()) }),
    )
    await jobs.add('answer-thread', thread(1), { isLocal })
    await seen.until('answer-thread')
    await jobs.add('answer-thread', thread(2))
    await jobs.add('index-thread', thread(2))
    await seen.until('index-thread')
    expect(payloads(seen)).toEqual([thread(1)])
    first.open()
    await jobs.add('answer-thread', thread(3), { isLocal })
    await seen.until('answer-thread', 3)
    expect(payloads(seen)).toEqual([thread(1), thread(2), thread(3)])
  })

  test('a process stores what goes beyond its share, so that others can run it', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    const release = gate()
    await jobs.start(seen.handlers({ 'answer-thread': () => release.opened }))
    for (let id = 1; id <= 36; id++) await jobs.add('answer-thread', thread(id), { isLocal })
    expect(await countStored()).toBe(4)
    release.open()
    await seen.until('answer-thread', 36)
  })

  test('a slot is free again after a local job failed', async () => {
    const { open, seen, countStored } = await openQueue({ jobs: { 'answer-thread': { attempts: 1 } }, concurrency: { turns: 1 } })
    const { jobs } = await open()
    await jobs.start(seen.handlers({ 'answer-thread': () => Promise.reject(new Error('no')) }))
    await jobs.add('answer-thread', thread(1), { isLocal })
    await seen.until('answer-thread', 2)
    const stored = await countStored()
    await vi.waitFor(async () => {
      await jobs.add('answer-thread', thread(2), { isLocal })
      expect(await countStored()).toBe(stored)
    })
  })

  test('a local job that fails is stored after its wait; this run does not count as one of its attempts', async () => {
    const { open, seen, logged } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers({ 'answer-thread': () => Promise.reject(new Error('no')) }))
    await jobs.add('answer-thread', thread(1), { isLocal })
    await logged.until(/failed for the last time: no/)
    const runs = seen.runs('answer-thread')
    expect(runs.map(({ attempt, last }) => [attempt, last])).toEqual([
      [1, false],
      [1, false],
      [2, false],
      [3, true],
    ])
    expect(runs[1]!.at - runs[0]!.at).toBeGreaterThanOrEqual(99)
  })

  test('stop waits for a local job, and keeps one that waits for later', async () => {
    const { open, seen, countStored } = await openQueue()
    const before = await open()
    let ended = false
    const work = () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          ended = true
          resolve()
        }, 200)
      })
    await before.jobs.start(seen.handlers({ 'answer-thread': work }))
    await before.jobs.add('answer-thread', thread(1), { isLocal })
    const addedAt = performance.now()
    await before.jobs.add('answer-thread', thread(2), { isLocal, delayMs: 1_000 })
    await before.jobs.stop(10_000)
    expect(ended).toBe(true)
    expect(payloads(seen)).toEqual([thread(1)])
    expect(await countStored()).toBe(1)
    // Stored from now on, because nothing runs here any more.
    await before.jobs.add('answer-thread', thread(3), { isLocal })
    await before.close()

    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await seen.until('answer-thread', 3)
    expect(payloads(seen)).toEqual([thread(1), thread(3), thread(2)])
    expect(seen.runs('answer-thread')[2]!.at - addedAt).toBeGreaterThanOrEqual(999)
  })

  test.each([
    ['heeds its signal', (signal: AbortSignal) => once(signal, 'abort').then(() => undefined)],
    ['ignores its signal', () => new Promise<void>(() => {})],
  ])('stop stores a local job that outlasts the grace and %s, and the next process runs it', async (_how, outlast) => {
    await expectGivenBack(await openQueue(), outlast, { isLocal })
  })

  test('that a local job cannot be stored is logged', async () => {
    const { open, seen, logged, store } = await openQueue()
    const { jobs } = await open()
    await jobs.start(
      seen.handlers({
        'answer-thread': async () => {
          await store.embedded?.exec('ALTER SCHEMA pgboss RENAME TO gone')
          throw new Error('no')
        },
      }),
    )
    await jobs.add('answer-thread', thread(1), { isLocal })
    await logged.until(/was not stored; its work is found in the database later/)
    await store.embedded?.exec('ALTER SCHEMA gone RENAME TO pgboss')
  })

  test('a local job added inside a transaction is refused', async () => {
    const { open, seen, store } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await expect(store.transaction(() => jobs.add('answer-thread', thread(1), { isLocal }))).rejects.toThrow('inside a transaction')
    expect(payloads(seen)).toEqual([])
  })
} else skipTest('local jobs', 'these tests run on PGlite, and TEST_DATABASE_URL names a PostgreSQL')
