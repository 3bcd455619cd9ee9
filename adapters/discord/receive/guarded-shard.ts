import {
  type IContextFetchingStrategy,
  type SessionInfo,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
} from '@discordjs/ws'
import { z } from 'zod'
import type { Clock } from '../../../src/core/ports/clock.ts'

export interface ShardOptions {
  readonly clock: Clock
  /** Called if the connection cannot be opened again, for example because the address is invalid. */
  readonly onFailed: (error: unknown) => void
}

/**
 * Creates a gateway connection of discord.js that nothing from Discord can turn into an unhandled rejection, which ends the process, and
 * that keeps its session while the network fails.
 */
export function createGuardedShard(context: IContextFetchingStrategy, shardId: number, { clock, onFailed }: ShardOptions): WebSocketShard {
  const shard = new WebSocketShard(context, shardId)
  const report = (error: unknown) => {
    shard.emit(WebSocketShardEvents.Error, { error: error instanceof Error ? error : new Error(String(error)) })
  }
  // The library reads some fields unchecked, such as those of a frame that starts a session. A new session is the only way on.
  guardMethod(shard, 'onMessage', async (error) => {
    report(error)
    await shard.destroy({ recover: WebSocketShardDestroyRecovery.Reconnect }).catch(report)
  })
  // A connection that no longer answers is noticed at the next heartbeat.
  guardMethod(shard, 'heartbeat', report)
  guardMethod(shard, 'internalConnect', onFailed)
  keepSession(shard, clock)
  return shard
}

/** How long to try to resume a session while the network fails, in ms. Discord keeps a session for a few minutes. */
const resumeWithinMs = 3 * 60_000

/** The library gives a session up, with the events it missed, as soon as one attempt to connect fails because of the network. */
function keepSession(shard: WebSocketShard, clock: Clock): void {
  const networkFailed = 'failedToConnectDueToNetworkError'
  if (Reflect.get(shard, networkFailed) !== false)
    throw new Error(`WebSocketShard of @discordjs/ws has no field ${networkFailed} any more; update the guard`)
  let failingSince: number | undefined
  const reset = () => {
    failingSince = undefined
  }
  shard.on(WebSocketShardEvents.Ready, reset)
  shard.on(WebSocketShardEvents.Resumed, reset)
  // The library emits the event before it reads the field.
  shard.on(WebSocketShardEvents.Closed, () => {
    const now = clock.now().getTime()
    failingSince ??= now
    if (now - failingSince < resumeWithinMs) Reflect.set(shard, networkFailed, false)
  })
}

/** Lets `onError` handle what an internal method of the library rejects with. The library does not wait for these methods. */
function guardMethod(shard: WebSocketShard, name: string, onError: (error: unknown) => void | Promise<void>): void {
  const method: unknown = Reflect.get(shard, name)
  if (typeof method !== 'function') throw new Error(`WebSocketShard of @discordjs/ws has no method ${name} any more; update the guard`)
  Reflect.set(shard, name, async (...args: unknown[]) => {
    try {
      await Reflect.apply(method, shard, args)
    } catch (error) {
      await onError(error)
    }
  })
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
