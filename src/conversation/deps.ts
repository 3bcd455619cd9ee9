import type PQueue from 'p-queue'
import type { AgentDeps } from '../agent/deps.ts'
import type { Tool } from '../agent/tool.ts'
import type { ChannelReaders } from '../channels/access/readers.ts'
import type { AccountId, MessageId } from '../core/domain/ids.ts'
import type { Translate } from '../core/messages/messages.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Button, PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import type { RateLimits } from '../core/ports/rate-limits.ts'
import type { Transcriber } from '../core/ports/transcriber.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { AccessSettings } from '../people/access.ts'
import type { VoiceSettings } from '../people/calls/voice-settings.ts'
import type { User } from '../people/users.ts'
import type { SearchDeps } from '../search/deps.ts'
import type { Tx } from '../store/store.ts'
import type { SummarySettings } from '../summaries/settings.ts'
import type { ThreadDeps, TimezoneDeps } from '../threads/deps.ts'
import type { Place } from '../threads/places.ts'
import type { Scope } from '../threads/scope.ts'

/** The dependencies of building the context of a reply. */
export interface ContextDeps extends SearchDeps {
  readonly model: ChatModel
  readonly settings: ContextSettings
  /** Who can read which channel. */
  readonly readers: Pick<ChannelReaders, 'canAllRead'>
}

/** The dependencies of the conversation. Assembled in app.ts. */
export interface ConversationDeps extends ThreadDeps, TimezoneDeps, ContextDeps, AgentDeps, AccessSettings {
  readonly random: Random
  readonly metrics: Metrics
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
  readonly tools: readonly Tool[]
  /** The personal data of every feature. */
  readonly personalData: readonly PersonalData<Tx>[]
  /** If absent, voice notes are not transcribed. */
  readonly transcriber?: Transcriber
  readonly runCommand: RunCommand
  readonly rateLimits: RateLimits
  /** If absent, no call is received. */
  readonly voice?: VoiceSettings
  /** Limits how many turns of this process use the database at once. A turn that waits for a model is not in it. */
  readonly databaseQueue: PQueue
  readonly settings: ConversationSettings
  readonly summarySettings: SummarySettings
}

export interface ContextSettings {
  /** The maximum number of tokens shown to the model, however large its context window. */
  readonly contextTokens: number
  /** The number of tokens reserved for the reply. */
  readonly replyTokens: number
}

export interface ConversationSettings extends ContextSettings {
  /** Messages in one place that arrive within this many ms are answered together. */
  readonly debounceMs: number
  /** The maximum duration of a turn, in ms. */
  readonly turnTimeoutMs: number
  /** Larger attachments are not stored. */
  readonly attachmentMaxBytes: number
  /** The maximum number of messages and commands per minute that are answered for one user. 0 means no limit. */
  readonly messagesPerMinute: number
  /** The maximum size of the messages and files that are stored for one user within 24 hours. 0 means no limit. */
  readonly bytesPerDay: number
  /** The maximum number of tokens per day that the model reads and writes for replies to one user. 0 means no limit. */
  readonly tokensPerDay: number
  /** The maximum number of replies that one process writes at a time. Most of them wait for the model. */
  readonly repliesAtOnce: number
  /** The maximum number of rounds in a turn in which the model may call tools. */
  readonly toolRounds: number
}

/** The context of a command. Only the user sees its answer. */
export interface CommandContext {
  readonly user: User
  readonly accountId: AccountId
  readonly place: Place
  /** Private, because the answer is private. */
  readonly scope: Scope
  readonly timezone: string
  /** Writes in the user's language. */
  readonly translate: Translate
  readonly now: Date
  /** When the command was given. The same if an interrupted command runs again. */
  readonly sentAt: Date
  /** The id of the stored command. */
  readonly messageId: MessageId
}

export interface CommandAnswer {
  /** Markdown. */
  readonly text: string
  readonly buttons?: readonly Button[]
  readonly collapsed?: boolean
  /** Shown as a reply to this message if it is in the same place. */
  readonly replyTo?: MessageId
  /** When the text is replaced. Set if it contains a secret, such as a one-time code. */
  readonly textExpiresAt?: Date
}

/**
 * Runs a command line such as "/name arguments". Returns undefined if there is no answer. Throws InputError with one sentence for the
 * user.
 */
export type RunCommand = (context: CommandContext, line: string) => Promise<CommandAnswer | undefined>
