import type { Invocation, MessageId, PlaceId, SegmentId, ThreadId } from '../core/domain/ids.ts'
import type { Button } from '../core/ports/platform.ts'
import type { Tx } from '../store/store.ts'

/** Something the bot says of its own accord or in answer to a command: shown, but no part of the conversation. */
export interface OutgoingMessage {
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  readonly placeId: PlaceId
  readonly kind: 'notice' | 'digest'
  /** Markdown of any length. */
  readonly text: string
  readonly buttons?: readonly Button[]
  readonly collapsed?: boolean
  /** What it comes after in the order of the thread, whatever the platform's clock says. */
  readonly after?: { readonly sentAt: Date; readonly platformOrder: bigint }
  /** A message of the same place that it answers. */
  readonly replyTo?: MessageId
  /** Of the command it answers: then the platform is asked first to show it as that answer, and only else in the place. */
  readonly invocation?: Invocation
  /** The text opens something until then, such as a one-time code, and is taken away after. */
  readonly textExpiresAt?: Date
}

/** Stores an outgoing message with its deliveries; after the commit, queue `deliver-message`. Made by conversation, used by those below it. */
export type PostMessage = (tx: Tx, outgoing: OutgoingMessage) => Promise<MessageId>
