import type { CommandDeclaration } from './commands.ts'
import type { PlaceAddress, PlatformMessageId } from './ids.ts'
import type { PlaceKind } from './messages.ts'

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
  readonly isBot: boolean
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
  readonly sentAt: Date
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

/** A button pressed. Its action is a command line, such as "/digest off". */
export interface InboundAction {
  readonly type: 'action'
  readonly place: PlaceRef
  /** The platform's id of the press. */
  readonly id: PlatformMessageId
  readonly order: bigint
  readonly author: Author
  readonly action: string
  readonly sentAt: Date
}

/** A place that has a new address from now on, such as a group that became another kind of group: it is the same place. */
export interface InboundMove {
  readonly type: 'move'
  readonly place: PlaceRef
  readonly to: PlaceAddress
}

export type InboundEvent = InboundMessage | InboundEdit | InboundDeletion | InboundAction | InboundMove

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
}

/** Names one part of one delivery. The same key again means the same part: a repeat is harmless where the platform can tell. */
export type DeliveryKey = string & { readonly brand: 'DeliveryKey' }

/** The sending side: plain requests, from any process. Throws PlatformError, never a vendor's error. */
export interface PlatformSender {
  /** In characters of Markdown (UTF-16 units). */
  readonly maxLength: number
  /** Sends one part and returns the platform's id of it. Never retries by itself. */
  send(to: PlaceAddress, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId>
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
  /** A link to a message for people, where the platform has one. */
  permalink?(to: PlaceAddress, id: PlatformMessageId): string | undefined
  /** Where to write to a person alone, before they have written there. */
  directAddress?(platformUserId: string): PlaceAddress
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
