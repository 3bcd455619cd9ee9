import type { Chat, Message, PhotoSize, Update, User } from 'grammy/types'
import type { SampleEvent } from '../sample-event.ts'

export interface SampleScene {
  /** Somebody with a private chat with the bot. */
  readonly person: { readonly id: number }
  readonly group: { readonly id: number }
  readonly bot: { readonly id: number; readonly username?: string }
  /** Stands in every text of a person, so that one can look for it where no such text belongs. */
  readonly secret: string
}

/** Updates with all the fields that Telegram documents for their kind. https://core.telegram.org/bots/api#update */
export function sampleUpdates({ person, group, bot, secret }: SampleScene): readonly SampleEvent[] {
  const date = Math.floor(Date.now() / 1000)
  const from: User = {
    id: person.id,
    is_bot: false,
    first_name: `Ada ${secret}`,
    last_name: secret,
    username: `ada_${secret}`,
    language_code: 'en',
    is_premium: true,
  }
  const other: User = { id: person.id + 1, is_bot: false, first_name: `Ben ${secret}` }
  const me: User = { id: bot.id, is_bot: true, first_name: 'Throughline', username: bot.username ?? 'bot' }
  const privateChat: Chat.PrivateChat = { id: person.id, type: 'private', first_name: `Ada ${secret}`, username: `ada_${secret}` }
  const forum: Chat.SupergroupChat = {
    id: group.id,
    type: 'supergroup',
    title: `Garden ${secret}`,
    username: `garden_${secret}`,
    is_forum: true,
  }
  const inPrivate = { message_id: 501, from, chat: privateChat, date }
  const inTopic = { message_id: 601, message_thread_id: 7, is_topic_message: true, from, chat: forum, date }
  const quoted = { message_id: 500, from: me, chat: privateChat, date, text: `An answer ${secret}` } as Message & {
    reply_to_message: undefined
  }
  const file = { file_id: `file-${secret}`, file_unique_id: 'unique', file_size: 4_000 }
  const thumbnail: PhotoSize = { ...file, width: 90, height: 90 }
  const text = `@${me.username} see this page and #tag ${secret}`
  const updates = {
    'text in a private chat': {
      message: {
        ...inPrivate,
        text: `Hello, bold and a link ${secret}`,
        entities: [
          { type: 'bold', offset: 7, length: 4 },
          { type: 'text_link', offset: 18, length: 4, url: `https://example.org/${secret}` },
          { type: 'text_mention', offset: 0, length: 5, user: other },
          { type: 'pre', offset: 0, length: 5, language: 'ts' },
        ],
        reply_to_message: quoted,
        quote: { text: `answer ${secret}`, position: 3, entities: [{ type: 'italic', offset: 0, length: 6 }], is_manual: true },
        link_preview_options: { url: `https://example.org/${secret}`, prefer_small_media: true },
        effect_id: '5104841245755180586',
      },
    },
    'mention in a topic': {
      message: {
        ...inTopic,
        text,
        entities: [
          { type: 'mention', offset: 0, length: (me.username?.length ?? 0) + 1 },
          { type: 'hashtag', offset: text.indexOf('#tag'), length: 4 },
        ],
        external_reply: { origin: { type: 'user', date, sender_user: other }, chat: forum, message_id: 55, photo: [thumbnail] },
        via_bot: me,
      },
    },
    'forwarded message': {
      message: {
        ...inPrivate,
        text: `Forwarded ${secret}`,
        forward_origin: {
          type: 'channel',
          date,
          chat: { id: -1_001_234, type: 'channel', title: `News ${secret}`, username: `news_${secret}` },
          message_id: 9,
          author_signature: secret,
        },
      },
    },
    'command in a group': {
      message: {
        ...inTopic,
        text: `/find@${me.username} ${secret}`,
        entities: [{ type: 'bot_command', offset: 0, length: (me.username?.length ?? 0) + 6 }],
      },
    },
    'ephemeral command': {
      message: {
        ...inTopic,
        message_id: 0,
        ephemeral_message_id: 12,
        receiver_user: me,
        text: `/find ${secret}`,
        entities: [{ type: 'bot_command', offset: 0, length: 5 }],
      },
    },
    photo: {
      message: {
        ...inPrivate,
        photo: [thumbnail, { ...file, width: 800, height: 600 }],
        caption: `A photo ${secret}`,
        caption_entities: [{ type: 'italic', offset: 2, length: 5 }],
        media_group_id: '13',
        has_media_spoiler: true,
      },
    },
    document: {
      message: { ...inPrivate, document: { ...file, thumbnail, file_name: `${secret}.pdf`, mime_type: 'application/pdf' } },
    },
    'voice note': { message: { ...inPrivate, voice: { ...file, duration: 3, mime_type: 'audio/ogg' } } },
    sticker: {
      message: {
        ...inPrivate,
        sticker: {
          ...file,
          type: 'regular',
          width: 512,
          height: 512,
          is_animated: false,
          is_video: false,
          thumbnail,
          emoji: '👍',
          set_name: secret,
        },
      },
    },
    poll: {
      message: {
        ...inPrivate,
        poll: {
          id: '77',
          question: `Where? ${secret}`,
          question_entities: [{ type: 'bold', offset: 0, length: 5 }],
          options: [
            { persistent_id: 'a', text: `Here ${secret}`, voter_count: 0, text_entities: [{ type: 'bold', offset: 0, length: 4 }] },
            { persistent_id: 'b', text: `There ${secret}`, voter_count: 2, added_by_user: other, addition_date: date },
          ],
          total_voter_count: 2,
          is_closed: false,
          is_anonymous: true,
          type: 'quiz',
          allows_multiple_answers: false,
          allows_revoting: true,
          members_only: false,
          correct_option_ids: [1],
          explanation: secret,
          open_period: 600,
          close_date: date + 600,
        },
      },
    },
    venue: {
      message: {
        ...inPrivate,
        location: { latitude: 52.52, longitude: 13.405, horizontal_accuracy: 20 },
        venue: {
          location: { latitude: 52.52, longitude: 13.405 },
          title: `A café ${secret}`,
          address: `A street ${secret}`,
          foursquare_id: 'f',
          google_place_id: 'g',
        },
      },
    },
    contact: {
      message: {
        ...inPrivate,
        contact: {
          phone_number: `+49 30 ${secret}`,
          first_name: `Cleo ${secret}`,
          last_name: secret,
          user_id: 88,
          vcard: `BEGIN:VCARD ${secret}`,
        },
      },
    },
    'edited message': {
      edited_message: { ...inPrivate, text: `Hello again ${secret}`, edit_date: date, entities: [{ type: 'code', offset: 0, length: 5 }] },
    },
    'pressed button': {
      callback_query: {
        id: '4382bfdwdsb323b2d9',
        from,
        message: {
          ...inTopic,
          from: me,
          text: `Choose ${secret}`,
          reply_markup: { inline_keyboard: [[{ text: `On ${secret}`, callback_data: '/digest on' }]] },
        },
        chat_instance: '1',
        data: '/digest on',
      },
    },
    reaction: {
      message_reaction: {
        chat: forum,
        message_id: 601,
        user: from,
        date,
        old_reaction: [{ type: 'emoji', emoji: '👍' }],
        new_reaction: [
          { type: 'emoji', emoji: '🎉' },
          { type: 'custom_emoji', custom_emoji_id: '5368324170671202286' },
        ],
      },
    },
    'role of the bot': {
      my_chat_member: {
        chat: forum,
        from,
        date,
        old_chat_member: { status: 'member', user: me },
        new_chat_member: {
          status: 'restricted',
          user: me,
          is_member: true,
          can_send_messages: true,
          can_send_audios: true,
          can_send_documents: true,
          can_send_photos: true,
          can_send_videos: true,
          can_send_video_notes: true,
          can_send_voice_notes: true,
          can_send_polls: true,
          can_send_other_messages: true,
          can_add_web_page_previews: true,
          can_react_to_messages: true,
          can_change_info: false,
          can_invite_users: true,
          can_pin_messages: false,
          can_manage_topics: false,
          can_edit_tag: false,
          until_date: date + 600,
        },
        invite_link: {
          invite_link: `https://t.me/+${secret}`,
          creator: other,
          creates_join_request: false,
          is_primary: true,
          is_revoked: false,
        },
      },
    },
    'stopped reply': { stopped_message_generation: { chat: privateChat, message_thread_id: 7, draft_id: 42 } },
    'move to a supergroup': {
      message: {
        message_id: 700,
        from,
        chat: { id: -4_001, type: 'group', title: `Garden ${secret}` },
        date,
        migrate_to_chat_id: -1_004_001,
      },
    },
    'members joined': { message: { ...inTopic, new_chat_members: [other, me] } },
    // The bot does not request the rest.
    'answer to a poll': { poll_answer: { poll_id: '77', user: from, option_ids: [1], option_persistent_ids: ['b'] } },
    'inline query': {
      inline_query: { id: '5', from, query: secret, offset: '', chat_type: 'private', location: { latitude: 1, longitude: 2 } },
    },
  } satisfies Record<string, Omit<Update, 'update_id'>>
  // JSON has no undefined, which the types require in some places.
  return Object.entries(updates).map(([name, content], index) => ({
    name,
    payload: JSON.parse(JSON.stringify({ update_id: index + 1, ...content })),
  }))
}
