import type { AttachmentSource, Invocation, PlaceAddress, PlatformMessageId } from '../domain/ids.ts'
import type { PlaceKind } from '../domain/messages.ts'
import type { CommandDeclaration } from './commands.ts'

/** The name an adapter gives itself. Features compare names but never check for a particular one. */
export type PlatformName = string

export interface PlaceRef {
  readonly platform: PlatformName
  /** The workspace on platforms that have them, otherwise empty. */
  readonly tenant: string
  readonly address: PlaceAddress
  readonly kind: PlaceKind
  readonly title?: string
}

export interface Author {
  readonly id: string
  readonly name: string
  /** Another bot. This bot's own messages are not events. */
  readonly isBot: boolean
  /** A full member, not a guest, of the place's workspace. Only on platforms that report it. */
  readonly isMember?: boolean
  /** IANA name, if the platform knows it. */
  readonly timezone?: string
  /** BCP 47 tag, if the platform knows it. */
  readonly locale?: string
}

/** A message from a user. (platform, tenant, place, id) is the deduplication key. */
export interface InboundMessage {
  readonly type: 'message'
  readonly place: PlaceRef
  readonly id: PlatformMessageId
  /** Orders messages of one place with equal times. Derived from the platform's message id. */
  readonly order: bigint
  readonly author: Author
  /** Markdown. */
  readonly text: string
  /** Directed at the bot: in a direct place, with a mention, as a command, or as a reply to it. */
  readonly addressed: boolean
  readonly replyTo?: PlatformMessageId
  readonly attachments?: readonly InboundAttachment[]
  /** If a command typed here can be answered so that only its author sees it. */
  readonly invocation?: Invocation
  readonly sentAt: Date
}

/** A file that came with a message. */
export interface InboundAttachment {
  /** How the adapter fetches it. */
  readonly source: AttachmentSource
  readonly name: string
  /** Such as image/png. application/octet-stream if unknown. */
  readonly mediaType: string
  /** Absent if unknown. */
  readonly bytes?: number
}

/** A message as it reads after an edit. Complete, because an edit can arrive before the message. */
export interface InboundEdit extends Omit<InboundMessage, 'type'> {
  readonly type: 'edit'
  readonly editedAt: Date
}

export interface InboundDeletion {
  readonly type: 'deletion'
  readonly place: PlaceRef
  readonly id: PlatformMessageId
}

/** A command given without a message: a button, a slash command, an entry in the menu of a message. */
export interface InboundAction {
  readonly type: 'action'
  readonly place: PlaceRef
  /** The platform's id of the interaction. */
  readonly id: PlatformMessageId
  readonly order: bigint
  readonly author: Author
  /** A command line, such as "/digest off". */
  readonly action: string
  /** The message whose menu it was chosen from. */
  readonly about?: ChosenMessage
  readonly invocation?: Invocation
  readonly sentAt: Date
}

/**
 * Fills an action's placeholders for the chosen message: `{day}` with its day, `{number}` with its number as in #123, or "of others" if
 * it is not in the user's own conversation, `{message}` with its number, or else its text.
 */
export interface ChosenMessage {
  readonly id: PlatformMessageId
  readonly sentAt: Date
  /** Markdown, complete. Absent if the message has no text, or the platform does not provide all of it. */
  readonly text?: string
}

/** An emoji was added to a message or removed. */
export interface InboundReaction {
  readonly type: 'reaction'
  readonly place: PlaceRef
  /** The message. */
  readonly id: PlatformMessageId
  readonly author: Author
  /** Unicode, or the platform's name of a custom emoji. */
  readonly emoji: string
  readonly present: boolean
  readonly at: Date
}

/** A place has a new address, such as a group that became another kind of group. It is the same place. */
export interface InboundMove {
  readonly type: 'move'
  readonly place: PlaceRef
  readonly to: PlaceAddress
}

export type InboundEvent = InboundMessage | InboundEdit | InboundDeletion | InboundAction | InboundReaction | InboundMove

/** Resolves once the event is stored and its work is enqueued. Only then may the adapter acknowledge it. */
export type Inbox = (event: InboundEvent) => Promise<void>

