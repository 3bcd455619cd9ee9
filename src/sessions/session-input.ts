import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { LoopOwner } from '../core/domain/loops.ts'

/** What is read of a session to make notes of it. */
export interface SessionInput {
  /** The user's language. */
  readonly language: LanguageCode
  /** The user's timezone during the session (IANA name). */
  readonly timezone: string
  /** In order. Commands and tool output are omitted. */
  readonly lines: readonly SessionLine[]
  /** The open loops that the session may close. */
  readonly openLoops: readonly ShownLoop[]
}

/** A message of a session. */
export interface SessionLine {
  readonly id: MessageId
  readonly role: 'user' | 'assistant'
  /** The name of the person who wrote it. Absent for the bot. */
  readonly author?: string
  readonly sentAt: Date
  readonly text: string
}

/** An open loop, as it is shown with a session. */
export interface ShownLoop {
  readonly id: LoopId
  readonly text: string
  readonly owner: LoopOwner
  /** The day or the time that it is due, in the user's timezone. */
  readonly due?: string
}
