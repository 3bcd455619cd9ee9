import { SetupError } from '../../core/domain/errors.ts'
import { type Finding, good, problem } from '../../core/domain/finding.ts'
import { silentLog } from '../../core/ports/log.ts'
import { connectForCommands, disconnect, waitUntilReady } from './connection.ts'

/** Checks whether Redis answers. Changes nothing. */
export async function checkRedis(redisUrl: string): Promise<Finding> {
  const redis = connectForCommands(redisUrl, silentLog)
  try {
    await waitUntilReady(redis, { failFast: true })
    const version = /^redis_version:(.*)$/m.exec(await redis.info('server'))?.[1]?.trim()
    return good(`Redis${version ? ` ${version}` : ''} answers.`)
  } catch (error) {
    if (error instanceof SetupError) return problem(error.problems.join(' '))
    throw error
  } finally {
    await disconnect(redis)
  }
}
