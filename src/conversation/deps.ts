import type { AccountId, MessageId } from '../core/domain/ids.ts'
import type { Broadcast } from '../core/ports/broadcast.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Button, PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import type { Transcriber } from '../core/ports/transcriber.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { AccessPolicy, AllowlistEntry } from '../people/access.ts'
import type { User } from '../people/users.ts'
import type { Store } from '../store/store.ts'
import type { SummarySettings } from '../summaries/settings.ts'
import type { Place } from '../threads/places.ts'
import type { Scope } from '../threads/scope.ts'

/** What the conversation is made of; put together in src/app.ts. */
export interface ConversationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly jobs: Jobs
  readonly broadcast: Broadcast
  readonly metrics: Metrics
  readonly workerName: string
  readonly access: AccessPolicy
  readonly allowlist: readonly AllowlistEntry[]
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
  readonly senders: ReadonlyMap<PlatformName, PlatformSender>
  readonly model: ChatModel
  /** Voice notes are not listened to where it is absent. */
  readonly transcriber?: Transcriber
  readonly runCommand: RunCommand
  readonly settings: ConversationSettings
  readonly summarySettings: SummarySettings
}

export interface ConversationSettings {
  /** Messages of one place that come within this many ms are answered together. */
  readonly debounceMs: number
  /** The longest a turn may take, in ms. */
  readonly turnTimeoutMs: number
  /** Tokens the model is shown at most, whatever its window. */
  readonly contextTokens: number
  /** Tokens kept free for the reply. */
  readonly replyTokens: number
  /** A larger attachment is not kept. */
  readonly attachmentMaxBytes: number
  /** Messages and commands of one person within a minute that are answered; 0: no limit. */
  readonly messagesPerMinute: number
  /** Tokens that the model reads and writes for the replies to one person on one day of theirs; 0: no limit. */
  readonly tokensPerDay: number
  /** Rounds of one turn in which the model may call tools. */
  readonly toolRounds: number
}

/** A command as it was given: by whom, where, in which message. The answer is seen by that person alone. */
export interface CommandContext {
  readonly user: User
  readonly accountId: AccountId
  readonly place: Place
  /** Of the person alone, because the answer is theirs alone. */
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
  /** Shown as a reply to this message, where it is in the same place. */
  readonly replyTo?: MessageId
  /** It opens something until then, such as a one-time code, and is taken away after. */
  readonly textExpiresAt?: Date
}

/** Runs a command line, "/name arguments". Throws InputError with one sentence for the person. `undefined`: there is nothing to say. */
export type RunCommand = (context: CommandContext, line: string) => Promise<CommandAnswer | undefined>
