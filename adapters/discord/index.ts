import type { Clock } from '../../src/core/ports/clock.ts'
import type { AdapterCommands, Suggest } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { RateLimits } from '../../src/core/ports/rate-limits.ts'
import { createCallLimiter } from '../kit/call-limiter.ts'
import { createInteractionRest, createReceivingRest, createSendingRest } from './client.ts'
import { createDirectChannelCache, createDirectChannels } from './direct-channels.ts'
import { createSharedPlaces } from './places/shared-places.ts'
import type { DiscordCatchUpPoint } from './receive/catch-up.ts'
import { platformName } from './receive/inbound-events.ts'
import { createNames } from './receive/names.ts'
import { createReceiver } from './receive/receiver.ts'
import { createSender } from './send/sender.ts'

export interface DiscordOptions extends AdapterCommands {
  /** The bot's token from the Developer Portal. */
  readonly token: string
  /** The REST root without a version. Discord's if absent. */
  readonly apiBase?: string
  /** The id of the only server on which commands are registered, with immediate effect. Registered everywhere if absent. */
  readonly testGuild?: string
  /** Whether to request the content of every message on servers, which must be enabled in the Developer Portal. False if absent. */
  readonly readAll?: boolean
  readonly suggest: Suggest
  /** Differs for each database. Part of each nonce, so that sends from another database are not taken for repeats. */
  readonly installationId: string
  /** Loads the last stored message of each place. At startup, newer messages are requested, place by place in this order. */
  readonly loadLastStored?: () => Promise<readonly DiscordCatchUpPoint[]>
  /** Calls are not limited if absent. */
  readonly rateLimits?: RateLimits
  readonly clock: Clock
  readonly log: Log
}

/** Creates the adapter without connecting. The sender works even if the receiver is not started. */
export function createDiscordAdapter(options: DiscordOptions): PlatformAdapter {
  const { token, apiBase = 'https://discord.com/api', readAll = false, installationId, clock, rateLimits } = options
  const limiter = rateLimits && createCallLimiter({ token, rateLimits, clock })
  const restOptions = { token, apiBase, limiter }
  const receivingRest = createReceivingRest(restOptions)
  const sendingRest = createSendingRest(restOptions)
  const directChannelCache = createDirectChannelCache()
  const names = createNames()
  return {
    name: platformName,
    receiver: createReceiver({
      ...options,
      ...restOptions,
      readAll,
      names,
      rest: receivingRest,
      interactionRest: createInteractionRest(restOptions),
      directChannels: createDirectChannels(receivingRest, directChannelCache),
    }),
    sender: createSender({
      rest: sendingRest,
      directChannels: createDirectChannels(sendingRest, directChannelCache),
      apiBase,
      installationId,
      clock,
    }),
    sharedPlaces: createSharedPlaces({ rest: receivingRest, readAll, names, clock }),
  }
}
