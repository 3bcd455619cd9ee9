import {
  type APIInteractionGuildMember,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  ComponentType,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  InteractionContextType,
  InteractionType,
  Locale,
} from 'discord.js'
import { dispatch, type SampleScene, toMember, toMessage, toUser } from './objects.ts'

/** Commands, buttons, and an argument that is being typed. */
export function interactionDispatches(scene: SampleScene) {
  const { applicationId, person, guild, channel, direct, secret } = scene
  const member: APIInteractionGuildMember = { ...toMember(secret), user: toUser(person, secret), permissions: '0' }
  const common = {
    application_id: applicationId,
    version: 1 as const,
    app_permissions: '0',
    locale: Locale.EnglishGB,
    entitlements: [],
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: guild.id },
    attachment_size_limit: 1_000_000,
  }
  const inGuild = () => ({
    ...common,
    ...scene.interaction(channel),
    context: InteractionContextType.Guild,
    guild_id: guild.id,
    guild: { id: guild.id, locale: Locale.EnglishUS, features: [] },
    guild_locale: Locale.EnglishUS,
    channel_id: channel.id,
    channel: { id: channel.id, type: ChannelType.GuildText as const, name: `roses-${secret}` },
    member,
  })
  const inDirect = () => ({
    ...common,
    ...scene.interaction(direct),
    context: InteractionContextType.BotDM,
    channel_id: direct.id,
    channel: { id: direct.id, type: ChannelType.DM as const },
    user: toUser(person, secret),
  })
  const message = toMessage(scene)
  return {
    'INTERACTION_CREATE by a command on a server': {
      ...dispatch,
      t: GatewayDispatchEvents.InteractionCreate,
      d: {
        ...inGuild(),
        type: InteractionType.ApplicationCommand,
        data: {
          id: '1345000000000000700',
          name: 'find',
          type: ApplicationCommandType.ChatInput,
          options: [{ name: 'words', type: ApplicationCommandOptionType.String, value: secret }],
        },
      },
    },
    'INTERACTION_CREATE by a command in a direct chat': {
      ...dispatch,
      t: GatewayDispatchEvents.InteractionCreate,
      d: {
        ...inDirect(),
        type: InteractionType.ApplicationCommand,
        data: { id: '1345000000000000700', name: 'timezone', type: ApplicationCommandType.ChatInput },
      },
    },
    'INTERACTION_CREATE by the menu of a message': {
      ...dispatch,
      t: GatewayDispatchEvents.InteractionCreate,
      d: {
        ...inGuild(),
        type: InteractionType.ApplicationCommand,
        data: {
          id: '1345000000000000701',
          name: 'Resummarize this day',
          type: ApplicationCommandType.Message,
          target_id: message.id,
          resolved: { messages: { [message.id]: message } },
        },
      },
    },
    'INTERACTION_CREATE by a button': {
      ...dispatch,
      t: GatewayDispatchEvents.InteractionCreate,
      d: {
        ...inDirect(),
        type: InteractionType.MessageComponent,
        data: { custom_id: '/digest on', component_type: ComponentType.Button },
        message,
      },
    },
    'INTERACTION_CREATE by typing an argument': {
      ...dispatch,
      t: GatewayDispatchEvents.InteractionCreate,
      d: {
        ...inGuild(),
        type: InteractionType.ApplicationCommandAutocomplete,
        data: {
          id: '1345000000000000702',
          name: 'open',
          type: ApplicationCommandType.ChatInput,
          options: [{ name: 'day', type: ApplicationCommandOptionType.String, value: secret, focused: true }],
        },
      },
    },
  } satisfies Record<string, GatewayDispatchPayload>
}
