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
  /** The message it follows in the thread, whatever the platform's clock says. */
  readonly after?: { readonly sentAt: Date; readonly platformOrder: bigint }
  /** A message in the same place that it replies to. */
  readonly replyTo?: MessageId
  /** Of the command it answers: shown as its answer if the platform can, otherwise sent to the place. */
  readonly invocation?: Invocation
  /** The text is secret until then, such as a one-time code, and is replaced afterwards. */
  readonly textExpiresAt?: Date
}

/**
 * Stores an outgoing message with its deliveries. Enqueue `deliver-message` after the commit. Implemented by conversation for the features
 * below it.
 */
export type PostMessage = (tx: Tx, outgoing: OutgoingMessage) => Promise<MessageId>
