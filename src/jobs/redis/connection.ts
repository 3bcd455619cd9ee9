import { Redis } from 'ioredis'
import { messageOf, SetupError } from '../../core/domain/errors.ts'
import { systemClock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'

const logIntervalMs = 30_000

/** Opens a connection whose calls fail at once while Redis is unavailable, so that the caller notices. */
export function connectForCommands(url: string, log: Log): Redis {
  return withErrorLog(
    new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000, retryStrategy: reconnectDelayMs }),
    log,
  )
}

/** Opens a connection that waits until Redis is available again, for workers and subscribers. */
export function connectForBlocking(url: string, log: Log): Redis {
  return withErrorLog(new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnectDelayMs }), log)
}

/** Resolves when Redis answers. Throws SetupError after five seconds, or with `failFast` at the first error. */
export async function waitUntilReady(redis: Redis, { failFast = false } = {}): Promise<void> {
  let problem = 'no answer within five seconds'
  let isFinal = false
  const recordProblem = ({ message }: Error) => {
    problem = message
    isFinal = failFast || /WRONGPASS|NOAUTH|ENOTFOUND/.test(message)
  }
  redis.on('error', recordProblem)
  try {
    for (const deadline = systemClock.now().getTime() + 5_000; systemClock.now().getTime() < deadline; await systemClock.sleep(100)) {
      if (redis.status === 'ready') return
      if (isFinal) break
    }
  } finally {
    redis.off('error', recordProblem)
  }
  throw new SetupError([
    `The Redis at REDIS_URL cannot be used: ${problem}. Check the address and the password, and that Redis is running. Without REDIS_URL, jobs are stored in the embedded database.`,
  ])
}

/** Closes a connection, gracefully if Redis answers. */
export async function disconnect(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => redis.disconnect())
  else redis.disconnect()
}

const reconnectDelayMs = (times: number) => Math.min(times * 100, 2_000)

/** During an outage, every reconnect raises an error. One log line per half minute is enough. */
export function createThrottledWarning(log: Log, message: string): (error: unknown) => void {
  let silentUntil = 0
  return (error) => {
    const now = systemClock.now().getTime()
    if (now < silentUntil) return
    silentUntil = now + logIntervalMs
    log.warn({ error }, `${message}: ${messageOf(error)}`)
  }
}

function withErrorLog(redis: Redis, log: Log): Redis {
  redis.on('error', createThrottledWarning(log, 'Redis cannot be reached; trying again'))
  return redis
}
