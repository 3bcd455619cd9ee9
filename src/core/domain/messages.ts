import type { ChangeSeq, MessageId, PlaceId, PlatformMessageId, SegmentId, ThreadId, TurnId } from './ids.ts'

export type Role = 'user' | 'assistant' | 'system' | 'tool'

/**
 * What a message is to the conversation. Only `chat` is summarized, indexed and shown to the model.
 * `command` is a typed command, `notice` an answer to one or a sentence about a fault, `digest` a posted
 * day summary, `draft` a reply that is still being written.
 */
export type MessageKind = 'chat' | 'command' | 'notice' | 'digest' | 'draft'

/** Who may see a row: `private`, or one shared place. */
export type Audience = 'private' | `place:${number}`

export type PlaceKind = 'direct' | 'shared'

/** A call of a tool, kept with the tool's output so that a later turn can be shown both. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As the model wrote them: JSON, or something that was meant to be. */
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
  /** The platform's own order, from its message id. */
  readonly platformOrder: bigint
  readonly platformMessageId: PlatformMessageId | null
  readonly replyToId: MessageId | null
  /** The turn that answers it, or that it came from. */
  readonly turnId: TurnId | null
  /** Still to be answered. */
  readonly pending: boolean
  readonly changeSeq: ChangeSeq
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
}
