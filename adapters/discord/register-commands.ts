import {
  type APIApplicationCommandStringOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js'
import { clip } from '../../src/core/domain/text.ts'
import type { ArgumentDeclaration, CommandDeclaration } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { DiscordRest } from './client.ts'
import { describeError } from './errors.ts'

/**
 * Commands can be installed on a server or by users for themselves. They can be used on servers, in the direct chat with the bot, and in
 * other private chats.
 */
const allContexts = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
}
const maxChoices = 25

/**
 * Returns the commands in Discord's format, including those in the menu of a message.
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object
 */
function toDiscordCommands(commands: readonly CommandDeclaration[]): RESTPutAPIApplicationCommandsJSONBody {
  const visible = commands.filter(({ hidden }) => !hidden)
  const slashCommands = visible.map(({ name, help, arguments: declaredArguments }) => ({
    type: ApplicationCommandType.ChatInput as const,
    name,
    description: clip(help, 100),
    // Discord expects required options before optional ones.
    options: [...declaredArguments].sort((a, b) => Number(b.required) - Number(a.required)).map(toDiscordOption),
    ...allContexts,
  }))
  const messageCommands = visible.flatMap(({ messageAction }) =>
    messageAction ? [{ type: ApplicationCommandType.Message as const, name: messageAction.label, ...allContexts }] : [],
  )
  return [...slashCommands, ...messageCommands]
}

function toDiscordOption({ name, kind, help, required, choices = [] }: ArgumentDeclaration): APIApplicationCommandStringOption {
  const option = { type: ApplicationCommandOptionType.String as const, name, description: clip(help, 100), required }
  if (kind === 'day' || kind === 'search') return { ...option, autocomplete: true }
  if (kind === 'choice') return { ...option, choices: choices.slice(0, maxChoices).map((choice) => ({ name: choice, value: choice })) }
  return option
}

interface RegistrationOptions {
  readonly rest: DiscordRest
  readonly commands: readonly CommandDeclaration[]
  /** The only server on which the commands are registered. Registered everywhere if absent. */
  readonly testGuild?: string
  readonly log: Log
}

/** Replaces the registered commands. They are a convenience: a failure is only logged, and the bot works without them. */
export async function registerCommands({ rest, commands, testGuild, log }: RegistrationOptions, applicationId: string): Promise<void> {
  const route =
    testGuild === undefined ? Routes.applicationCommands(applicationId) : Routes.applicationGuildCommands(applicationId, testGuild)
  try {
    await rest.call((client) => client.put(route, { body: toDiscordCommands(commands) }))
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'Discord commands could not be registered; messages still work')
  }
}
