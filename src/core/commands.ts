/** How an adapter may offer an argument: `day` completes from the days that exist. */
export type ArgumentKind = 'day' | 'text' | 'choice'

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
}
