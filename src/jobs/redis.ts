import { Redis } from 'ioredis'
import { systemClock } from '../core/clock.ts'
import { messageOf, SetupError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

const logEveryMs = 30_000

/** A connection that fails at once while Redis is away, so that whoever adds a job learns of it. */
export function connectToAsk(url: string, log: Log): Redis {
  return logged(new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000, retryStrategy: again }), log)
}

/** A connection that waits until Redis is back, as those who take jobs or listen want it. */
export function connectToWait(url: string, log: Log): Redis {
  return logged(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: again }), log)
}

/** Resolves when Redis answers. Throws SetupError when it does not within five seconds. */
export async function untilReady(redis: Redis): Promise<void> {
  let problem = 'no answer within five seconds'
  const noteProblem = (error: Error) => {
    problem = error.message
  }
  redis.on('error', noteProblem)
  try {
    for (const end = systemClock.now().getTime() + 5_000; systemClock.now().getTime() < end; await systemClock.sleep(100)) {
      if (redis.status === 'ready') return
      if (/WRONGPASS|NOAUTH|ENOTFOUND/.test(problem)) break
    }
  } finally {
    redis.off('error', noteProblem)
  }
  throw new SetupError([
    `The Redis that REDIS_URL names cannot be used: ${problem}. Check the address and the password, and that Redis is running; without REDIS_URL, jobs run in the embedded database.`,
  ])
}

/** Lets a connection go, politely when Redis answers. */
export async function disconnect(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => redis.disconnect())
  else redis.disconnect()
}

const again = (times: number) => Math.min(times * 100, 2_000)

/** An outage raises an error at every attempt to reconnect: one line in half a minute says as much. */
export function logNowAndThen(log: Log, what: string): (error: unknown) => void {
  let quietUntil = 0
  return (error) => {
    const now = systemClock.now().getTime()
    if (now < quietUntil) return
    quietUntil = now + logEveryMs
    log.warn({ error }, `${what}: ${messageOf(error)}`)
  }
}

function logged(redis: Redis, log: Log): Redis {
  redis.on('error', logNowAndThen(log, 'Redis cannot be reached; it is tried again'))
  return redis
}
