import type { Clock } from '../../src/core/ports/clock.ts'
import type { CommandDeclaration, Suggest } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { SlackClient } from './client.ts'
import type { SlackConversationState } from './conversation-state.ts'
import type { SlackDirectory, SlackIdentity } from './directory.ts'

export interface SlackReceiverOptions {
  readonly client: SlackClient
  readonly apiUrl: string
  readonly directory: SlackDirectory
  readonly conversationState: SlackConversationState
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly clock: Clock
  readonly log: Log
}

/** The dependencies of the receiving side. `me` throws until Slack has reported the bot's identity. */
export interface SlackDeps extends SlackReceiverOptions {
  readonly me: SlackIdentity
}
