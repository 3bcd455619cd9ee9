import type { Clock } from '../../src/core/ports/clock.ts'
import type { Suggest } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { AdapterCommands, PlatformAdapter } from '../../src/core/ports/platform.ts'
import { createInteractionRest, createReceivingRest, createSendingRest } from './client.ts'
import { createDirectChannelCache, createDirectChannels } from './direct-channels.ts'
import type { DiscordCatchUpPoint } from './receive/catch-up.ts'
import { platformName } from './receive/inbound-events.ts'
import { createReceiver } from './receive/receiver.ts'
import { createSender } from './send/sender.ts'

export interface DiscordOptions extends AdapterCommands {
  /** Of the bot, from the Developer Portal. */
  readonly token: string
  /** The REST root, without a version; Discord's own where absent. */
  readonly apiBase?: string
  /** The id of a server: commands are offered there only, and at once. Everywhere where absent. */
  readonly testGuild?: string
  /** Ask for the content of every message in servers, which the Developer Portal must allow; false where absent. */
  readonly readAll?: boolean
  readonly suggest: Suggest
  /** The last message that is stored of each place: at the start, what was written there since is asked for, in this order. */
  readonly loadLastStored?: () => Promise<readonly DiscordCatchUpPoint[]>
  readonly clock: Clock
  readonly log: Log
}

/** Makes no connection yet; the sender works whether or not the receiver was started. */
export function createDiscordAdapter(options: DiscordOptions): PlatformAdapter {
  const { apiBase = 'https://discord.com/api', readAll = false, clock } = options
  const receivingRest = createReceivingRest({ ...options, apiBase })
  const sendingRest = createSendingRest({ ...options, apiBase })
  const directChannelCache = createDirectChannelCache()
  return {
    name: platformName,
    receiver: createReceiver({
      ...options,
      apiBase,
      readAll,
      rest: receivingRest,
      interactionRest: createInteractionRest({ ...options, apiBase }),
      directChannels: createDirectChannels(receivingRest, directChannelCache),
    }),
    sender: createSender({ rest: sendingRest, directChannels: createDirectChannels(sendingRest, directChannelCache), apiBase, clock }),
  }
}
