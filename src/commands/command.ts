import type { CommandAnswer, CommandContext, TurnDeps } from '../conversation/deps.ts'
import type { Price } from '../conversation/turn/usage.ts'
import type { CommandDeclaration } from '../core/ports/commands.ts'
import type { PeopleDeps } from '../people/deps.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { SearchParts } from '../search/search.ts'
import type { SummaryDeps } from '../summaries/deps.ts'

/** What the commands work with; each hands it on to the one feature it calls. */
export interface CommandDeps extends TurnDeps, SearchParts, PeopleDeps {
  /** IANA name. The timezone of users who have not set theirs. */
  readonly defaultTimezone: string
  /** With the model that writes summaries, which may be another than the one that chats. */
  readonly summaries: SummaryDeps
  readonly privacy: PrivacyDeps
  /** Of each person; 0: no limit. */
  readonly tokensPerDay: number
  /** No cost is shown where it is absent. */
  readonly price?: Price
  /** The address of the web page as people open it; absent where there is none. */
  readonly webUrl?: URL
}

/** The same as a command is given it. */
export interface CommandRunnerDeps extends CommandDeps {
  /** All commands, for those that speak of others. */
  readonly declarations: readonly CommandDeclaration[]
}

/** By the declared names; an argument that was left out is absent. One of kind `day` is a day label. */
export type CommandArguments = Readonly<Record<string, string>>

export interface Command {
  readonly declaration: CommandDeclaration
  /** Answers for the person alone. Throws InputError. */
  run(deps: CommandRunnerDeps, context: CommandContext, args: CommandArguments): Promise<CommandAnswer | undefined>
}
