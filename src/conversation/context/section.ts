import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import type { User } from '../../people/users.ts'
import type { Place } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import type { ContextDeps } from '../deps.ts'
import type { ShownAttachment } from './attachments.ts'
import type { ContextBudgets } from './budgets.ts'
import type { FittedRow } from './fit-to-budget.ts'
import type { OmittedContent } from './report.ts'
import type { CountTokens } from './truncate.ts'

/** The turn a context is built for. */
export interface ContextTurn {
  readonly user: Pick<User, 'id' | 'name'>
  readonly place: Place
  readonly scope: Scope
  /** IANA name; times are shown in it. */
  readonly timezone: string
  readonly messagesToAnswer: readonly [Message, ...Message[]]
}

/** What every part is built from. */
export interface ContextPartInput {
  readonly deps: ContextDeps
  readonly count: CountTokens
  readonly budgets: ContextBudgets
  readonly turn: ContextTurn
  /** What came with the messages to answer besides their text. */
  readonly attachments: ReadonlyMap<MessageId, readonly ShownAttachment[]>
  /** The day of the newest message to answer. */
  readonly today: DayLabel
}

/** What the parts built so far hold, and the messages to answer: nothing is shown twice. */
export interface ShownContent {
  readonly messages: ReadonlySet<MessageId>
  /** The days whose summaries they hold. */
  readonly summaries: ReadonlySet<SegmentId>
}

export interface BuiltContextPart {
  /** Goes into the system message. */
  readonly text?: string
  /** Shown as messages of their own, in order. */
  readonly rows?: readonly FittedRow[]
  /** The messages, and the days whose summaries, its text holds: no other part repeats them. */
  readonly quoted?: readonly MessageId[]
  readonly summarized?: readonly SegmentId[]
  /** Never more than the room it was given. */
  readonly tokens: number
  readonly items: number
  readonly leftOut: readonly OmittedContent[]
}

export interface ContextPart {
  readonly name: string
  readonly limit: (budgets: ContextBudgets) => number
  /** Who takes room first when there is not enough for all: 1 before 2. */
  readonly rank: number
  readonly prepare: PreparePart
}

/** Reads what the part is built from whatever its room, which all parts do at the same time; the rest is the fitting's. */
export type PreparePart = (input: ContextPartInput) => Promise<FitPart> | FitPart

/** What of it has room. */
export type FitPart = (room: number, shown: ShownContent) => Promise<BuiltContextPart> | BuiltContextPart

export const nothing: BuiltContextPart = { tokens: 0, items: 0, leftOut: [] }
