import type { AgentDeps } from '../agent/deps.ts'
import type { Tool } from '../agent/tool.ts'
import type { AccountId, MessageId } from '../core/domain/ids.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Button, PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import type { Transcriber } from '../core/ports/transcriber.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { AccessSettings } from '../people/access.ts'
import type { User } from '../people/users.ts'
import type { SearchDeps } from '../search/deps.ts'
import type { SummarySettings } from '../summaries/settings.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import type { Place } from '../threads/places.ts'
import type { Scope } from '../threads/scope.ts'

/** The dependencies of building the context of a reply. */
export interface ContextDeps extends SearchDeps {
  readonly model: ChatModel
  readonly settings: ContextSettings
}

/** The dependencies of the conversation. Assembled in app.ts. */
export interface ConversationDeps extends ThreadDeps, ContextDeps, AgentDeps, AccessSettings {
  readonly random: Random
  readonly metrics: Metrics
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
  readonly tools: readonly Tool[]
  /** If absent, voice notes are not transcribed. */
  readonly transcriber?: Transcriber
  readonly runCommand: RunCommand
  readonly settings: ConversationSettings
  readonly summarySettings: SummarySettings
}

export interface ContextSettings {
  /** The most tokens the model is shown, whatever its context window. */
  readonly contextTokens: number
  /** Tokens reserved for the reply. */
  readonly replyTokens: number
}

export interface ConversationSettings extends ContextSettings {
  /** Messages in one place that arrive within this many ms are answered together. */
  readonly debounceMs: number
  /** The longest a turn may take, in ms. */
  readonly turnTimeoutMs: number
  /** Larger attachments are not stored. */
  readonly attachmentMaxBytes: number
  /** Messages and commands of one user that are answered within a minute. 0 means no limit. */
  readonly messagesPerMinute: number
  /** Tokens read and written by the model for replies to one user in one day. 0 means no limit. */
  readonly tokensPerDay: number
  /** Rounds of a turn in which the model may call tools. */
  readonly toolRounds: number
}

/** The context of a command. Its answer is visible to the user alone. */
export interface CommandContext {
  readonly user: User
  readonly accountId: AccountId
  readonly place: Place
  /** Private, because the answer is. */
  readonly scope: Scope
  readonly timezone: string
  readonly now: Date
  /** The stored command. */
  readonly messageId: MessageId
}

export interface CommandAnswer {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  readonly collapsed?: boolean
  /** Shown as a reply to this message if it is in the same place. */
  readonly replyTo?: MessageId
  /** When the text is replaced, because it contains something such as a one-time code. */
  readonly textExpiresAt?: Date
}

/** Runs a command line such as "/name arguments". Returns undefined if there is nothing to say. Throws InputError with one sentence for the user. */
export type RunCommand = (context: CommandContext, line: string) => Promise<CommandAnswer | undefined>
