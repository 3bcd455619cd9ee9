import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ThreadId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { openBullmqQueue } from '../../../src/jobs/bullmq/open-queue.ts'
import type { QueueOptions } from '../../../src/jobs/job-queue.ts'
import { describeJobs, recorder, recordingLog } from '../../contract/jobs.ts'
import { fastJobList } from '../support/fast-job-list.ts'
import { interruptibleProxy } from '../support/interruptible-proxy.ts'
import { noRedisReason, skipTest } from '../support/skip-test.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const lockMs = 1_500

if (redisUrl) {
  describeJobs(() => bullmqQueue(redisUrl))

  test('without Redis a job is refused at once, and when it is back jobs go on', async () => {
    const { prefix } = await bullmqQueue(redisUrl)
    const redis = await interruptibleProxy(redisUrl)
    const seen = recorder()
    const logged = recordingLog()
    const { jobs, check, close } = await openBullmqQueue({ redisUrl: redis.url, prefix, lockMs, list: fastJobList(), log: logged.log })
    onTestFinished(close)
    await jobs.start(seen.handlers())
    await jobs.add('answer-thread', { threadId: 1 as ThreadId })
    await seen.until('answer-thread')

    redis.cut()
    await vi.waitFor(() => expect(jobs.add('answer-thread', { threadId: 2 as ThreadId })).rejects.toThrow())
    await expect(check()).rejects.toThrow()
    await logged.until(/Redis cannot be reached/)

    await redis.reconnect()
    await vi.waitFor(() => jobs.add('answer-thread', { threadId: 3 as ThreadId }), { timeout: 10_000 })
    await vi.waitFor(() => expect(seen.runs('answer-thread').at(-1)?.payload).toEqual({ threadId: 3 }), { timeout: 15_000 })
  })

  test('a process can stop while Redis is away; its running job comes back later', async () => {
    const { prefix, open } = await bullmqQueue(redisUrl)
    const redis = await interruptibleProxy(redisUrl)
    const seen = recorder()
    const before = await openBullmqQueue({ redisUrl: redis.url, prefix, lockMs, list: fastJobList(), log: silentLog })
    await before.jobs.start(seen.handlers({ 'answer-thread': () => new Promise(() => {}) }))
    await before.jobs.add('answer-thread', { threadId: 1 as ThreadId })
    await seen.until('answer-thread')
    redis.cut()
    await before.jobs.stop(0)
    await before.close()

    const { jobs, close } = await open({ list: fastJobList(), log: silentLog })
    onTestFinished(close)
    await jobs.start(seen.handlers())
    await seen.until('answer-thread', 2)
  })

  test('a Redis that was emptied gets its scheduled jobs back', async () => {
    const { open, empty } = await bullmqQueue(redisUrl)
    const seen = recorder()
    const list = fastJobList({ jobs: { recover: { everyMs: 100 } } })
    const { jobs, close } = await open({ list, log: silentLog })
    onTestFinished(close)
    await jobs.start(seen.handlers())
    await seen.until('recover')
    await empty()
    const count = seen.runs('recover').length
    await seen.until('recover', count + 3)
  })

  test('several processes share the scheduled jobs: each comes once', async () => {
    const { open } = await bullmqQueue(redisUrl)
    const seen = recorder()
    const list = fastJobList({ jobs: { recover: { everyMs: 500 } } })
    for (let count = 0; count < 3; count++) {
      const { jobs, close } = await open({ list, log: silentLog })
      onTestFinished(close)
      await jobs.start(seen.handlers())
    }
    await seen.until('recover', 3)
    const times = seen.runs('recover').map(({ at }) => at)
    expect(times[2]! - times[0]!).toBeGreaterThan(500)
  })

  test('a Redis that is not there is named at the start', async () => {
    const redis = await interruptibleProxy(redisUrl)
    redis.cut()
    await expect(openBullmqQueue({ redisUrl: redis.url, prefix: 'test', list: fastJobList(), log: silentLog })).rejects.toThrow(/REDIS_URL/)
  })
} else skipTest('BullMQ', noRedisReason)

async function bullmqQueue(url: string) {
  const prefix = `test-${randomUUID()}`
  async function empty(): Promise<void> {
    const redis = new Redis(url)
    const keys = await redis.keys(`${prefix}:*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  }
  onTestFinished(empty)
  return {
    prefix,
    empty,
    childArguments: async () => ['bullmq', url, prefix, String(lockMs)],
    open: (parts: QueueOptions) => openBullmqQueue({ ...parts, redisUrl: url, prefix, lockMs }),
  }
}
