import { z } from 'zod'
import type { ThreadId, TurnId, UserId } from '../../core/domain/ids.ts'
import type { Broadcast, BroadcastEvent } from '../../core/ports/broadcast.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Random } from '../../core/ports/random.ts'
import { createLocalBroadcast } from '../embedded/open-queue.ts'
import { connectForBlocking, connectForCommands, createThrottledWarning, disconnect, waitUntilReady } from './connection.ts'

export interface RedisBroadcastOptions {
  readonly redisUrl: string
  readonly prefix: string
  readonly log: Log
  readonly random: Random
}

/**
 * Broadcasts among all processes on one Redis. This process receives its own events without Redis, even during an outage. The other
 * processes then miss them, which is harmless, because the state is in the database. Throws SetupError if Redis is unavailable at startup.
 */
export async function createRedisBroadcast({ redisUrl, prefix, log, random }: RedisBroadcastOptions): Promise<Broadcast> {
  const channel = `${prefix}:news`
  const processToken = random.token(16)
  const localBroadcast = createLocalBroadcast(log)
  const publisher = connectForCommands(redisUrl, log)
  const subscriber = connectForBlocking(redisUrl, log)
  const logFailure = createThrottledWarning(log, 'An event did not reach the other processes')

  subscriber.on('message', (_channel: string, text: string) => {
    const envelope = parseEnvelope(text)
    if (!envelope) log.warn({ channel }, 'A malformed event from Redis was dropped')
    else if (envelope.from !== processToken) localBroadcast.publish(envelope.news)
  })
  try {
    await waitUntilReady(publisher)
    await subscriber.subscribe(channel)
  } catch (error) {
    publisher.disconnect()
    subscriber.disconnect()
    throw error
  }

  return {
    publish(news) {
      localBroadcast.publish(news)
      void publisher.publish(channel, JSON.stringify({ from: processToken, news })).catch(logFailure)
    },
    subscribe: localBroadcast.subscribe,
    async close() {
      await localBroadcast.close()
      await Promise.all([disconnect(publisher), disconnect(subscriber)])
    },
  }
}

const idSchema = <Id extends number>() => z.custom<Id>((value) => Number.isInteger(value))

const envelopeSchema = z.object({
  from: z.string(),
  news: z.discriminatedUnion('type', [
    z.object({ type: z.literal('thread-changed'), userId: idSchema<UserId>(), threadId: idSchema<ThreadId>() }),
    z.object({ type: z.literal('sessions-ended'), userId: idSchema<UserId>() }),
    z.object({ type: z.literal('preview'), platform: z.string(), address: z.string(), key: z.string(), text: z.string() }),
    z.object({ type: z.literal('typing'), platform: z.string(), address: z.string() }),
    z.object({ type: z.literal('stop-turn'), turnId: idSchema<TurnId>() }),
  ]),
})

function parseEnvelope(text: string): { readonly from: string; readonly news: BroadcastEvent } | undefined {
  try {
    return envelopeSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
