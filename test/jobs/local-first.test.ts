// A process runs the jobs it adds by itself, as long as it can. What it cannot run is stored, as any other job.
import { expect, inject, onTestFinished, test } from 'vitest'
import type { ThreadId } from '../../src/core/domain/ids.ts'
import { openEmbeddedQueue } from '../../src/jobs/embedded/open-queue.ts'
import { openLocalFirst } from '../../src/jobs/job-queue.ts'
import { recorder, recordingLog } from '../contract/jobs.ts'
import { testStore } from '../support/store.ts'
import { fastJobList, type JobListChanges } from './support/fast-job-list.ts'
import { skipTest } from './support/skip-test.ts'

const isLocal = true
const localTurns = { jobs: { 'answer-thread': { isLocal, attempts: 3, backoffMs: 100 } } } as const satisfies JobListChanges
const thread = (id: number) => ({ threadId: id as ThreadId })

async function openQueue(changes: JobListChanges = localTurns) {
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
    await jobs.add('answer-thread', thread(1))
    await seen.until('answer-thread')
    expect(payloads(seen)).toEqual([thread(1)])
    expect(await countStored()).toBe(0)
  })

  test('a delayed local job waits its time, and is not stored', async () => {
    const { open, seen, countStored } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    const addedAt = performance.now()
    await jobs.add('answer-thread', thread(1), { delayMs: 300 })
    expect(payloads(seen)).toEqual([])
    await seen.until('answer-thread')
    expect(seen.runs('answer-thread')[0]!.at - addedAt).toBeGreaterThanOrEqual(299)
    expect(await countStored()).toBe(0)
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
    await jobs.add('answer-thread', thread(1))
    expect(await countStored()).toBe(1)
    await jobs.start(seen.handlers())
    await seen.until('answer-thread')
  })

  test('local jobs take half of the slots of their queue; further ones are stored and take the others', async () => {
    const { open, seen, countStored } = await openQueue({ ...localTurns, concurrency: { turns: 4 } })
    const { jobs } = await open()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await jobs.start(seen.handlers({ 'answer-thread': () => released }))
    for (let id = 1; id <= 6; id++) await jobs.add('answer-thread', thread(id))
    await seen.until('answer-thread', 4)
    expect(await countStored()).toBe(4)
    // Nothing else takes a slot of the fifth and the sixth.
    await jobs.add('index-thread', thread(7))
    await seen.until('index-thread')
    expect(payloads(seen)).toHaveLength(4)
    release()
    await seen.until('answer-thread', 6)
    // The slots are free again.
    const stored = await countStored()
    await jobs.add('answer-thread', thread(8))
    await seen.until('answer-thread', 7)
    expect(await countStored()).toBe(stored)
  })

  test('a queue with one slot stores every job', async () => {
    const { open, seen, countStored } = await openQueue({ ...localTurns, concurrency: { turns: 1 } })
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await jobs.add('answer-thread', thread(1))
    await seen.until('answer-thread')
    expect(await countStored()).toBe(1)
  })

  test('a local job that fails is stored, and tried again after its wait, as often as any other', async () => {
    const { open, seen, logged } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers({ 'answer-thread': () => Promise.reject(new Error('no')) }))
    await jobs.add('answer-thread', thread(1))
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
    await before.jobs.add('answer-thread', thread(1))
    const addedAt = performance.now()
    await before.jobs.add('answer-thread', thread(2), { delayMs: 1_000 })
    await before.jobs.stop(10_000)
    expect(ended).toBe(true)
    expect(payloads(seen)).toEqual([thread(1)])
    expect(await countStored()).toBe(1)
    // Stored from now on, because nothing runs here any more.
    await before.jobs.add('answer-thread', thread(3))
    await before.close()

    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await seen.until('answer-thread', 3)
    expect(payloads(seen)).toEqual([thread(1), thread(3), thread(2)])
    expect(seen.runs('answer-thread')[2]!.at - addedAt).toBeGreaterThanOrEqual(999)
  })

  test('stop stores a local job that outlasts the grace, and the next process runs it', async () => {
    const { open, seen, logged } = await openQueue()
    const before = await open()
    await before.jobs.start(seen.handlers({ 'answer-thread': () => new Promise(() => {}) }))
    await before.jobs.add('answer-thread', thread(1))
    await seen.until('answer-thread')
    await before.jobs.stop(50)
    expect(seen.runs('answer-thread')[0]!.aborted()).toBe(true)
    await before.close()

    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await seen.until('answer-thread', 2)
    expect(seen.runs('answer-thread')[1]!.attempt).toBe(1)
    expect(logged.lines().join()).not.toMatch(/failed/)
  })

  test('a local job that can be stored no more is left to the sweep', async () => {
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
    await jobs.add('answer-thread', thread(1))
    await logged.until(/could not be stored; the next sweep will find its work/)
    await store.embedded?.exec('ALTER SCHEMA gone RENAME TO pgboss')
  })

  test('a local job added inside a transaction is refused', async () => {
    const { open, seen, store } = await openQueue()
    const { jobs } = await open()
    await jobs.start(seen.handlers())
    await expect(store.transaction(() => jobs.add('answer-thread', thread(1)))).rejects.toThrow('inside a transaction')
    expect(payloads(seen)).toEqual([])
  })
} else skipTest('local jobs', 'these tests run on PGlite, and TEST_DATABASE_URL names a PostgreSQL')
