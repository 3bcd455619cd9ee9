import type { AttachmentSource, Invocation, PlaceAddress, PlatformMessageId } from '../domain/ids.ts'
import type { PlaceKind } from '../domain/messages.ts'
import type { CommandDeclaration } from './commands.ts'

/** The name an adapter gives itself. The features compare names, and never ask for a particular one. */
export type PlatformName = string

export interface PlaceRef {
  readonly platform: PlatformName
  /** The workspace on platforms that have them; empty elsewhere. */
  readonly tenant: string
  readonly address: PlaceAddress
  readonly kind: PlaceKind
  readonly title?: string
}

export interface Author {
  readonly id: string
  readonly name: string
  /** Another bot than this one, whose own messages are no events. */
  readonly isBot: boolean
  /** Belongs to the workspace that the place is in, and is no guest there; where the platform has workspaces and says so. */
  readonly isMember?: boolean
  /** IANA name, where the platform knows it. */
  readonly timezone?: string
  /** BCP 47 tag, where the platform knows it. */
  readonly locale?: string
}

/** Something a person wrote. (platform, tenant, place, id) is the key that makes a second delivery harmless. */
export interface InboundMessage {
  readonly type: 'message'
  readonly place: PlaceRef
  readonly id: PlatformMessageId
  /** Orders the messages of one place whose times are equal; taken from the platform's message id. */
  readonly order: bigint
  readonly author: Author
  /** Markdown. */
  readonly text: string
  /** Said to the bot: in a direct place, with a mention, as a command, or as a reply to it. */
  readonly addressed: boolean
  readonly replyTo?: PlatformMessageId
  readonly attachments?: readonly InboundAttachment[]
  /** Where a command typed here can be answered for its author alone. */
  readonly invocation?: Invocation
  readonly sentAt: Date
}

/** A file that came with a message. */
export interface InboundAttachment {
  /** What the adapter fetches it by. */
  readonly source: AttachmentSource
  readonly name: string
  /** Such as image/png; application/octet-stream where the platform does not say. */
  readonly mediaType: string
  /** Absent where the platform does not say. */
  readonly bytes?: number
}

/** A message as it reads after an edit; whole, because an edit can arrive before what it edits. */
export interface InboundEdit extends Omit<InboundMessage, 'type'> {
  readonly type: 'edit'
  readonly editedAt: Date
}

export interface InboundDeletion {
  readonly type: 'deletion'
  readonly place: PlaceRef
  readonly id: PlatformMessageId
}

