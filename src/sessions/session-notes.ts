import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { LoopOwner } from '../core/domain/loops.ts'

/** What is made of one session, by the summary model or from cues. Every row it names belongs to the session or to the open loops shown with it. */
export interface SessionNotes {
  /** At most 120 words, in the user's language. */
  readonly summary: string
  /** One or two words, in the user's language. Absent where nothing tells it. */
  readonly tone?: string
  readonly names: readonly SessionName[]
  /** At most five, in the order of their messages. */
  readonly moments: readonly KeyMoment[]
  readonly newLoops: readonly FoundLoop[]
  readonly closings: readonly LoopClosing[]
}

/** A person or a thing that the session names. */
export interface SessionName {
  readonly kind: 'person' | 'thing'
  readonly name: string
  readonly messageId: MessageId
}

export interface KeyMoment {
  readonly text: string
  readonly messageId: MessageId
}

/** Something that somebody promised, or that remains to be done. */
export interface FoundLoop {
  readonly owner: LoopOwner
  /** Who owes it, where `owner` is `other`. */
  readonly ownerName?: string
  readonly text: string
  /** As the message says it, such as "by Friday". Its reader resolves it at the time of the message. */
  readonly due?: string
  readonly messageId: MessageId
}

/** The message that shows that a loop is done, or no longer wanted. */
export interface LoopClosing {
  readonly loopId: LoopId
  readonly messageId: MessageId
  readonly state: 'done' | 'dropped'
}
