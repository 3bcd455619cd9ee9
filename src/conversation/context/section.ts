import type { Channel } from '../../channels/channel.ts'
import type { ChannelSummary } from '../../channels/read-pyramid.ts'
import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { CountTokens } from '../../core/domain/text.ts'
import type { LoopList } from '../../loops/open-loop.ts'
import type { MemoryTheme } from '../../memory/themes.ts'
import type { User } from '../../people/users.ts'
import type { IndexReading } from '../../search/open-search.ts'
import type { PastSession, SessionMoment } from '../../sessions/read.ts'
import type { DaySummary } from '../../summaries/read.ts'
import type { StoredReference } from '../../threads/messages/references.ts'
import type { Place } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import type { ConversationTopic } from '../../threads/thread.ts'
import type { ContextDeps } from '../deps.ts'
import type { ShownAttachment } from './attachments.ts'
import type { ContextBudgets } from './budgets.ts'
import type { FittedRow } from './messages.ts'
import type { OmittedContent } from './report.ts'
import type { ContextRow, MessageToAnswer } from './rows.ts'

/** What is read together with the messages of a new turn. */
export interface ClaimedFacts {
  /** The thread's revision. */
  readonly revision: number
  /** The day of the newest message. */
  readonly today: DayLabel
  /** The tokens of the user's replies today. Null if there is no limit. */
  readonly tokensToday: number | null
  /** Whether the user has ever started a new topic. */
  readonly hasTopic: boolean
}

/** The turn a context is built for. */
export interface ContextTurn {
  readonly user: Pick<User, 'id' | 'name' | 'language' | 'languageSource'>
  readonly place: Place
  readonly scope: Scope
  /** IANA name. Times are shown in this timezone. */
  readonly timezone: string
  readonly messagesToAnswer: readonly [MessageToAnswer, ...MessageToAnswer[]]
  /** The platform, as people call it. */
  readonly platform: string
  /** The maximum number of tokens of the context. */
  readonly limit: number
  /** The names of the tools that the model is shown. */
  readonly tools: readonly string[]
  /** The themes of the user's memory. Undefined if they could not be read. */
  readonly themes: readonly MemoryTheme[] | undefined
  /** The open loops, and how many there are. Undefined if they could not be read. */
  readonly openLoops: LoopList | undefined
  /** In a platform's thread, its earlier messages, oldest first. */
  readonly thread?: readonly StoredReference[]
  /** What was read when the messages were claimed. If present, they have no attachments. */
  readonly asClaimed?: ClaimedFacts | undefined
  /** Set if the messages are answered again. What they were answered with before is not shown, and the raw window ends before them. */
  readonly replaced?: { readonly ids: readonly MessageId[] }
  /** What `startReading` returned, if the context is read ahead. */
  readonly reading?: ContextReading | undefined
}

/** The parts of a turn that determine what is read for its context. */
export type ReadTurn = Pick<ContextTurn, 'scope' | 'place' | 'messagesToAnswer' | 'replaced'>

/** What is read before it is known which tools there are, and what the parts show. */
export interface ContextReading {
  readonly stored: Promise<StoredConversation>
  /** The index of search. Undefined if the messages to answer are small talk. */
  readonly index: Promise<IndexReading> | undefined
  /** What was said in the place. Undefined if it is direct. */
  readonly place: Promise<PlaceHistory> | undefined
}

/** What is stored of the conversation for a context, as one statement reads it. */
export interface StoredConversation {
  /**
   * Messages by what they are read for, each list oldest first: the newest, what the bot posted by itself, those of earlier days that are not
   * summarized yet and, in a shared place, those of others.
   */
  readonly rowsOf: (part: 'newest' | 'posted' | 'unsummarized' | 'others') => readonly ContextRow[]
  /** The latest summaries up to today, newest first. */
  readonly summaries: readonly DaySummary[]
  /** The key moments of today. */
  readonly moments: readonly SessionMoment[]
  /** Some of the latest sessions with a summary, newest first. None if there is none. */
  readonly sessions: readonly PastSession[]
}

