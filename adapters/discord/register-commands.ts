import {
  type APIApplicationCommandStringOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  type LocalizationMap,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js'
import { clip } from '../../src/core/domain/text.ts'
import type { MessageKey } from '../../src/core/messages/messages.ts'
import { type CatalogueLanguage, defaultTranslator, otherTranslators } from '../../src/core/messages/messages.ts'
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
const maxDescription = 100
const maxName = 32

/** Discord's codes of our languages: https://discord.com/developers/docs/reference#locales */
const discordLocales: Readonly<Record<Exclude<CatalogueLanguage, 'en'>, readonly Locale[]>> = {
  de: [Locale.German],
  fr: [Locale.French],
  es: [Locale.SpanishES, Locale.SpanishLATAM],
  it: [Locale.Italian],
  pt: [Locale.PortugueseBR],
  ru: [Locale.Russian],
  ja: [Locale.Japanese],
  zh: [Locale.ChineseCN],
}

/** Returns a message in Discord's locales. Apps in other languages show the English one. */
function localize(key: MessageKey, maxLength: number): LocalizationMap {
  return Object.fromEntries(
    otherTranslators.flatMap((translate) =>
      translate.language === 'en'
        ? []
        : discordLocales[translate.language].map((locale) => [locale, clip(translate(key), maxLength)] as const),
    ),
  )
}

const describe = (key: MessageKey) => ({
  description: clip(defaultTranslator(key), maxDescription),
  description_localizations: localize(key, maxDescription),
})

/**
 * Returns the commands in Discord's format, including those in the menu of a message.
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object
 */
function toDiscordCommands(commands: readonly CommandDeclaration[]): RESTPutAPIApplicationCommandsJSONBody {
  const visible = commands.filter(({ hidden }) => !hidden)
  const slashCommands = visible.map(({ name, help, arguments: declaredArguments }) => ({
    type: ApplicationCommandType.ChatInput as const,
    name,
    ...describe(help),
    // Discord expects required options before optional ones.
    options: [...declaredArguments].sort((a, b) => Number(b.required) - Number(a.required)).map(toDiscordOption),
    ...allContexts,
  }))
  const messageCommands = visible.flatMap(({ messageAction }) =>
    messageAction
      ? [
          {
            type: ApplicationCommandType.Message as const,
            name: defaultTranslator(messageAction.label),
            name_localizations: localize(messageAction.label, maxName),
            ...allContexts,
          },
        ]
      : [],
  )
  return [...slashCommands, ...messageCommands]
}

function toDiscordOption({ name, kind, help, required, choices = [] }: ArgumentDeclaration): APIApplicationCommandStringOption {
  const option = { type: ApplicationCommandOptionType.String as const, name, ...describe(help), required }
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
