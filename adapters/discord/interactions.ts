import { InteractionResponseType, InteractionType, MessageFlags, Routes } from 'discord.js'
import type { Clock } from '../../src/core/clock.ts'
import type { CommandDeclaration, Suggest } from '../../src/core/commands.ts'
import { messageOf } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Log } from '../../src/core/log.ts'
import type { ChosenMessage, InboundAction } from '../../src/core/platform.ts'
import { clip } from '../../src/core/text.ts'
import { type DiscordAddress, timeOfSnowflake } from './address.ts'
import { describeError, isAcknowledgedAlready } from './errors.ts'
import { authorOf, placeOf, platformName } from './inbound.ts'
import { invocationOf } from './invocation.ts'
import type { DiscordInteraction, DiscordMessage } from './payloads.ts'
import type { DiscordRest } from './rest.ts'
import { type Names, saidText } from './said.ts'

export interface InteractionParts {
  /** The user id of the bot. */
  readonly botId: string
  readonly answering: DiscordRest
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly names: Names
  readonly clock: Clock
  readonly log: Log
}

/** A command that somebody gave, and whether Discord has been told in time that an answer comes. */
export interface GivenCommand {
  readonly channelId: string
  readonly event: Promise<InboundAction>
}

/** In a direct chat with the bot; in all others somebody else may read along. */
const botDirectContext = 1
const maxChoices = 25
/** Milliseconds left to the suggestions of the three seconds that Discord gives. */
const suggestWithinMs = 2500

/**
 * Says to Discord at once that an answer comes, before anything else: it waits for three seconds.
 * Undefined for what is no command.
 */
export function takeInteraction(parts: InteractionParts, interaction: DiscordInteraction): GivenCommand | undefined {
  const user = interaction.member?.user ?? interaction.user
  const action = actionOf(parts.commands, interaction)
  const { channel_id: channelId, guild_id: guildId, data } = interaction
  if (!user || user.bot || channelId === undefined || action === undefined) return undefined
  const direct = interaction.context === botDirectContext
  const address: DiscordAddress = direct
    ? { kind: 'direct', userId: user.id }
    : { kind: 'shared', channelId, ...(guildId !== undefined && { guildId }) }
  // What a button brings in a direct chat is answered there like anything else: the message under which it is stays.
  const pressedAlone = direct && interaction.type === InteractionType.MessageComponent
  const event: InboundAction = {
    type: 'action',
    place: placeOf(parts.names, address),
    id: `interaction:${interaction.id}` as PlatformMessageId,
    order: BigInt(interaction.id),
    author: authorOf(user, interaction.member, interaction.locale),
    action,
    ...(data?.target_id !== undefined && { about: chosenMessage(parts, data.target_id, data.resolved?.messages) }),
    sentAt: timeOfSnowflake(interaction.id),
  }
  const invocation = invocationOf({
    interactionId: interaction.id,
    applicationId: interaction.application_id,
    token: interaction.token,
    privately: !direct,
  })
  const deferred = pressedAlone
    ? respond(parts, interaction, { type: InteractionResponseType.DeferredMessageUpdate }).then(() => false)
    : respond(parts, interaction, {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        ...(!direct && { data: { flags: MessageFlags.Ephemeral } }),
      })
  return { channelId, event: deferred.then((answerable) => (answerable ? { ...event, invocation } : event)) }
}

/** Discord gives it whole, whoever wrote it and whatever else the bot may read there. */
function chosenMessage(
  { botId, names }: InteractionParts,
  id: string,
  messages: Readonly<Record<string, DiscordMessage>> = {},
): ChosenMessage {
  const message = messages[id]
  const said = message && saidText(botId, names, message)
  return { id: id as PlatformMessageId, sentAt: timeOfSnowflake(id), ...(said && { text: said.text }) }
}

/** The command line that an interaction stands for. */
function actionOf(commands: readonly CommandDeclaration[], { type, data }: DiscordInteraction): string | undefined {
  if (type === InteractionType.MessageComponent) return data?.custom_id
  if (type !== InteractionType.ApplicationCommand || data?.name === undefined) return undefined
  if (data.target_id !== undefined) return commands.find(({ messageAction }) => messageAction?.label === data.name)?.messageAction?.action
  const given = new Map(data.options?.map(({ name, value }) => [name, String(value ?? '').trim()]))
  const declared = commands.find(({ name }) => name === data.name)?.arguments.map(({ name }) => name) ?? [...given.keys()]
  return [`/${data.name}`, ...declared.flatMap((name) => given.get(name) || [])].join(' ')
}

/** Offers what the argument that is being typed may become. On any failure, and when it takes too long, nothing. */
export async function answerAutocomplete(parts: InteractionParts, interaction: DiscordInteraction): Promise<void> {
  const user = interaction.member?.user ?? interaction.user
  const { name: command, options } = interaction.data ?? {}
  const focused = options?.find((option) => option.focused)
  if (!user || command === undefined || !focused) return
  const typing = {
    platform: platformName,
    tenant: '',
    platformUserId: user.id,
    command,
    argument: focused.name,
    text: String(focused.value ?? ''),
  }
  const done = new AbortController()
  const found = parts.suggest(typing).catch((error) => {
    parts.log.warn({ command, reason: messageOf(error) }, 'Nothing could be suggested for an argument')
    return []
  })
  const suggestions = await Promise.race([found, parts.clock.sleep(suggestWithinMs, done.signal).then(() => [])])
  done.abort()
  const choices = suggestions.slice(0, maxChoices).map(({ label, value }) => ({ name: clip(label, 100), value }))
  await respond(parts, interaction, { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } })
}

/** False when Discord did not take it: the three seconds were over. */
async function respond({ answering, log }: InteractionParts, { id, token }: DiscordInteraction, body: object): Promise<boolean> {
  try {
    await answering.call((client) => client.post(Routes.interactionCallback(id, token), { body, auth: false }))
    return true
  } catch (error) {
    if (isAcknowledgedAlready(error)) return true
    log.warn({ reason: describeError(error) }, 'Discord did not take the first answer to a command')
    return false
  }
}