/** What was said in a shared place before the messages to answer. */
export interface PlaceHistory {
  /** Set if the place is a channel that is switched on. */
  readonly channel: Channel | undefined
  readonly summaries: readonly ChannelSummary[]
  /** What others said that no summary stands for, and what the bot answered them. */
  readonly rows: readonly ContextRow[]
  /** Whether there are more messages in the log that no summary stands for, which were not read. */
  readonly hasUnread: boolean
  /** What the channels that this one is related to talked about. */
  readonly related: readonly RelatedSummary[]
}

export interface RelatedSummary {
  readonly title: string
  readonly summary: ChannelSummary
  /** That of the other channel. */
  readonly timezone: string
}

/** The newest messages of the latest topic, regardless of day and pause, with what the bot posted meanwhile. */
export interface RecentConversation {
  /** Oldest first, without the messages to answer. */
  readonly rows: readonly ContextRow[]
  /** Whether nothing precedes the rows in their topic. */
  readonly isWhole: boolean
  readonly topic: ConversationTopic | undefined
  /** The number of rows read that belong to an earlier topic. */
  readonly earlier: number
  /** In a shared place, what others said to the bot last, and what it answered, oldest first. */
  readonly others: readonly ContextRow[]
}

/** The input of every part. */
export interface ContextPartInput {
  readonly deps: ContextDeps
  readonly count: CountTokens
  readonly budgets: ContextBudgets
  readonly turn: ContextTurn
  /** The attachments of the messages to answer. */
  readonly attachments: ReadonlyMap<MessageId, readonly ShownAttachment[]>
  /** The day of the newest message to answer. */
  readonly today: DayLabel
  /** Read once for the parts that need it, as is `recent`. */
  readonly reading: ContextReading
  readonly recent: Promise<RecentConversation>
}

/** What the messages to answer and the parts built so far contain. Nothing is shown twice. */
export interface ShownContent {
  readonly messages: ReadonlySet<MessageId>
  /** The days whose summaries are shown. */
  readonly summaries: ReadonlySet<SegmentId>
}

export interface BuiltContextPart {
  /** What the part adds to the system message: only our own words. */
  readonly instructions?: string
  /** What the part adds to the reference block: texts of people, files and models, each in an indented block. */
  readonly reference?: string
  /** The messages that the part adds to the model request, in order. */
  readonly rows?: readonly FittedRow[]
  /** The messages quoted and the days summarized in the text. No other part repeats them. */
  readonly quoted?: readonly MessageId[]
  readonly summarized?: readonly SegmentId[]
  /** Never more than the part's budget. */
  readonly tokens: number
  readonly items: number
  readonly omitted: readonly OmittedContent[]
}

export interface ContextPart {
  readonly name: string
  readonly limit: (budgets: ContextBudgets) => number
  /** The maximum share of the context. It counts in small windows, where the budgets shrink with it. */
  readonly share: number
  /** What the part may use in all if the other parts leave budget, and the order in which parts take it: 1 before 2. */
  readonly growth?: { readonly limit: (budgets: ContextBudgets) => number; readonly rank: number }
  /** The order in which parts get their budget: 1 before 2. */
  readonly rank: number
  /**
   * Where its reference is shown: before the raw window if absent, or after it, because it changes with each message and what precedes it
   * can be cached. What the messages to answer refer to is shown last.
   */
  readonly place?: 'late' | 'last'
  readonly prepare: PreparePart
}

/** Reads the data of a part, concurrently with the other parts and independently of its budget. */
export type PreparePart = (input: ContextPartInput) => Promise<FitPart> | FitPart

/** Builds the part within its budget. */
export type FitPart = (budget: number, shown: ShownContent) => Promise<BuiltContextPart> | BuiltContextPart

export const nothing: BuiltContextPart = { tokens: 0, items: 0, omitted: [] }
