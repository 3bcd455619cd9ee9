import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ThreadId, TurnId, UserId } from '../../src/core/domain/ids.ts'
import type { Broadcast, BroadcastEvent } from '../../src/core/ports/broadcast.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { createRedisBroadcast } from '../../src/jobs/redis/redis-broadcast.ts'
import { recordingLog } from '../contract/jobs.ts'
import { interruptibleProxy } from './support/interruptible-proxy.ts'
import { noRedisReason, skipTest } from './support/skip-test.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const stop = (turnId: number): BroadcastEvent => ({ type: 'stop-turn', turnId: turnId as TurnId })

describe('within one process', () => {
  test('news reaches all who listen then, in order, and nobody who stopped listening', async () => {
    const broadcast = createLocalBroadcast(silentLog)
    const [one, other, gone] = [listen(broadcast), listen(broadcast), listen(broadcast)]
    gone.stop()
    broadcast.publish(stop(1))
    broadcast.publish(stop(2))
    await vi.waitFor(() => expect(other.heard).toEqual([stop(1), stop(2)]))
    expect(one.heard).toEqual([stop(1), stop(2)])
    expect(gone.heard).toEqual([])
  })

  test('a listener that throws is logged, and neither the others nor the publisher notice', async () => {
    const logged = recordingLog()
    const broadcast = createLocalBroadcast(logged.log)
    broadcast.subscribe(() => {
      throw new Error('broken listener')
    })
    const { heard } = listen(broadcast)
    broadcast.publish(stop(1))
    await vi.waitFor(() => expect(heard).toEqual([stop(1)]))
    expect(logged.lines().join()).toContain('broken listener')
  })
})

if (redisUrl)
  describe('over Redis', () => {
    test.each<BroadcastEvent>([
      stop(1),
      { type: 'thread-changed', userId: 1 as UserId, threadId: 2 as ThreadId },
      { type: 'preview', platform: 'web', address: 'a', key: 'k', text: 'as far as it is' },
      { type: 'typing', platform: 'web', address: 'a' },
    ])('$type reaches this process and the others, each once', async (news) => {
      const prefix = `test-${randomUUID()}`
      const [here, there] = [await open(prefix), await open(prefix)]
      const heardHere = listen(here)
      const heardThere = listen(there)
      here.publish(news)
      there.publish(stop(99))
      await vi.waitFor(() => expect(heardThere.heard).toHaveLength(2))
      await vi.waitFor(() => expect(heardHere.heard).toHaveLength(2))
      for (const { heard } of [heardHere, heardThere]) expect(heard).toEqual(expect.arrayContaining([news, stop(99)]))
    })

    test('another prefix hears nothing, and what is no news is dropped', async () => {
      const prefix = `test-${randomUUID()}`
      const logged = recordingLog()
      const here = await open(prefix, { log: logged.log })
      const other = listen(await open(`test-${randomUUID()}`))
      const { heard } = listen(here)
      const redis = new Redis(redisUrl)
      onTestFinished(() => void redis.disconnect())
      for (const text of ['{', '[]', '{"from":"x","news":{"type":"stop-turn","turnId":"1"}}']) await redis.publish(`${prefix}:news`, text)
      await redis.publish(`${prefix}:news`, JSON.stringify({ from: 'x', news: stop(5) }))
      await vi.waitFor(() => expect(heard).toEqual([stop(5)]))
      expect(logged.lines()).toHaveLength(3)
      expect(other.heard).toEqual([])
    })

    test('while Redis is away this process still hears its news, and after that all do again', async () => {
      const prefix = `test-${randomUUID()}`
      const redis = await interruptibleProxy(redisUrl)
      const [here, there] = [await open(prefix, { url: redis.url }), await open(prefix)]
      const [heardHere, heardThere] = [listen(here), listen(there)]
      redis.cut()
      here.publish(stop(1))
      await vi.waitFor(() => expect(heardHere.heard).toEqual([stop(1)]))
      await redis.reconnect()
      await vi.waitFor(
        () => {
          here.publish(stop(2))
          expect(heardThere.heard).toContainEqual(stop(2))
        },
        { timeout: 10_000, interval: 100 },
      )
    })

    async function open(prefix: string, { url = redisUrl ?? '', log = silentLog } = {}): Promise<Broadcast> {
      const broadcast = await createRedisBroadcast({ redisUrl: url, prefix, log, random: systemRandom })
      onTestFinished(() => broadcast.close())
      return broadcast
    }
  })
else skipTest('over Redis', noRedisReason)

function listen(broadcast: Broadcast) {
  const heard: BroadcastEvent[] = []
  return { heard, stop: broadcast.subscribe((news) => void heard.push(news)) }
}
