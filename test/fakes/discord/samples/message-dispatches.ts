import { ChannelType, GatewayDispatchEvents, type GatewayDispatchPayload, MessageReferenceType, MessageType } from 'discord.js'
import { at, dispatch, noFlags, type SampleScene, toMember, toMessage, toUser } from './objects.ts'

/** Events about messages. */
export function messageDispatches(scene: SampleScene) {
  const { bot, person, guild, channel, direct, secret } = scene
  const message = toMessage(scene)
  const inGuild = { channel_id: channel.id, guild_id: guild.id, channel_type: ChannelType.GuildText as const, member: toMember(secret) }
  const attachment = {
    id: '1345000000000000500',
    filename: `${secret}.png`,
    title: secret,
    description: `A photo ${secret}`,
    content_type: 'image/png',
    size: 4_000,
    url: `https://cdn.discordapp.com/attachments/1/2/${secret}.png?ex=1`,
    proxy_url: `https://media.discordapp.net/attachments/1/2/${secret}.png`,
    width: 90,
    height: 90,
    ephemeral: false,
  }
  const rich = {
    ...message,
    ...inGuild,
    type: MessageType.Reply as const,
    content: `<@${bot.id}> what is <#${channel.id}>, <@&41771983423143936> ${secret}`,
    mentions: [{ ...toUser(bot, ''), member: toMember('') }],
    mention_roles: ['41771983423143936'],
    attachments: [attachment],
    embeds: [
      {
        type: 'rich' as never,
        title: secret,
        description: secret,
        url: `https://example.org/${secret}`,
        fields: [{ name: secret, value: secret, inline: true }],
        footer: { text: secret },
      },
    ],
    reactions: [
      { count: 1, count_details: { burst: 0, normal: 1 }, me: false, me_burst: false, emoji: { id: null, name: '👍' }, burst_colors: [] },
    ],
    message_reference: {
      type: MessageReferenceType.Default,
      message_id: '1345000000000000002',
      channel_id: channel.id,
      guild_id: guild.id,
      fail_if_not_exists: false,
    },
    referenced_message: { ...message, id: '1345000000000000002', channel_id: channel.id, author: toUser(bot, '') },
    sticker_items: [{ id: '749054660769218631', name: secret, format_type: 1 }],
    position: 0,
  }
  const reaction = {
    user_id: person.id,
    channel_id: channel.id,
    message_id: message.id,
    guild_id: guild.id,
    emoji: { id: '41771983429993000', name: `rose_${secret}`, animated: false },
    message_author_id: bot.id,
    burst: false,
    burst_colors: ['#ff0000'],
    type: 0,
  }
  return {
    'MESSAGE_CREATE in a direct chat': {
      ...dispatch,
      t: GatewayDispatchEvents.MessageCreate,
      d: { ...message, channel_type: ChannelType.DM },
    },
    'MESSAGE_CREATE on a server': { ...dispatch, t: GatewayDispatchEvents.MessageCreate, d: rich },
    'MESSAGE_CREATE with a poll': {
      ...dispatch,
      t: GatewayDispatchEvents.MessageCreate,
      d: {
        ...message,
        content: '',
        poll: {
          question: { text: `Where? ${secret}` },
          answers: [{ answer_id: 1, poll_media: { text: `Here ${secret}`, emoji: { id: null, name: '👍' } } }],
          expiry: at,
          allow_multiselect: false,
          layout_type: 1,
          results: { is_finalized: false, answer_counts: [{ id: 1, count: 1, me_voted: false }] },
        },
      },
    },
    'MESSAGE_CREATE that forwards': {
      ...dispatch,
      t: GatewayDispatchEvents.MessageCreate,
      d: {
        ...message,
        content: '',
        message_reference: {
          type: MessageReferenceType.Forward,
          message_id: '1345000000000000003',
          channel_id: channel.id,
          guild_id: guild.id,
        },
        message_snapshots: [
          {
            message: {
              type: MessageType.Default,
              content: `Forwarded ${secret}`,
              embeds: [],
              attachments: [attachment],
              timestamp: at,
              edited_timestamp: null,
              flags: noFlags,
              mentions: [],
              mention_roles: [],
            },
          },
        ],
      },
    },
    MESSAGE_UPDATE: {
      ...dispatch,
      t: GatewayDispatchEvents.MessageUpdate,
      d: { ...message, edited_timestamp: at, content: `Hello again ${secret}` },
    },
    MESSAGE_DELETE: { ...dispatch, t: GatewayDispatchEvents.MessageDelete, d: { id: message.id, channel_id: direct.id } },
    MESSAGE_DELETE_BULK: {
      ...dispatch,
      t: GatewayDispatchEvents.MessageDeleteBulk,
      d: { ids: [message.id, '1345000000000000002'], channel_id: channel.id, guild_id: guild.id },
    },
    MESSAGE_REACTION_ADD: {
      ...dispatch,
      t: GatewayDispatchEvents.MessageReactionAdd,
      d: { ...reaction, member: { ...toMember(secret), user: toUser(person, secret) } },
    },
    MESSAGE_REACTION_REMOVE: { ...dispatch, t: GatewayDispatchEvents.MessageReactionRemove, d: reaction },
    MESSAGE_REACTION_REMOVE_ALL: {
      ...dispatch,
      t: GatewayDispatchEvents.MessageReactionRemoveAll,
      d: { channel_id: channel.id, message_id: message.id, guild_id: guild.id },
    },
    MESSAGE_POLL_VOTE_ADD: {
      ...dispatch,
      t: GatewayDispatchEvents.MessagePollVoteAdd,
      d: { user_id: person.id, channel_id: channel.id, message_id: message.id, guild_id: guild.id, answer_id: 1 },
    },
  } satisfies Record<string, GatewayDispatchPayload>
}
