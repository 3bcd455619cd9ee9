import type { CommandAnswer, CommandContext, TurnDeps } from '../../conversation/deps.ts'
import type { Price } from '../../conversation/limits.ts'
import type { CommandDeclaration } from '../../core/ports/commands.ts'
import type { PeopleDeps } from '../../people/deps.ts'
import type { PrivacyDeps } from '../../privacy/deps.ts'
import type { SearchDeps } from '../../search/deps.ts'
import type { SummaryDeps } from '../../summaries/deps.ts'

/** What commands need. Each command passes it on to the one feature it calls. */
export interface CommandDeps extends TurnDeps, SearchDeps, PeopleDeps {
  /** IANA name. The timezone of users who have not set theirs. */
  readonly defaultTimezone: string
  /** With the summary model, which may differ from the chat model. */
  readonly summaries: SummaryDeps
  readonly privacy: PrivacyDeps
  /** Per user. 0: no limit. */
  readonly tokensPerDay: number
  /** No cost is shown if absent. */
  readonly price?: Price
  /** The public address of the web page, if there is one. */
  readonly webUrl?: URL
}

/** What a running command gets. */
export interface CommandRunnerDeps extends CommandDeps {
  /** All commands, for those that mention others. */
  readonly declarations: readonly CommandDeclaration[]
}

/** By declared name. Omitted arguments are absent. Arguments of kind `day` are day labels. */
export type CommandArguments = Readonly<Record<string, string>>

export interface Command {
  readonly declaration: CommandDeclaration
  /** Answers only the caller. Throws InputError. */
  run(deps: CommandRunnerDeps, context: CommandContext, args: CommandArguments): Promise<CommandAnswer | undefined>
}
