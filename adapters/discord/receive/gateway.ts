import { DefaultWebSocketManagerOptions, type IContextFetchingStrategy, type WebSocketShard, WebSocketShardEvents } from '@discordjs/ws'
import { DiscordAPIError, GatewayCloseCodes, GatewayIntentBits, REST, Routes } from 'discord.js'
import { z } from 'zod'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { type DiscordRestOptions, toRestOptions } from '../client.ts'
import { describeError } from '../errors.ts'
import { createGuardedShard, createSessionStore } from './guarded-shard.ts'

export interface GatewayOptions extends DiscordRestOptions {
  /** Whether to request the content of every message on servers. */
  readonly readAll: boolean
  readonly clock: Clock
  readonly log: Log
}

export interface GatewayHandlers {
  /** Called with each dispatch as received. If it throws, the connection ends. */
  readonly onDispatch: (packet: unknown) => void
  /** Called when a lost connection is restored without a new session. */
  readonly onResumed: () => void
  /** Called when the connection is lost and will be restored. */
  readonly onUnavailable: () => void
}

/**
 * Thrown when the gateway closes the connection for good.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
export class GatewayClosedError extends Error {
  override readonly name = 'GatewayClosedError'
  constructor(readonly code: number) {
    super(`the gateway closed the connection for good (${code})`)
  }
}

/** The codes after which a new attempt with the same settings fails too. */
const finalCloseCodes: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
])

/**
 * Holds the gateway connections that Discord recommends for the bot, usually one. discord.js's shards handle heartbeats, reconnects and
 * resumes. Its full client is not used, because it parses every event inside the socket's listener, where an unexpected one ends the
 * process. Resolves once `signal` is aborted and the connections are closed. Rejects if Discord refuses a connection for good, if the
 * gateway's address could not be requested or used, or if `onDispatch` throws.
 */
export async function runGateway(options: GatewayOptions, handlers: GatewayHandlers, signal: AbortSignal): Promise<void> {
  const closing = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true, signal: closing.signal })
  })
  const shards: WebSocketShard[] = []
  try {
    const context = await Promise.race([createContext(options, closing.signal), stopped])
    if (!context) return
    const failed = new Promise<never>((_, onFailed) => {
      for (let shardId = 0; shardId < context.options.shardCount; shardId += 1) {
        const shard = createGuardedShard(context, shardId, { clock: options.clock, onFailed })
        followShard(shard, { options, handlers, signal, onFailed })
        shards.push(shard)
      }
    })
    await Promise.race([Promise.all(shards.map((shard) => shard.connect())).then(() => failed), failed, stopped])
  } finally {
    closing.abort()
    await Promise.all(shards.map((shard) => shard.destroy()))
  }
}

/** https://discord.com/developers/docs/events/gateway#get-gateway-bot */
const gatewayInformation = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.int().min(1),
  session_start_limit: z.object({ total: z.int(), remaining: z.int(), reset_after: z.int(), max_concurrency: z.int() }),
})

/** Requests the gateway's address, and creates what the shards share. Throws if no session may be started now. */
async function createContext(options: GatewayOptions, closing: AbortSignal): Promise<IContextFetchingStrategy> {
  const { token, clock } = options
  const response = await new REST(toRestOptions(options)).setToken(token).get(Routes.gatewayBot())
  const information = gatewayInformation.parse(response)
  const { shards, session_start_limit: limit } = information
  if (limit.remaining < shards) throw new Error(`Discord allows no further sessions for the next ${limit.reset_after} ms`)
  return {
    options: {
      ...DefaultWebSocketManagerOptions,
      token,
      intents: intentsFor(options),
      gatewayInformation: information,
      shardCount: shards,
    },
    ...createSessionStore(closing),
    ...createIdentifyThrottler(clock, closing),
  }
}

interface ShardObserver {
  readonly options: GatewayOptions
  readonly handlers: GatewayHandlers
  readonly signal: AbortSignal
  readonly onFailed: (error: unknown) => void
}

function followShard(shard: WebSocketShard, { options: { log }, handlers, signal, onFailed }: ShardObserver): void {
  shard.on(WebSocketShardEvents.Error, ({ error }) =>
    log.debug({ reason: describeError(error) }, 'The connection to Discord reported an error'),
  )
  let isLost = false
  shard.on(WebSocketShardEvents.Ready, () => {
    isLost = false
  })
  shard.on(WebSocketShardEvents.Resumed, () => {
    isLost = false
    if (!signal.aborted) handlers.onResumed()
  })
  shard.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (signal.aborted) return
    try {
      handlers.onDispatch(data)
    } catch (error) {
      onFailed(error)
    }
  })
  shard.on(WebSocketShardEvents.Closed, ({ code }) => {
    if (finalCloseCodes.has(code)) onFailed(new GatewayClosedError(code))
    else if (!signal.aborted) {
      // Also called for each attempt that fails, several times a second.
      if (!isLost) log.info({}, 'The connection to Discord was lost; reconnecting')
      isLost = true
      handlers.onUnavailable()
    }
  })
}

export function isInvalidToken(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status === 401
}

function intentsFor({ readAll }: GatewayOptions): number {
  const { Guilds, GuildMessages, GuildMessageReactions, DirectMessages, DirectMessageReactions, MessageContent } = GatewayIntentBits
  const intents = Guilds | GuildMessages | GuildMessageReactions | DirectMessages | DirectMessageReactions
  return readAll ? intents | MessageContent : intents
}

/** The minimum time between two identify calls, in ms. https://discord.com/developers/docs/events/gateway#rate-limiting */
const identifyIntervalMs = 5000

function createIdentifyThrottler(clock: Clock, closing: AbortSignal) {
  let mayIdentifyAt = 0
  return {
    async waitForIdentify(_shardId: number, signal: AbortSignal): Promise<void> {
      const waitMs = mayIdentifyAt - clock.now().getTime()
      mayIdentifyAt = clock.now().getTime() + Math.max(0, waitMs) + identifyIntervalMs
      if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([signal, closing]))
      signal.throwIfAborted()
    },
  }
}
