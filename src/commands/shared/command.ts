import type { ChannelDeps } from '../../channels/deps.ts'
import type { SharedPlaceDeps } from '../../channels/manage/managers.ts'
import type { CommandAnswer, CommandContext } from '../../conversation/deps.ts'
import type { Price } from '../../conversation/usage.ts'
import type { CommandDeclaration } from '../../core/ports/commands.ts'
import type { VoiceSettings } from '../../people/calls/voice-settings.ts'
import type { PeopleDeps } from '../../people/deps.ts'
import type { PrivacyDeps } from '../../privacy/deps.ts'
import type { SearchDeps } from '../../search/deps.ts'
import type { SummaryDeps } from '../../summaries/deps.ts'
import type { ThreadDeps, TimezoneDeps } from '../../threads/deps.ts'

/** The dependencies of commands. Each command passes them on to the one feature it calls. */
export interface CommandDeps extends ThreadDeps, TimezoneDeps, SearchDeps, PeopleDeps, SharedPlaceDeps {
  /** All commands, for the commands that mention others. */
  readonly declarations: readonly CommandDeclaration[]
  /** Uses the summary model, which may differ from the chat model. */
  readonly summaries: SummaryDeps
  readonly privacy: PrivacyDeps
  /** Its model may differ from the chat model, too. */
  readonly channels: ChannelDeps
  /** The limit per user. 0 means no limit. */
  readonly tokensPerDay: number
  /** If absent, no cost is shown. */
  readonly price?: Price
  /** The public address of the web page, if there is one. */
  readonly webUrl?: URL
  /** If absent, calls are not set up. */
  readonly voice?: VoiceSettings
}

/** The arguments, by declared name. Omitted arguments are absent. Arguments of kind `day` are day labels. */
export type CommandArguments = Readonly<Record<string, string>>

export interface Command {
  readonly declaration: CommandDeclaration
  /** Runs the command. Only the caller sees the answer. Throws InputError. */
  run(deps: CommandDeps, context: CommandContext, args: CommandArguments): Promise<CommandAnswer | undefined>
}
