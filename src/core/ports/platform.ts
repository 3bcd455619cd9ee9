import type { AttachmentSource, Invocation, MessageId, PlaceAddress, PlatformMessageId } from '../domain/ids.ts'
import type { PlaceKind, ReferenceKind } from '../domain/messages.ts'

/** The name that an adapter gives itself. Features compare names but never check for a particular one. */
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
  /** The platform's unique name, such as ann_92, without an @. Present only on platforms that have one. */
  readonly handle?: string
  /** Another bot. This bot's own messages are not events. */
  readonly isBot: boolean
  /** Whether the author is a full member, not a guest, of the workspace of the place. Present only on platforms that report it. */
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
  /** Orders messages of one place that have equal times. Derived from the platform's message id. */
  readonly order: bigint
  readonly author: Author
  /** Markdown. */
  readonly text: string
  /** Whether the message is directed at the bot: in a direct place, with a mention, as a command, or as a reply to the bot. */
  readonly addressed: boolean
  readonly replyTo?: PlatformMessageId
  /** The message replied to in the author's own conversation, on a platform that shows all of it. Takes the place of `replyTo`. */
  readonly replyToMessage?: MessageId
  /** What the message refers to, as far as the platform sends it along. See also `PlatformSender.loadThread`. */
  readonly refersTo?: readonly ReferencedMessage[]
  readonly attachments?: readonly InboundAttachment[]
  /** Set if a command typed here can be answered so that only its author sees the answer. */
  readonly invocation?: Invocation
  readonly sentAt: Date
}

/** A message, or part of one, that another message refers to. */
export interface ReferencedMessage {
  /** A `quote` is the part of a message that a reply picks out. `thread` is an earlier message of the platform's thread. */
  readonly kind: ReferenceKind
  /** Set if it is known in which place the referenced message is. */
  readonly id?: PlatformMessageId
  /** The address of that place if it is another one, such as the channel of a thread. Both are shared. Ignored in a direct place. */
  readonly placeAddress?: PlaceAddress
  /** The id is absent if the author is unknown or is not a user, such as a channel. The name is empty if unknown. */
  readonly author: Pick<Author, 'name'> & { readonly id?: string }
  /** Markdown. Empty for a forward whose text is the text of the message itself. */
  readonly text: string
  readonly sentAt?: Date
}

/** A file that came with a message. */
export interface InboundAttachment {
  /** Tells the adapter how to fetch it. */
  readonly source: AttachmentSource
  readonly name: string
  /** For example image/png. application/octet-stream if unknown. */
  readonly mediaType: string
  /** Absent if unknown. */
  readonly bytes?: number
  /** Set if the file came with the message itself. Then it is stored with the message, and never fetched. */
  readonly content?: Uint8Array
}

/** A message as it reads after an edit. Complete, because an edit can arrive before the message itself. */
export interface InboundEdit extends Omit<InboundMessage, 'type'> {
  readonly type: 'edit'
  readonly editedAt: Date
}

export interface InboundDeletion {
  readonly type: 'deletion'
  readonly place: PlaceRef
  readonly id: PlatformMessageId
}

/** A command given without a message: by a button, a slash command, or an entry in a message's menu. */
export interface InboundAction {
  readonly type: 'action'
  readonly place: PlaceRef
  /** The platform's id of the interaction. */
  readonly id: PlatformMessageId
  readonly order: bigint
  readonly author: Author
  /** A command line, such as "/digest off". */
  readonly action: string
  /** The message from whose menu it was chosen. */
  readonly about?: ChosenMessage
  readonly invocation?: Invocation
  readonly sentAt: Date
}

/**
 * Fills the placeholders of an action for the chosen message: `{day}` with its day, `{number}` with its number as in #123, or "of others"
 * if it is not in the user's own conversation, and `{message}` with its number, or else its text.
 */
export interface ChosenMessage {
  readonly id: PlatformMessageId
  readonly sentAt: Date
  /** Markdown, complete. Absent if the message has no text, or the platform does not provide all of it. */
  readonly text?: string
}

/** A user added an emoji to a message, or removed one. */
export interface InboundReaction {
  readonly type: 'reaction'
  readonly place: PlaceRef
  /** The id of the message. */
  readonly id: PlatformMessageId
  readonly author: Author
  /** Unicode, or the platform's name of a custom emoji. */
  readonly emoji: string
  readonly present: boolean
  readonly at: Date
}

/** A place has a new address, for example because a group became another kind of group. It is still the same place. */
export interface InboundMove {
  readonly type: 'move'
  readonly place: PlaceRef
  readonly to: PlaceAddress
}

/** The bot was removed from a shared place, or the place was deleted. */
export interface InboundDeparture {
  readonly type: 'departure'
  readonly place: PlaceRef
  /** Whether the place itself is gone for everyone. */
  readonly isDeleted: boolean
}

/** A finished call. Its id is the deduplication key. Nothing is answered. */
export interface InboundCall {
  readonly type: 'call'
  readonly platform: PlatformName
  readonly id: PlatformMessageId
  readonly startedAt: Date
  /** How long it was. Absent if unknown. */
  readonly seconds?: number
  /** The token that the call was started with. Proves who called, if it is good. */
  readonly token?: string
  /** The caller's number in E.164. Proves nothing, because it can be forged. */
  readonly number?: string
  readonly turns: readonly CallTurn[]
}

/** What was said without a pause in a call. */
export interface CallTurn {
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** The seconds from the beginning of the call. */
  readonly offset: number
}