/** The receiving side: one connection per token. */
export interface PlatformReceiver {
  /**
   * Resolves once events can arrive, or while the platform is unavailable, which is then retried. Rejects with SetupError if the platform
   * rejects the configuration.
   */
  start(inbox: Inbox): Promise<void>
  /** After it resolves, no event reaches the inbox. Unacknowledged events are left for the platform to send again. */
  stop(): Promise<void>
}

export interface Button {
  readonly label: string
  /** A command line, at most 64 bytes in UTF-8. */
  readonly action: string
}

export interface ReplyPart {
  /** Markdown, at most `maxLength` UTF-16 units. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /** The message this answers, if it is to be shown as a reply. */
  readonly replyTo?: PlatformMessageId
  /** Collapsed, if the platform can. */
  readonly collapsed?: boolean
  /** Still being written: edits follow, the last of them without this flag. */
  readonly unfinished?: boolean
  /** Not the first part of its message. */
  readonly continues?: boolean
}

/** Identifies one part of one delivery. The same key means the same part, so a repeat is harmless if the platform recognizes it. */
export type DeliveryKey = string & { readonly brand: 'DeliveryKey' }

/** The sending side: plain requests, from any process. Throws PlatformError, never a vendor error. */
export interface PlatformSender {
  /** UTF-16 units of Markdown. */
  readonly maxLength: number
  /** Sends one part and returns the platform's id of it. Never retries. */
  send(to: PlaceAddress, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /**
   * For this many ms, repeating a send with the same key adds no second message, whatever became of the first. It may leave the first as
   * it is, so an edit follows.
   */
  readonly repeatSafeMs?: number
  /** Replaces a sent part. Succeeds if nothing changed. If absent, the core waits and sends once. */
  edit?(to: PlaceAddress, id: PlatformMessageId, part: ReplyPart): Promise<void>
  /** Shows a reply in the making without sending it. May fail without harm. */
  preview?(to: PlaceAddress, text: string, key: DeliveryKey): Promise<void>
  /** Whether `preview` works in this place. If not, the core sends and edits. True if absent. */
  canPreview?(to: PlaceAddress): boolean
  /** Ms between two previews or edits while a reply is written. 1,000 if absent. */
  streamEveryMs?(to: PlaceAddress): number
  /** Shows a typing indicator for a few seconds. May fail without harm. */
  showTyping?(to: PlaceAddress): Promise<void>
  /**
   * Answers a command in the platform's own way, visible only to its author in shared places. A PlatformError of the kind `unreachable` or
   * `rejected` means that this is not possible (any more). The core then writes to the author directly.
   */
  answer?(invocation: Invocation, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /** Withdraws the sign that an answer to a command is coming. May fail without harm. */
  dismiss?(invocation: Invocation): Promise<void>
  /** Downloads an attachment. Throws PlatformError: `rejected` if it is gone or longer than `maxBytes`. */
  fetchAttachment?(source: AttachmentSource, options: FetchOptions): Promise<Uint8Array>
  /** Returns a link to a message, if the platform has them. */
  permalink?(to: PlaceAddress, id: PlatformMessageId): string | undefined
  /** The adapter creates its accounts for users who have others: none of them stands alone. */
  readonly accountsAreOurs?: true
  /** Returns a link that opens a direct place with the bot and sends `/start` with this value (letters, digits, - and _, at most 64). */
  startLink?(code: string): Promise<string | undefined>
  /** Sends a file of at most `maxFileBytes`. The key works as in `send`. */
  sendFile?(to: PlaceAddress, file: OutgoingFile, key: DeliveryKey): Promise<PlatformMessageId>
  /** 0 if absent. */
  readonly maxFileBytes?: number
  /** Returns the address of a user's direct place before they have written there. */
  directAddress?(platformUserId: string): PlaceAddress
}

export interface OutgoingFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
}

export interface FetchOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface PlatformAdapter {
  readonly name: PlatformName
  readonly receiver: PlatformReceiver
  readonly sender: PlatformSender
}

/** What every adapter gets besides its own configuration. */
export interface AdapterCommands {
  readonly commands: readonly CommandDeclaration[]
}
