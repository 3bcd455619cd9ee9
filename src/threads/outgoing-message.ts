import type { Invocation, MessageId, PlaceId, SegmentId, ThreadId } from '../core/domain/ids.ts'
import type { Button } from '../core/ports/platform.ts'
import type { Tx } from '../store/store.ts'

/** A notice or an answer to a command: shown, but not part of the conversation. */
export interface OutgoingMessage {
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  readonly placeId: PlaceId
  readonly kind: 'notice' | 'digest'
  /** Markdown of any length. */
  readonly text: string
  readonly buttons?: readonly Button[]
  readonly collapsed?: boolean
  /** Sent without a sound where the platform can do that. */
  readonly silent?: boolean
  /** An earlier message that may not have arrived, and that this one repeats. The user is not warned of it. */
  readonly repeats?: MessageId
  /** The message that this one follows in the thread, whatever the platform's clock says. */
  readonly after?: { readonly sentAt: Date; readonly platformOrder: bigint }
  /** When the message that this one precedes was written. Messages are sent in this order. */
  readonly before?: Date
  /** The message that this one replies to, in the same place. */
  readonly replyTo?: MessageId
  /**
   * The invocation of the command that this message answers. The message is shown as the command's answer if the platform can do that, and
   * is otherwise sent to the place.
   */
  readonly invocation?: Invocation
  /** The text contains a secret, such as a one-time code, and is replaced at this time. */
  readonly textExpiresAt?: Date
}

/**
 * Stores an outgoing message with its deliveries. Enqueue `deliver-message` after the commit. Implemented in conversation, for the
 * features that conversation depends on.
 */
export type PostMessage = (tx: Tx, outgoing: OutgoingMessage) => Promise<MessageId>
