import { z } from 'zod'
import type { Broadcast, News } from '../core/broadcast.ts'
import type { ThreadId, TurnId, UserId } from '../core/ids.ts'
import type { Log } from '../core/log.ts'
import type { Random } from '../core/random.ts'
import { createBroadcast } from './broadcast.ts'
import { connectToAsk, connectToWait, disconnect, logNowAndThen, untilReady } from './redis.ts'

export interface RedisBroadcastParts {
  readonly redisUrl: string
  readonly prefix: string
  readonly log: Log
  readonly random: Random
}

/**
 * News among all processes on one Redis. Those of this process hear it without Redis, and so also while it is away;
 * the others then miss it, which they may: what counts is in the database. Throws SetupError when Redis cannot be used at the start.
 */
export async function createRedisBroadcast({ redisUrl, prefix, log, random }: RedisBroadcastParts): Promise<Broadcast> {
  const channel = `${prefix}:news`
  const self = random.token(16)
  const here = createBroadcast(log)
  const sending = connectToAsk(redisUrl, log)
  const listening = connectToWait(redisUrl, log)
  const complain = logNowAndThen(log, 'News did not reach the other processes')

  listening.on('message', (_channel: string, text: string) => {
    const sent = parse(text)
    if (!sent) log.warn({ channel }, 'Something that is no news came over Redis; it was dropped')
    else if (sent.from !== self) here.publish(sent.news)
  })
  try {
    await untilReady(sending)
    await listening.subscribe(channel)
  } catch (error) {
    sending.disconnect()
    listening.disconnect()
    throw error
  }

  return {
    publish(news) {
      here.publish(news)
      void sending.publish(channel, JSON.stringify({ from: self, news })).catch(complain)
    },
    subscribe: here.subscribe,
    async close() {
      await here.close()
      await Promise.all([disconnect(sending), disconnect(listening)])
    },
  }
}

const id = <Id extends number>() => z.custom<Id>((value) => Number.isInteger(value))

const sentSchema = z.object({
  from: z.string(),
  news: z.discriminatedUnion('type', [
    z.object({ type: z.literal('thread-changed'), userId: id<UserId>(), threadId: id<ThreadId>() }),
    z.object({ type: z.literal('preview'), platform: z.string(), address: z.string(), key: z.string(), text: z.string() }),
    z.object({ type: z.literal('typing'), platform: z.string(), address: z.string() }),
    z.object({ type: z.literal('stop-turn'), turnId: id<TurnId>() }),
  ]),
})

function parse(text: string): { readonly from: string; readonly news: News } | undefined {
  try {
    return sentSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
