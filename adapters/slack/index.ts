import type { Clock } from '../../src/core/ports/clock.ts'
import type { AdapterCommands, Suggest } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { RateLimits } from '../../src/core/ports/rate-limits.ts'
import { createCallLimiter } from '../kit/call-limiter.ts'
import { platformName } from './address.ts'
import { createClient } from './client.ts'
import { createConversationState } from './conversation-state.ts'
import { createDirectory } from './directory.ts'
import { createSharedPlaces } from './places/shared-places.ts'
import { createReceiver, type SlackTransport } from './receive/receiver.ts'
import { createSender } from './send/sender.ts'

export interface SlackOptions extends AdapterCommands {
  /** The token of the workspace where the app is installed. Begins with "xoxb-". */
  readonly botToken: string
  /** Socket Mode with an app-level token, or HTTP requests with the signing secret. */
  readonly receiving: SlackTransport
  /** The root of Slack's Web API. Slack's own if absent. */
  readonly apiUrl?: string
  readonly suggest: Suggest
  /** Calls are not limited if absent. */
  readonly rateLimits?: RateLimits
  readonly clock: Clock
  readonly log: Log
}

/** Creates the adapter for one workspace, with Bolt. Opens no connection before its receiver is started. */
export function createSlackAdapter(options: SlackOptions): PlatformAdapter {
  const { botToken, receiving, apiUrl = 'https://slack.com/api/', rateLimits, ...rest } = options
  const limiter = rateLimits && createCallLimiter({ token: botToken, rateLimits, clock: rest.clock })
  const client = createClient(botToken, apiUrl, limiter)
  const directory = createDirectory(client, rest.clock)
  const conversationState = createConversationState(rest.clock)
  const deps = { ...rest, client, apiUrl, directory, conversationState }
  return {
    name: platformName,
    receiver: createReceiver(deps, receiving),
    sender: createSender({ client, directory, conversationState, botToken, apiUrl, limiter, clock: rest.clock, log: rest.log }),
    sharedPlaces: createSharedPlaces(deps),
  }
}
