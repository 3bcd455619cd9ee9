import type { ChangeSeq, MessageId, PlaceId, PlatformMessageId, SegmentId, ThreadId, TurnId } from './ids.ts'

export type Role = 'user' | 'assistant' | 'system' | 'tool'

/**
 * Only `chat` is summarized, indexed and shown to the model. `command` is a typed command, `notice` an answer to a command or an error
 * message, `digest` a posted day summary, and `draft` an unfinished reply.
 */
export type MessageKind = 'chat' | 'command' | 'notice' | 'digest' | 'draft'

/** How a message refers to another one. */
export type ReferenceKind = 'reply' | 'quote' | 'forward' | 'thread'

/** Who may see a row: only the user, or everyone in one shared place. */
export type Audience = 'private' | `place:${number}`

export type PlaceKind = 'direct' | 'shared'

/** A tool call, stored with the tool's output so that a later turn can include both. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As written by the model. Usually JSON. */
  readonly arguments: string
}

export interface Message {
  readonly id: MessageId
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  readonly placeId: PlaceId
  readonly audience: Audience
  readonly role: Role
  readonly kind: MessageKind
  readonly authorName: string
  readonly text: string
  readonly tool: ToolCall | null
  readonly sentAt: Date
  /** The platform's own sort key, derived from its message id. */
  readonly platformOrder: bigint
  readonly platformMessageId: PlatformMessageId | null
  readonly replyToId: MessageId | null
  /** The turn that answers or produced the message. */
  readonly turnId: TurnId | null
  /** Whether it waits for a turn to claim it or, if it is a command, for its answer. */
  readonly pending: boolean
  readonly changeSeq: ChangeSeq
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
}
