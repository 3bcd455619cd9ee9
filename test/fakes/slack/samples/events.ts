import type { EnvelopedEvent, types } from '@slack/bolt'
import { type SampleScene, toTs } from './objects.ts'

/** Events of the Events API in their envelopes. https://docs.slack.dev/reference/events */
export function sampleEvents(scene: SampleScene): Readonly<Record<string, EnvelopedEvent<types.SlackEvent>>> {
  const { team, bot, secret } = scene
  const events: Readonly<Record<string, types.SlackEvent>> = { ...messageEvents(scene), ...otherEvents(scene) }
  return Object.fromEntries(
    Object.entries(events).map(([name, event], index) => [
      name,
      {
        token: `token-${secret}`,
        team_id: team.id,
        context_team_id: team.id,
        api_app_id: 'A0APP',
        event,
        type: 'event_callback',
        event_id: `Ev0${index}`,
        event_time: Math.floor(Date.now() / 1000),
        event_context: `context-${secret}`,
        is_ext_shared_channel: false,
        authorizations: [{ enterprise_id: null, team_id: team.id, user_id: bot.id, is_bot: true, is_enterprise_install: false }],
      },
    ]),
  )
}

function messageEvents({ person, channel, team, bot, secret }: SampleScene) {
  const inDirect = { channel: person.directChannel, channel_type: 'im' } as const
  const inChannel = { channel: channel.id, channel_type: 'channel' } as const
  const generic: types.GenericMessageEvent = {
    type: 'message',
    subtype: undefined,
    ...inDirect,
    user: person.id,
    team: team.id,
    text: `Hello <@${bot.id}>, *bold* and <https://example.org/${secret}|a link> ${secret}`,
    ts: toTs(100),
    event_ts: toTs(100),
    client_msg_id: 'd3b07384',
    blocks: [
      {
        type: 'rich_text',
        block_id: 'b',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: `Hello ${secret}`, style: { bold: true } }] }],
      },
    ],
    attachments: [{ title: `A page ${secret}`, text: secret, fallback: secret, title_link: `https://example.org/${secret}` }],
    reactions: [{ name: 'thumbsup', count: 1, users: [person.id] }],
  }
  const inThread: types.GenericMessageEvent = {
    ...generic,
    ...inChannel,
    text: `<@${bot.id}> and <@${person.id}> in <#${channel.id}|garden> ${secret}`,
    ts: toTs(200),
    thread_ts: toTs(150),
    parent_user_id: bot.id,
  }
  return {
    'message in a direct conversation': generic,
    'message in a thread': inThread,
    mention: {
      type: 'app_mention',
      user: person.id,
      text: `<@${bot.id}> ${secret}`,
      ts: toTs(200),
      event_ts: toTs(200),
      channel: channel.id,
      thread_ts: toTs(150),
      team: team.id,
    },
    file: {
      type: 'message',
      subtype: 'file_share',
      ...inDirect,
      user: person.id,
      text: '',
      ts: toTs(300),
      event_ts: toTs(300),
      files: [
        {
          id: 'F0123',
          created: 1_772_445_600,
          name: `${secret}.png`,
          title: secret,
          mimetype: 'image/png',
          filetype: 'png',
          pretty_type: 'PNG',
          user: person.id,
          editable: false,
          size: 4_000,
          mode: 'hosted',
          is_external: false,
          external_type: '',
          is_public: true,
          public_url_shared: false,
          display_as_bot: false,
          username: '',
          url_private: `https://files.slack.com/files-pri/T0-F0123/${secret}.png`,
          url_private_download: `https://files.slack.com/files-pri/T0-F0123/download/${secret}.png`,
          permalink: `https://acme.slack.com/files/${secret}`,
          channels: [channel.id],
          groups: [],
        },
      ],
    },
    'edited message': {
      type: 'message',
      subtype: 'message_changed',
      ...inDirect,
      hidden: true,
      ts: toTs(400),
      event_ts: toTs(400),
      message: { ...generic, text: `Hello again ${secret}`, edited: { user: person.id, ts: toTs(390) } },
      previous_message: generic,
    },
    'deleted message': {
      type: 'message',
      subtype: 'message_deleted',
      ...inDirect,
      hidden: true,
      ts: toTs(500),
      event_ts: toTs(500),
      deleted_ts: generic.ts,
      previous_message: generic,
    },
    'message of another bot': {
      type: 'message',
      subtype: 'bot_message',
      ...inChannel,
      bot_id: 'B0OTHER',
      username: `other_${secret}`,
      text: `<@${bot.id}> ${secret}`,
      ts: toTs(600),
      event_ts: toTs(600),
      icons: { emoji: ':robot_face:' },
    },
    'new topic': {
      type: 'message',
      subtype: 'channel_topic',
      ...inChannel,
      user: person.id,
      topic: secret,
      text: `set the topic: ${secret}`,
      ts: toTs(700),
      event_ts: toTs(700),
    },
  } satisfies Record<string, types.SlackEvent>
}

function otherEvents({ person, channel, team, bot, secret }: SampleScene) {
  const reaction = {
    user: person.id,
    reaction: 'thumbsup',
    item_user: bot.id,
    item: { type: 'message', channel: channel.id, ts: toTs(200) },
    event_ts: toTs(800),
  } as const
  return {
    'reaction added': { type: 'reaction_added', ...reaction },
    'reaction removed': { type: 'reaction_removed', ...reaction },
    'opened conversation': {
      type: 'app_home_opened',
      user: person.id,
      channel: person.directChannel,
      tab: 'messages',
      event_ts: toTs(900),
    },
    'stopped reply': {
      type: 'agent_session_stopped',
      channel: person.directChannel,
      user: person.id,
      thread_ts: toTs(150),
      streaming_message_ts: [toTs(160)],
      event_ts: toTs(910),
    },
    'deleted channel': { type: 'channel_deleted', channel: channel.id },
    'archived channel': { type: 'channel_archive', channel: channel.id, user: person.id, event_ts: toTs(912) },
    'removal from a channel': { type: 'channel_left', channel: channel.id, actor_id: person.id, event_ts: toTs(914) },
    'deleted private channel': {
      type: 'group_deleted',
      channel: channel.id,
      date_deleted: 1_772_445_600,
      actor_id: person.id,
      event_ts: toTs(915),
    },
    'archived private channel': { type: 'group_archive', channel: channel.id, user: person.id, is_moved: 0, event_ts: toTs(916) },
    'removal from a private channel': { type: 'group_left', channel: channel.id, actor_id: person.id, event_ts: toTs(917) },
    'left channel': {
      type: 'member_left_channel',
      user: bot.id,
      channel: channel.id,
      channel_type: 'C',
      team: team.id,
      event_ts: toTs(918),
    },
    // The app does not request the rest.
    'joined channel': {
      type: 'member_joined_channel',
      user: person.id,
      channel: channel.id,
      channel_type: 'C',
      team: team.id,
      event_ts: toTs(920),
    },
    'renamed channel': {
      type: 'channel_rename',
      channel: { id: channel.id, name: secret, name_normalized: secret, created: 1_772_445_600, is_channel: true, is_mpim: false },
      event_ts: toTs(930),
    },
  } satisfies Record<string, types.SlackEvent>
}
