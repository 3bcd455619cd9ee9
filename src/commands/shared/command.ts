import type { CommandAnswer, CommandContext } from '../../conversation/deps.ts'
import type { Price } from '../../conversation/limits.ts'
import type { CommandDeclaration } from '../../core/ports/commands.ts'
import type { PeopleDeps } from '../../people/deps.ts'
import type { PrivacyDeps } from '../../privacy/deps.ts'
import type { SearchDeps } from '../../search/deps.ts'
import type { SummaryDeps } from '../../summaries/deps.ts'
import type { ThreadDeps } from '../../threads/deps.ts'

/** The dependencies of commands. Each command passes them on to the one feature it calls. */
export interface CommandDeps extends ThreadDeps, SearchDeps, PeopleDeps {
  /** All commands, for those that mention others. */
  readonly declarations: readonly CommandDeclaration[]
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

/** By declared name. Omitted arguments are absent. Arguments of kind `day` are day labels. */
export type CommandArguments = Readonly<Record<string, string>>

export interface Command {
  readonly declaration: CommandDeclaration
  /** Answers only the caller. Throws InputError. */
  run(deps: CommandDeps, context: CommandContext, args: CommandArguments): Promise<CommandAnswer | undefined>
}
