import {
  type IContextFetchingStrategy,
  type SessionInfo,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
} from '@discordjs/ws'
import { z } from 'zod'

/** Creates a gateway connection of discord.js that no frame from Discord can turn into an unhandled rejection, which ends the process. */
export function createGuardedShard(context: IContextFetchingStrategy, shardId: number): WebSocketShard {
  const shard = new WebSocketShard(context, shardId)
  const handleFrame: unknown = Reflect.get(shard, 'onMessage')
  if (typeof handleFrame !== 'function')
    throw new Error('WebSocketShard of @discordjs/ws has no method onMessage any more; update the guard')
  const report = (error: unknown) => {
    shard.emit(WebSocketShardEvents.Error, { error: error instanceof Error ? error : new Error(String(error)) })
  }
  // The library reads some fields unchecked, such as those of a frame that starts a session. A new session is the only way on.
  Reflect.set(shard, 'onMessage', async (...frame: unknown[]) => {
    try {
      await Reflect.apply(handleFrame, shard, frame)
    } catch (error) {
      report(error)
      await shard.destroy({ recover: WebSocketShardDestroyRecovery.Reconnect }).catch(report)
    }
  })
  return shard
}

/** A session that can be resumed. */
const resumableSession = z.object({ sessionId: z.string().min(1), sequence: z.int(), resumeURL: z.url({ protocol: /^wss?$/ }) })

/** Holds the sessions of the shards. A session that Discord described in an unexpected form is not resumed: a new one is started. */
export function createSessionStore(closing: AbortSignal) {
  const sessions = new Map<number, SessionInfo>()
  return {
    // A shard that is reconnecting while everything is closed would continue. It next requests its session, so that never resolves.
    retrieveSessionInfo: (shardId: number): SessionInfo | null | Promise<never> =>
      closing.aborted ? new Promise<never>(() => {}) : (sessions.get(shardId) ?? null),
    updateSessionInfo(shardId: number, session: SessionInfo | null): void {
      if (session && resumableSession.safeParse(session).success) sessions.set(shardId, session)
      else if (session?.sessionId !== sessions.get(shardId)?.sessionId) sessions.delete(shardId)
    },
  }
}
