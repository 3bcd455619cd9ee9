/** How an adapter may offer an argument: `day` completes from the days that exist, `search` from what was said. */
export type ArgumentKind = 'day' | 'search' | 'text' | 'choice'

export interface ArgumentDeclaration {
  readonly name: string
  readonly kind: ArgumentKind
  readonly required: boolean
  /** One line for people. */
  readonly help: string
  readonly choices?: readonly string[]
}

/** What an adapter needs to offer a command in its own way. */
export interface CommandDeclaration {
  /** Lower-case letters, without the slash. */
  readonly name: string
  /** One line for people, at most 100 characters. */
  readonly help: string
  readonly arguments: readonly ArgumentDeclaration[]
  /** Not in menus or in /help: what buttons use. */
  readonly hidden?: boolean
  /** For nobody but owners; others are told so. */
  readonly forOwners?: boolean
  /** How it is offered in the menu of a message: at most 25 characters, and the command line that chooses it (see InboundAction). */
  readonly messageAction?: { readonly label: string; readonly action: string }
}

/** What somebody has typed of an argument so far. */
export interface SuggestInput {
  readonly platform: string
  readonly tenant: string
  readonly platformUserId: string
  /** Names of the command and of its argument. */
  readonly command: string
  readonly argument: string
  readonly text: string
}

export interface Suggestion {
  /** For people, at most 100 characters. */
  readonly label: string
  /** What is put in as the argument, at most 100 characters. */
  readonly value: string
}

/** At most 25, best first; none for a stranger. Only ever what the one who types may see, so show it to nobody else. */
export type Suggest = (typing: SuggestInput) => Promise<readonly Suggestion[]>
