import type { Clock } from '../../src/core/ports/clock.ts'
import type { AdapterCommands } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { RateLimits } from '../../src/core/ports/rate-limits.ts'
import { createCallLimiter } from '../kit/call-limiter.ts'
import { createClient } from './client.ts'
import { platformName } from './receive/inbound-events.ts'
import { pollTimeoutSeconds } from './receive/polling.ts'
import { createReceiver } from './receive/receiver.ts'
import type { WebhookOptions } from './receive/webhook.ts'
import { createSender } from './send/sender.ts'
import { createSharedPlaces } from './shared-places.ts'

export interface TelegramOptions extends AdapterCommands {
  /** The bot's token from @BotFather. */
  readonly token: string
  /** The root of the Bot API server. Telegram's if absent. */
  readonly apiRoot?: string
  /** Updates are received by long polling if absent. */
  readonly webhook?: WebhookOptions
  /** Whether to send tables, nested lists and task lists as rich messages, which old Telegram apps do not show. False if absent. */
  readonly richMessages?: boolean
  /** Calls are not limited if absent. */
  readonly rateLimits?: RateLimits
  readonly clock: Clock
  readonly log: Log
}

const sendTimeoutSeconds = 20

/** Creates the adapter without connecting. The sender works even if the receiver is not started. */
export function createTelegramAdapter(options: TelegramOptions): PlatformAdapter {
  const { token, webhook, commands, clock, log, rateLimits, richMessages = false } = options
  const apiRoot = (options.apiRoot ?? 'https://api.telegram.org').replace(/\/+$/, '')
  const limiter = rateLimits && createCallLimiter({ token, rateLimits, clock })
  // A separate client, because Telegram may hold a call for updates open for a long time.
  const receivingClient = createClient({ token, apiRoot, timeoutSeconds: pollTimeoutSeconds + sendTimeoutSeconds })
  const sendingClient = createClient({ token, apiRoot, timeoutSeconds: sendTimeoutSeconds, limiter })
  return {
    name: platformName,
    receiver: createReceiver({ api: receivingClient, commands, clock, log }, webhook),
    sharedPlaces: createSharedPlaces(sendingClient),
    sender: createSender({ api: sendingClient, apiRoot, token, richMessages, limiter }),
  }
}
