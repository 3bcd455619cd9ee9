import { expect, inject, onTestFinished, test } from 'vitest'
import type { ThreadId } from '../../../src/core/domain/ids.ts'
import type { JobHandlers } from '../../../src/core/ports/jobs.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { openEmbeddedQueue } from '../../../src/jobs/embedded/open-queue.ts'
import { jobList, listScheduledJobs } from '../../../src/jobs/job-list.ts'
import type { QueueOptions } from '../../../src/jobs/job-queue.ts'
import { openStore, type StoreConfig } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { describeJobs, recorder, recordingLog } from '../../contract/jobs.ts'
import { testDatabase, testStore } from '../../support/store.ts'
import { fastJobList } from '../support/fast-job-list.ts'
import { skipTest } from '../support/skip-test.ts'

if ('folder' in inject('databases')) {
  describeJobs(embeddedQueue)

  test('any number of scheduled jobs may wait for the process to stop', async () => {
    const { open } = await openQueue()
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const { jobs } = await open({ list: jobList })
    const ran = new Set<string>()
    const handlers = Object.keys(jobList.jobs).map((name) => [name, async () => void ran.add(name)])
    await jobs.start(Object.fromEntries(handlers) as unknown as JobHandlers)
    await expect.poll(() => ran.size).toBe(listScheduledJobs(jobList).length)
    await jobs.stop(1_000)
    expect(warnings).toEqual([])
  })

  test('a job added inside a transaction is refused: it could be taken before the commit', async () => {
    const { store, open } = await openQueue()
    const { jobs } = await open()
    await expect(store.transaction(() => jobs.add('recover', {}))).rejects.toThrow('inside a transaction')
  })

  test('a job that takes its process down with every try is given up', async () => {
    const { embedded, open } = await openQueue()
    const logged = recordingLog()
    const { jobs } = await open({ list: fastJobList({ jobs: { 'index-thread': { attempts: 1 } } }), log: logged.log })
    const seen = recorder()
    await jobs.add('index-thread', { threadId: 1 as ThreadId })
    // What a process leaves that ends while it runs the job.
    await embedded.exec(`UPDATE pgboss.job SET state = 'active', started_on = now()`)
    await jobs.add('index-thread', { threadId: 2 as ThreadId })
    await jobs.start(seen.handlers())
    await seen.until('index-thread')
    expect(seen.runs('index-thread').map(({ payload }) => payload)).toEqual([{ threadId: 2 }])
    const { rows } = await embedded.query(`SELECT state::text FROM pgboss.job WHERE state = 'failed'`, [])
    expect(rows).toEqual([{ state: 'failed' }])
    expect(logged.lines().join()).toContain('failed for good')
  })

  test('a scheduled job that could not run for long waits once, not once for each time it was due', async () => {
    const { embedded, open } = await openQueue()
    const { jobs } = await open({ list: fastJobList({ jobs: { recover: { everyMs: 20 } }, concurrency: { maintenance: 1 } }) })
    const seen = recorder()
    await jobs.start(seen.handlers({ recover: () => new Promise(() => {}) }))
    await seen.until('recover')
    // Ten more were due by then.
    await jobs.add('answer-thread', { threadId: 1 as ThreadId }, { delayMs: 200 })
    await seen.until('answer-thread')
    const { rows } = await embedded.query(`SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'maintenance'`, [])
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a job of a name that this version does not know is dropped and logged', async () => {
    const { embedded, open } = await openQueue()
    const logged = recordingLog()
    const seen = recorder()
    const { jobs } = await open({ log: logged.log })
    await jobs.add('answer-thread', { threadId: 1 as ThreadId })
    await embedded.exec(`UPDATE pgboss.job SET data = '{"name": "from-the-future", "payload": {}}'`)
    await jobs.start(seen.handlers())
    await logged.until(/unknown name/)
    expect(seen.runs('answer-thread')).toEqual([])
  })
} else skipTest('embedded jobs', 'these tests run on PGlite, and TEST_DATABASE_URL names a PostgreSQL')

/** So that a job which nothing wakes the queue for is a failed test. */
const neverInATest = 600_000

/** On a store of the pool, which stays open between two queues; on files of its own where another process opens them too. */
async function embeddedQueue() {
  let pooled: Store | undefined
  let files: StoreConfig | undefined
  async function openOn(store: Store, parts: QueueOptions) {
    if (!store.embedded) throw new Error('The test database is not embedded.')
    return openEmbeddedQueue({ ...parts, sql: store.embedded, pollIntervalMs: neverInATest })
  }
  return {
    async childArguments() {
      files = await testDatabase()
      if (!('dataDir' in files)) throw new Error('The test database is not embedded.')
      return ['embedded', files.dataDir]
    },
    async open(parts: QueueOptions) {
      if (files) {
        const store = await openStore(files)
        onTestFinished(() => store.close())
        return openOn(store, parts)
      }
      pooled ??= await testStore()
      return openOn(pooled, parts)
    },
  }
}

async function openQueue() {
  const store = await testStore()
  if (!store.embedded) throw new Error('The test database is not embedded.')
  const { embedded } = store
  const open = async (parts: Partial<QueueOptions> = {}) => {
    const queues = await openEmbeddedQueue({ list: fastJobList(), log: silentLog, sql: embedded, pollIntervalMs: neverInATest, ...parts })
    onTestFinished(queues.close)
    return queues
  }
  return { store, embedded, open }
}