export type InboundEvent =
  | InboundMessage
  | InboundEdit
  | InboundDeletion
  | InboundAction
  | InboundReaction
  | InboundMove
  | InboundDeparture
  | InboundCall

/** Resolves once the event is stored and its work is enqueued. The adapter may acknowledge it only after that. */
export type Inbox = (event: InboundEvent) => Promise<void>

/** The receiving side: one connection per token. */
export interface PlatformReceiver {
  /**
   * Resolves once events can arrive. Also resolves if the platform is unavailable, and then keeps trying to connect. Rejects with
   * SetupError if the platform rejects the configuration.
   */
  start(inbox: Inbox): Promise<void>
  /** Once it has resolved, no event reaches the inbox. The platform sends unacknowledged events again. */
  stop(): Promise<void>
  /** Whether events can arrive at the moment. If absent, they can whenever the receiver is started. */
  isConnected?(): boolean
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
  /** The message that this answers, if it is to be shown as a reply. */
  readonly replyTo?: PlatformMessageId
  /** Shown collapsed, if the platform supports that. */
  readonly collapsed?: boolean
  /** Sent without a sound, if the platform supports that. */
  readonly silent?: boolean
  /** Whether it is still being written. Edits follow, and the last edit does not have this flag. */
  readonly unfinished?: boolean
  /** Whether it is a further part of its message, not the first. */
  readonly continues?: boolean
}

/**
 * Identifies one part of one delivery. The same key always means the same part, so repeating it is harmless if the platform recognizes it.
 */
export type DeliveryKey = string & { readonly brand: 'DeliveryKey' }

/** The sending side: plain requests, possible from any process. Throws PlatformError, never a vendor error. */
export interface PlatformSender {
  /** What people call the platform, such as "the web page". Its name with a capital letter if absent. */
  readonly title?: string
  /** In UTF-16 units of Markdown. */
  readonly maxLength: number
  /** Sends one part and returns the platform's id for it. Never retries. */
  send(to: PlaceAddress, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /**
   * For this many ms, repeating a send with the same key adds no second message, whatever happened to the first. The first may stay
   * unchanged, so an edit follows.
   */
  readonly repeatSafeMs?: number
  /** Replaces a sent part. Succeeds if nothing changed. If absent, the core waits for the whole reply and sends it once. */
  edit?(to: PlaceAddress, id: PlatformMessageId, part: ReplyPart): Promise<void>
  /**
   * Removes a sent message. Succeeds if it is gone already. Throws PlatformError, of kind `rejected` if that is not possible. If absent, the
   * core empties the message instead.
   */
  remove?(to: PlaceAddress, id: PlatformMessageId): Promise<void>
  /** Shows an unfinished reply without sending it. May fail without harm. */
  preview?(to: PlaceAddress, text: string, key: DeliveryKey): Promise<void>
  /** Whether `preview` works in this place. If it does not, the core sends and edits instead. True if absent. */
  canPreview?(to: PlaceAddress): boolean
  /** The interval in ms between two previews or edits while a reply is being written. 1,000 if absent. */
  streamEveryMs?(to: PlaceAddress): number
  /** Shows a typing indicator for a few seconds. May fail without harm. */
  showTyping?(to: PlaceAddress): Promise<void>
  /**
   * Shows for a few seconds what the bot is doing, in one line that is no message. An empty line removes it. May fail without harm. If
   * absent, the line is shown in place of the reply until there is one.
   */
  showProgress?(to: PlaceAddress, line: string): Promise<void>
  /**
   * Answers a command in the platform's own way, which in shared places only its author sees. A PlatformError of kind `unreachable` or
   * `rejected` means that this is not or no longer possible. The core then writes to the author directly.
   */
  answer?(invocation: Invocation, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /** Removes the indicator that a command is being answered. May fail without harm. */
  dismiss?(invocation: Invocation): Promise<void>
  /** Downloads an attachment. Throws PlatformError, of kind `rejected` if the file is gone or exceeds `maxBytes`. */
  fetchAttachment?(source: AttachmentSource, options: FetchOptions): Promise<Uint8Array>
  /**
   * Returns at most `limit` messages of a platform thread that precede a message, oldest first. Undefined if the
   * place is not a thread. For platforms that do not send earlier messages along. Throws PlatformError.
   */
  loadThread?(from: PlaceAddress, before: PlatformMessageId, limit: number): Promise<readonly ReferencedMessage[] | undefined>
  /** Returns a link to a message, if the platform has them. */
  permalink?(to: PlaceAddress, id: PlatformMessageId): string | undefined
  /** Only calls come from there, which nothing can be sent to and no command can be given in. */
  readonly receivesOnlyCalls?: true
  /** The adapter creates accounts only for users who already have another account, so none of its accounts stands alone. */
  readonly accountsAreOurs?: true
  /** The platform reports the timezones of its users, or runs where they are. They are not asked for it. */
  readonly isTimezoneKnown?: true
  /** Returns a link that opens a direct place with the bot and sends `/start` with this value (at most 64 letters, digits, - and _). */
  startLink?(code: string): Promise<string | undefined>
  /** Sends a file of at most `maxFileBytes`. The key works as in `send`. */
  sendFile?(to: PlaceAddress, file: OutgoingFile, key: DeliveryKey): Promise<PlatformMessageId>
  /** 0 if absent. */
  readonly maxFileBytes?: number
  /** Returns the address of a user's direct place, even if they have not written there yet. */
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
