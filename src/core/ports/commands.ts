import type { PlaceAddress } from '../domain/ids.ts'
import type { PlaceKind } from '../domain/messages.ts'
import type { MessageKey } from '../messages/messages.ts'

/** How an adapter may complete an argument: `day` from existing days, `search` from messages. */
export type ArgumentKind = 'day' | 'search' | 'text' | 'choice'

export interface ArgumentDeclaration {
  readonly name: string
  readonly kind: ArgumentKind
  readonly required: boolean
  /** One line for users. */
  readonly help: MessageKey
  readonly choices?: readonly string[]
}

/** What an adapter needs to offer a command in its own way. */
export interface CommandDeclaration {
  /** Lower-case letters, without the slash. */
  readonly name: string
  /** One line for users, at most 100 characters in each language. */
  readonly help: MessageKey
  readonly arguments: readonly ArgumentDeclaration[]
  /** Hidden from menus and /help: used by buttons. */
  readonly hidden?: boolean
  /** For owners only. Others get an error. */
  readonly forOwners?: boolean
  /** Its entry in the menu of a message (at most 25 characters), and the command line it runs (see InboundAction). */
  readonly messageAction?: { readonly label: MessageKey; readonly action: string }
}

/** What the user has typed of an argument so far. */
export interface SuggestInput {
  readonly platform: string
  readonly tenant: string
  readonly platformUserId: string
  /** Names of the command and its argument. */
  readonly command: string
  readonly argument: string
  readonly text: string
  /** Where the command is being typed. A direct place if absent. */
  readonly place?: { readonly address: PlaceAddress; readonly kind: PlaceKind }
}

export interface Suggestion {
  /** For users, at most 100 characters. */
  readonly label: string
  /** Inserted as the argument, at most 100 characters. */
  readonly value: string
}

/** Returns at most 25 suggestions, best first, and none for strangers. Only the user who is typing may see them. */
export type Suggest = (typing: SuggestInput) => Promise<readonly Suggestion[]>

/** What every adapter receives in addition to its own configuration. */
export interface AdapterCommands {
  readonly commands: readonly CommandDeclaration[]
}
