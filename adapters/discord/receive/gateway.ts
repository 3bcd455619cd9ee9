import { Client, DiscordjsError, DiscordjsErrorCodes, Events, GatewayIntentBits, Options, SimpleShardingStrategy } from 'discord.js'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { type DiscordRestOptions, toRestOptions } from '../client.ts'
import { describeError } from '../errors.ts'
import type { DiscordNameLookup } from './message-text.ts'

export interface GatewayOptions extends DiscordRestOptions {
  /** Whether to request the content of every message on servers. */
  readonly readAll: boolean
  readonly clock: Clock
  readonly log: Log
}

export interface GatewayHandlers {
  /** Called with each dispatch as received. `names` holds the names that Discord has reported so far. */
  readonly onDispatch: (packet: unknown, names: DiscordNameLookup) => void
  /** Called when the connection is lost and will be restored. */
  readonly onUnavailable: () => void
}

/**
 * Thrown when the gateway closes the connection for good.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
export class GatewayClosedError extends Error {
  override readonly name = 'GatewayRefusal'
  constructor(readonly code: number) {
    super(`the gateway closed the connection for good (${code})`)
  }
}

/** The minimum time between two identify calls, in ms. */
const identifyIntervalMs = 5000

/**
 * Holds a gateway connection. discord.js handles heartbeats, reconnects and resumes. Resolves once `signal` is aborted and the connection
 * is closed. Rejects if Discord refuses the connection for good, or if the gateway's address could not be requested.
 */
export async function runGateway(options: GatewayOptions, events: GatewayHandlers, signal: AbortSignal): Promise<void> {
  const closing = new AbortController()
  const client = createGatewayClient(options, closing.signal)
  const names = createNameLookup(client)
  const logError = (error: unknown) => options.log.debug({ reason: describeError(error) }, 'The connection to Discord reported an error')
  client.on(Events.Error, logError)
  client.on(Events.ShardError, logError)
  client.on(Events.ShardReconnecting, () => {
    if (signal.aborted) return
    options.log.info({}, 'The connection to Discord was lost; reconnecting')
    events.onUnavailable()
  })
  client.on(Events.Raw, (packet: unknown) => {
    if (!signal.aborted) events.onDispatch(packet, names)
  })
  const rejected = new Promise<never>((_, reject) => {
    client.on(Events.ShardDisconnect, ({ code }) => reject(new GatewayClosedError(code)))
  })
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true, signal: closing.signal })
  })
  try {
    await Promise.race([client.login(options.token).then(() => rejected), rejected, stopped])
  } finally {
    closing.abort()
    await client.destroy()
  }
}

export function isInvalidToken(error: unknown): boolean {
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid
}

function createGatewayClient({ readAll, clock, ...options }: GatewayOptions, closing: AbortSignal): Client {
  const { Guilds, GuildMessages, GuildMessageReactions, DirectMessages, DirectMessageReactions, MessageContent } = GatewayIntentBits
  const intents = [Guilds, GuildMessages, GuildMessageReactions, DirectMessages, DirectMessageReactions]
  let mayIdentifyAt = 0
  return new Client({
    intents: readAll ? [...intents, MessageContent] : intents,
    rest: toRestOptions(options),
    // Events are processed as they arrive. Only the names of channels, roles and users are taken from the library's cache.
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      UserManager: 10_000,
      GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === member.client.user.id },
    }),
    ws: {
      buildStrategy(manager) {
        const retrieve = manager.options.retrieveSessionInfo
        // A shard that is reconnecting while the client is destroyed would continue. It next requests its session, so that request never
        // resolves.
        manager.options.retrieveSessionInfo = (shardId) => (closing.aborted ? new Promise(() => {}) : retrieve(shardId))
        return new SimpleShardingStrategy(manager)
      },
      buildIdentifyThrottler: () => ({
        async waitForIdentify(_shardId, signal) {
          const waitMs = mayIdentifyAt - clock.now().getTime()
          mayIdentifyAt = clock.now().getTime() + Math.max(0, waitMs) + identifyIntervalMs
          if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([signal, closing]))
          signal.throwIfAborted()
        },
      }),
    },
  })
}

function createNameLookup(client: Client): DiscordNameLookup {
  return {
    channel(channelId) {
      const channel = client.channels.cache.get(channelId)
      return channel && 'name' in channel ? (channel.name ?? undefined) : undefined
    },
    role: (guildId, roleId) => client.guilds.cache.get(guildId)?.roles.cache.get(roleId)?.name,
    user: (userId) => client.users.cache.get(userId)?.displayName,
  }
}