/** A command given by other means than a message: a button, a slash command, an entry in the menu of a message. */
export interface InboundAction {
  readonly type: 'action'
  readonly place: PlaceRef
  /** The platform's id of the press. */
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
 * What stands in an action for the message it was chosen on: `{day}` for its day, `{number}` for its number as in #123, or "of
 * others" where it is no part of the person's own conversation, `{message}` for its number, or then for its text.
 */
export interface ChosenMessage {
  readonly id: PlatformMessageId
  readonly sentAt: Date
  /** Markdown, whole. Absent where it says nothing, or where the platform does not tell all of it. */
  readonly text?: string
}

/** Somebody put an emoji on a message, or took it away. */
export interface InboundReaction {
  readonly type: 'reaction'
  readonly place: PlaceRef
  /** The message it is on. */
  readonly id: PlatformMessageId
  readonly author: Author
  /** As Unicode, or as the platform names its own ones. */
  readonly emoji: string
  readonly present: boolean
  readonly at: Date
}

/** A place that has a new address from now on, such as a group that became another kind of group: it is the same place. */
export interface InboundMove {
  readonly type: 'move'
  readonly place: PlaceRef
  readonly to: PlaceAddress
}

export type InboundEvent = InboundMessage | InboundEdit | InboundDeletion | InboundAction | InboundReaction | InboundMove

/** Resolves once the event is stored and its work queued; only then may the adapter acknowledge it. */
export type Inbox = (event: InboundEvent) => Promise<void>

/** The receiving side: one connection per token. */
export interface PlatformReceiver {
  /**
   * Resolves once events can arrive, or while the platform is away, which is then tried again;
   * rejects with a SetupError when the platform refuses the configuration.
   */
  start(inbox: Inbox): Promise<void>
  /** No event reaches the inbox after it resolves; an event that was not acknowledged is left to be sent again. */
  stop(): Promise<void>
}

export interface Button {
  readonly label: string
  /** A command line, at most 64 bytes in UTF-8. */
  readonly action: string
}

export interface ReplyPart {
  /** Markdown, at most `maxLength` characters (UTF-16 units) long. */
  readonly text: string
  readonly buttons?: readonly Button[]
  /** The message this answers, where it should be shown as a reply. */
  readonly replyTo?: PlatformMessageId
  /** Show it folded where the platform can. */
  readonly collapsed?: boolean
  /** It is still being written: edits follow, the last of them without this. */
  readonly unfinished?: boolean
  /** Not the first part of what it belongs to. */
  readonly continues?: boolean
}

/** Names one part of one delivery. The same key again means the same part: a repeat is harmless where the platform can tell. */
export type DeliveryKey = string & { readonly brand: 'DeliveryKey' }

/** The sending side: plain requests, from any process. Throws PlatformError, never a vendor's error. */
export interface PlatformSender {
  /** In characters of Markdown (UTF-16 units). */
  readonly maxLength: number
  /** Sends one part and returns the platform's id of it. Never retries by itself. */
  send(to: PlaceAddress, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /**
   * For so many ms after a send, another one with its key adds no second message, whatever became of the first; it may leave
   * the first as it is, so an edit follows.
   */
  readonly repeatSafeMs?: number
  /** Replaces what was sent; an edit that changes nothing succeeds. Where absent, the core waits and sends once. */
  edit?(to: PlaceAddress, id: PlatformMessageId, part: ReplyPart): Promise<void>
  /** Shows a reply that is still being written, without it counting as sent. May fail without harm. */
  preview?(to: PlaceAddress, text: string, key: DeliveryKey): Promise<void>
  /** Whether `preview` works in this place; where it does not, the core sends and edits. True where absent. */
  canPreview?(to: PlaceAddress): boolean
  /** Milliseconds to leave between two previews or edits while a reply is being written; 1,000 where absent. */
  streamEveryMs?(to: PlaceAddress): number
  /** Shows that the bot is at work, for a few seconds. May fail without harm. */
  showTyping?(to: PlaceAddress): Promise<void>
  /**
   * Answers a command in its own way, seen by its author alone where others read along. A PlatformError of the kind
   * `unreachable` or `rejected` says that it cannot be answered so (any more); the core then writes to the author directly.
   */
  answer?(invocation: Invocation, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
  /** There is no answer to this command: takes away the sign that one is coming. May fail without harm. */
  dismiss?(invocation: Invocation): Promise<void>
  /** What came with a message. Throws PlatformError: `rejected` when it is gone or longer than `maxBytes`. */
  fetchAttachment?(source: AttachmentSource, options: FetchOptions): Promise<Uint8Array>
  /** A link to a message for people, where the platform has one. */
  permalink?(to: PlaceAddress, id: PlatformMessageId): string | undefined
  /** Its accounts are made here, for people who have others: none of them stands alone. */
  readonly accountsAreOurs?: true
  /** A link that opens a direct place with the bot and has the person send `/start` with this (letters, digits, - and _, at most 64). */
  startLink?(given: string): Promise<string | undefined>
  /** Sends a file, of at most `maxFileBytes`. The key as for `send`. */
  sendFile?(to: PlaceAddress, file: OutgoingFile, key: DeliveryKey): Promise<PlatformMessageId>
  /** 0 where absent. */
  readonly maxFileBytes?: number
  /** Where to write to a person alone, before they have written there. */
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

/** What every adapter is given besides its own configuration. */
export interface AdapterCommands {
  readonly commands: readonly CommandDeclaration[]
}
