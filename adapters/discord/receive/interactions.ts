import { InteractionResponseType, InteractionType, MessageFlags, Routes } from 'discord.js'
import { messageOf } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { clip } from '../../../src/core/domain/text.ts'
import { defaultTranslator } from '../../../src/core/messages/messages.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration, Suggest } from '../../../src/core/ports/commands.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { ChosenMessage, InboundAction, PlaceRef } from '../../../src/core/ports/platform.ts'
import { type DiscordAddress, dateFromSnowflake } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import { describeError, isAlreadyAcknowledged } from '../errors.ts'
import { formatInvocation } from '../invocation.ts'
import type { DiscordInteraction, DiscordMessage } from '../payloads.ts'
import { platformName, toAuthor, toPlaceRef } from './inbound-events.ts'
import { extractMessageText } from './message-text.ts'
import type { DiscordNameLookup } from './names.ts'

export interface InteractionOptions {
  /** The bot's user id. */
  readonly botId: string
  readonly interactionRest: DiscordRest
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly names: DiscordNameLookup
  readonly clock: Clock
  readonly log: Log
}

/**
 * A command. `event` resolves once Discord has been told that an answer is coming. It has an invocation only if it can be answered with
 * one.
 */
export interface ReceivedDiscordInteraction {
  readonly channelId: string
  readonly event: Promise<InboundAction>
}

/** The context of the direct chat with the bot. In all others, other users may see the answer. */
const botDirectMessageContext = 1
const maxChoices = 25
/** The maximum time for loading suggestions, in ms. Discord waits for three seconds. */
const suggestTimeoutMs = 2500

/**
 * Receives a command, and tells Discord at once that an answer is coming, because it waits for only three seconds. Undefined if the
 * interaction is not a command.
 */
export function receiveInteraction(options: InteractionOptions, interaction: DiscordInteraction): ReceivedDiscordInteraction | undefined {
  const user = interaction.member?.user ?? interaction.user
  const action = toCommandLine(options.commands, interaction)
  const { channel_id: channelId, data } = interaction
  if (!user || user.bot || channelId === undefined || action === undefined) return undefined
  const isDirect = interaction.context === botDirectMessageContext
  // A button in a direct chat is answered with a new message: the message with the button stays.
  const isDirectPress = isDirect && interaction.type === InteractionType.MessageComponent
  const event: InboundAction = {
    type: 'action',
    place: locateInteraction(options.names, interaction, { userId: user.id, channelId }),
    id: `interaction:${interaction.id}` as PlatformMessageId,
    order: BigInt(interaction.id),
    author: toAuthor(user, interaction.member, interaction.locale),
    action,
    ...(data?.target_id !== undefined && { about: toChosenMessage(options, data.target_id, data.resolved?.messages) }),
    sentAt: dateFromSnowflake(interaction.id),
  }
  const invocation = formatInvocation({
    interactionId: interaction.id,
    applicationId: interaction.application_id,
    token: interaction.token,
    isPrivate: !isDirect,
  })
  const deferred = isDirectPress
    ? respond(options, interaction, { type: InteractionResponseType.DeferredMessageUpdate }).then(() => false)
    : respond(options, interaction, {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        ...(!isDirect && { data: { flags: MessageFlags.Ephemeral } }),
      })
  return { channelId, event: deferred.then((canBeAnswered) => (canBeAnswered ? { ...event, invocation } : event)) }
}

/** Returns the place where an interaction happened. */
function locateInteraction(
  names: DiscordNameLookup,
  { context, guild_id: guildId }: DiscordInteraction,
  { userId, channelId }: { userId: string; channelId: string },
): PlaceRef {
  const address: DiscordAddress =
    context === botDirectMessageContext
      ? { kind: 'direct', userId }
      : { kind: 'shared', channelId, ...(guildId !== undefined && { guildId }) }
  return toPlaceRef(names, address)
}

/** Converts a message chosen in a menu. Discord sends the whole message, whoever wrote it, regardless of the bot's permissions. */
function toChosenMessage(
  { botId, names }: InteractionOptions,
  id: string,
  messages: Readonly<Record<string, DiscordMessage>> = {},
): ChosenMessage {
  const message = messages[id]
  const content = message && extractMessageText(botId, names, message)
  return { id: id as PlatformMessageId, sentAt: dateFromSnowflake(id), ...(content && { text: content.text }) }
}

/** Returns the command line of an interaction. */
function toCommandLine(commands: readonly CommandDeclaration[], { type, data }: DiscordInteraction): string | undefined {
  if (type === InteractionType.MessageComponent) return data?.custom_id
  if (type !== InteractionType.ApplicationCommand || data?.name === undefined) return undefined
  if (data.target_id !== undefined)
    return commands.find(({ messageAction }) => messageAction && defaultTranslator(messageAction.label) === data.name)?.messageAction
      ?.action
  const values = new Map(data.options?.map(({ name, value }) => [name, String(value ?? '').trim()]))
  const argumentNames = commands.find(({ name }) => name === data.name)?.arguments.map(({ name }) => name) ?? [...values.keys()]
  return [`/${data.name}`, ...argumentNames.flatMap((name) => values.get(name) || [])].join(' ')
}

/** Suggests completions of the argument being typed. Suggests none after a failure or timeout. */
export async function respondToAutocomplete(deps: InteractionOptions, interaction: DiscordInteraction): Promise<void> {
  const user = interaction.member?.user ?? interaction.user
  const { name: command, options } = interaction.data ?? {}
  const focused = options?.find((option) => option.focused)
  const { channel_id: channelId } = interaction
  if (!user || command === undefined || !focused) return
  const typing = {
    platform: platformName,
    tenant: '',
    platformUserId: user.id,
    command,
    argument: focused.name,
    text: String(focused.value ?? ''),
    ...(channelId !== undefined && { place: locateInteraction(deps.names, interaction, { userId: user.id, channelId }) }),
  }
  const finished = new AbortController()
  const suggesting = deps.suggest(typing).catch((error) => {
    deps.log.warn({ command, reason: messageOf(error) }, 'Suggestions for an argument could not be loaded')
    return []
  })
  const suggestions = await Promise.race([suggesting, deps.clock.sleep(suggestTimeoutMs, finished.signal).then(() => [])])
  finished.abort()
  const choices = suggestions.slice(0, maxChoices).map(({ label, value }) => ({ name: clip(label, 100), value }))
  await respond(deps, interaction, { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } })
}

/** Sends the first response to an interaction. Returns false if Discord rejected it because the three seconds were over. */
async function respond({ interactionRest, log }: InteractionOptions, { id, token }: DiscordInteraction, body: object): Promise<boolean> {
  try {
    await interactionRest.call((client) => client.post(Routes.interactionCallback(id, token), { body, auth: false }))
    return true
  } catch (error) {
    if (isAlreadyAcknowledged(error)) return true
    log.warn({ reason: describeError(error) }, 'Discord rejected the first response to a command')
    return false
  }
}
