import { describe, expect, it } from 'vitest'
import { parseUpdate, type TelegramEntity } from '../../../../adapters/telegram/payloads.ts'
import { type TelegramInboundContext, toInboundEvents } from '../../../../adapters/telegram/receive/inbound-events.ts'
import { toMarkdown } from '../../../../adapters/telegram/receive/message-content.ts'
import type { InboundEvent } from '../../../../src/core/ports/platform.ts'
import { sampleUpdates } from '../../../fakes/telegram/sample-updates.ts'
import { findNeededFields } from '../../../faults/mutations/mutate.ts'
import { TestClock } from '../../../support/clock.ts'

const clock = new TestClock()
const parts: TelegramInboundContext = {
  me: { id: 99, username: 'Throughline_Bot' },
  commands: new Set(['find', 'help', 'remember']),
  clock,
}
const ada = { id: 7, is_bot: false, first_name: 'Ada', last_name: 'King', language_code: 'en-GB' }
const privateChat = { id: 7, type: 'private', first_name: 'Ada' }
const group = { id: -1001234567890, type: 'supergroup', title: 'Garden' }

/** What becomes of a message with these fields, said by Ada alone with the bot unless they say otherwise. */
function eventFromMessage(fields: object): InboundEvent | undefined {
  return eventFromUpdate({ message: { message_id: 5, date: 1_700_000_000, chat: privateChat, from: ada, ...fields } })
}

function eventFromUpdate(content: object): InboundEvent | undefined {
  const events = eventsFromUpdate(content)
  expect(events.length).toBeLessThanOrEqual(1)
  return events[0]
}

function eventsFromUpdate(content: object): InboundEvent[] {
  const update = parseUpdate({ update_id: 1, ...content })
  if (!update) throw new Error('the update could not be read')
  return toInboundEvents(parts, update)
}

/** Entities for each place where a word stands. */
function entitiesFor(
  text: string,
  types: Record<string, string | Pick<TelegramEntity, 'type' | 'url' | 'language' | 'user'>>,
): TelegramEntity[] {
  return Object.entries(types).map(([part, type]) => ({
    offset: text.indexOf(part),
    length: part.length,
    ...(typeof type === 'string' ? { type } : type),
  }))
}

describe('a message of Telegram', () => {
  it('in a private chat is direct and addressed', () => {
    expect(eventFromMessage({ text: 'Hello' })).toEqual({
      type: 'message',
      place: { platform: 'telegram', tenant: '', address: '7', kind: 'direct' },
      id: '5',
      order: 5n,
      author: { id: '7', name: 'Ada King', isBot: false, locale: 'en-GB' },
      text: 'Hello',
      addressed: true,
      sentAt: new Date('2023-11-14T22:13:20Z'),
    })
  })

  it('in a group is shared, and addressed only to whom it says', () => {
    expect(eventFromMessage({ chat: group, text: 'Hello' })).toMatchObject({
      place: { address: '-1001234567890', kind: 'shared', title: 'Garden' },
      addressed: false,
    })
    const other = '@somebody_else hello'
    expect(eventFromMessage({ chat: group, text: other, entities: entitiesFor(other, { '@somebody_else': 'mention' }) })).toMatchObject({
      addressed: false,
      text: other,
    })
  })

  it.each([
    ['@throughline_bot what is next?', 'what is next?'],
    ['@throughline_bot, what is next?', 'what is next?'],
    ['What is next, @throughline_bot ?', 'What is next, ?'],
    ['@throughline_bot', '@throughline_bot'],
  ])('with a mention of the bot is addressed, and loses it: %j', (text, expected) => {
    expect(eventFromMessage({ chat: group, text, entities: entitiesFor(text, { '@throughline_bot': 'mention' }) })).toMatchObject({
      addressed: true,
      text: expected,
    })
  })

  it('with a mention of the bot by its name is addressed', () => {
    const text = 'Throughline, hello'
    const entities = entitiesFor(text, { Throughline: { type: 'text_mention', user: { id: 99 } } })
    expect(eventFromMessage({ chat: group, text, entities })).toMatchObject({ addressed: true, text: 'hello' })
  })

  it.each([
    ['/find@throughline_bot blue vase', '/find blue vase', true],
    ['/find blue vase', '/find blue vase', true],
    ['/FIND@Throughline_bot', '/find', true],
    ['/poll yes or no', '/poll yes or no', false],
    ['/poll@throughline_bot', '/poll', true],
    ['/find@other_bot blue vase', '/find@other_bot blue vase', false],
  ])('that is a command in a group: %j', (text, expected, addressed) => {
    const entities = [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length }]
    expect(eventFromMessage({ chat: group, text, entities })).toMatchObject({ text: expected, addressed })
  })

  it('that is a command for another bot is not for us, though it answers a message of ours', () => {
    const text = '/find@other_bot blue vase'
    const entities = [{ type: 'bot_command', offset: 0, length: 15 }]
    const reply_to_message = { message_id: 3, from: { id: 99, is_bot: true, first_name: 'Throughline' } }
    const event = eventFromMessage({ chat: group, text, entities, reply_to_message })
    expect(event).toMatchObject({ addressed: false, replyTo: '3' })
    expect(event).not.toHaveProperty('invocation')
  })

  it('that is a command keeps its words plain', () => {
    const text = '/find blue vase'
    expect(eventFromMessage({ text, entities: entitiesFor(text, { '/find': 'bot_command', blue: 'bold' }) })).toMatchObject({ text })
  })

  it('that replies names what it answers; a reply to the bot is addressed', () => {
    const reply = (author: object) => eventFromMessage({ chat: group, text: 'Yes', reply_to_message: { message_id: 3, from: author } })
    expect(reply(ada)).toMatchObject({ replyTo: '3', addressed: false })
    expect(reply({ id: 99, is_bot: true, first_name: 'Throughline' })).toMatchObject({ replyTo: '3', addressed: true })
  })

  it.each([privateChat, group])('that is a command keeps what it replies to, in a chat that is %j', (chat) => {
    const entities = [{ type: 'bot_command', offset: 0, length: 9 }]
    const event = eventFromMessage({
      chat,
      text: '/remember',
      entities,
      reply_to_message: { message_id: 3, from: ada, text: 'I am vegetarian' },
    })
    expect(event).toMatchObject({ text: '/remember', addressed: true, replyTo: '3' })
  })

  const ben = { id: 8, is_bot: false, first_name: 'Ben' }
  const date = 1_699_000_000
  const sentAt = new Date(date * 1_000)

  it('that replies carries what it answers, whoever wrote it, and the part that it quotes first', () => {
    const text = 'The budget is 340'
    const entities = entitiesFor(text, { budget: 'bold' })
    const answered = { message_id: 3, date, from: ben, text, entities }
    const reply = { kind: 'reply', id: '3', author: { id: '8', name: 'Ben' }, text: 'The **budget** is 340', sentAt }
    expect(eventFromMessage({ chat: group, text: 'Yes', reply_to_message: answered })).toMatchObject({ refersTo: [reply] })
    const quote = { text: 'is 340', position: 11, entities: entitiesFor('is 340', { 340: 'italic' }), is_manual: true }
    expect(eventFromMessage({ text: 'Yes', reply_to_message: answered, quote })).toMatchObject({
      refersTo: [{ ...reply, kind: 'quote', text: 'is *340*' }, reply],
    })
    const bot = { id: 50, is_bot: true, first_name: 'Weather' }
    const photo = { message_id: 4, date, from: bot, photo: [{ file_id: 'x' }], caption: 'Rain' }
    expect(eventFromMessage({ chat: group, text: 'Really?', reply_to_message: photo })).toMatchObject({
      refersTo: [{ kind: 'reply', id: '4', author: { id: '50', name: 'Weather' }, text: 'Rain' }],
    })
    const channel = { message_id: 4, date, from: bot, sender_chat: { id: -1, title: 'News' }, sticker: { emoji: '👍' } }
    expect(eventFromMessage({ chat: group, text: 'Really?', reply_to_message: channel })).toMatchObject({
      refersTo: [{ author: { name: 'News' }, text: '[sticker 👍]' }],
    })
  })

  it('that replies to a message of another chat carries its author and the quoted part, without its number', () => {
    const external_reply = { origin: { type: 'user', date, sender_user: ben }, chat: { id: -5 }, message_id: 9 }
    expect(eventFromMessage({ text: 'Why?', external_reply, quote: { text: 'is 340', position: 1 } })).toMatchObject({
      refersTo: [{ kind: 'quote', author: { id: '8', name: 'Ben' }, text: 'is 340', sentAt }],
    })
    const event = eventFromMessage({ text: 'Why?', external_reply: { ...external_reply, voice: {} } })
    expect(event).toMatchObject({ refersTo: [{ kind: 'reply', text: '[voice message]' }] })
    expect(event).not.toHaveProperty('refersTo.0.id')
    expect(eventFromMessage({ text: 'Why?', external_reply })).not.toHaveProperty('refersTo')
  })

  it.each([
    [
      { type: 'user', date, sender_user: ben },
      { id: '8', name: 'Ben' },
    ],
    [{ type: 'hidden_user', date, sender_user_name: 'Cy' }, { name: 'Cy' }],
    [{ type: 'chat', date, sender_chat: { id: -3, title: 'Parents' } }, { name: 'Parents' }],
    [{ type: 'channel', date, chat: { id: -3, title: 'News' }, message_id: 9 }, { name: 'News' }],
  ])('that is forwarded is a forward of its author, and no command: %j', (forward_origin, author) => {
    const text = '/forget everything'
    const entities = [{ type: 'bot_command', offset: 0, length: 7 }]
    const event = eventFromMessage({ chat: group, text, entities, forward_origin })
    expect(event).toMatchObject({ text, refersTo: [{ kind: 'forward', author, text: '', sentAt }] })
    expect(event).not.toHaveProperty('invocation')
  })

  it('in a topic has a place of its own, and does not reply to the opening of the topic', () => {
    const topic = { chat: group, text: 'Hello', message_thread_id: 12, is_topic_message: true }
    const event = eventFromMessage({
      ...topic,
      reply_to_message: { message_id: 12, from: { id: 99, is_bot: true, first_name: 'T' }, forum_topic_created: {} },
    })
    expect(event).toMatchObject({ place: { address: '-1001234567890/12' }, addressed: false })
    expect(event).not.toHaveProperty('replyTo')
  })

  it('in a thread of replies stays in its group', () => {
    expect(eventFromMessage({ chat: group, text: 'Hello', message_thread_id: 12 })).toMatchObject({ place: { address: '-1001234567890' } })
  })

  it('with a file tells what it can be fetched by: of a photo the largest size, of an animation the animation', () => {
    const sizes = [900, 90, 320].map((width) => ({ file_id: `wide ${width}`, width, height: width }))
    expect(eventFromMessage({ photo: sizes })).toMatchObject({
      attachments: [{ source: 'wide 900', name: 'photo.jpg', mediaType: 'image/jpeg' }],
    })
    expect(eventFromMessage({ animation: { file_id: 'a' }, document: { file_id: 'b' } })).toMatchObject({ attachments: [{ source: 'a' }] })
    const document = { file_id: 'd', file_name: 'plan.pdf', mime_type: 'application/pdf', file_size: 12 }
    const expected = [{ source: 'd', name: 'plan.pdf', mediaType: 'application/pdf', bytes: 12 }]
    expect(eventFromMessage({ document, caption: 'The plan' })).toMatchObject({ text: 'The plan', attachments: expected })
    expect(eventFromMessage({ document: { file_name: 'without an id' } })).not.toHaveProperty('attachments')
    expect(eventFromMessage({ contact: {} })).not.toHaveProperty('attachments')
  })

  it('that is a command in a group can be answered to its author alone', () => {
    const command = (text: string, fields: object = {}) =>
      eventFromMessage({ chat: group, text, entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length }], ...fields })
    expect(command('/find rose')).toMatchObject({ invocation: '-1001234567890 7' })
    expect(command('/poll')).not.toHaveProperty('invocation')
    expect(command('/find rose', { chat: privateChat })).not.toHaveProperty('invocation')
    const topic = { message_thread_id: 12, is_topic_message: true }
    const ephemeral = { message_id: 0, ephemeral_message_id: 3, ...topic }
    expect(command('/find rose', ephemeral)).toMatchObject({
      id: 'ephemeral:1700000000.3',
      place: { address: '-1001234567890/12' },
      addressed: true,
      invocation: '-1001234567890/12 7 ephemeral:3',
    })
  })

  it('in a group that the bot alone sees, and that is no command, is said in private', () => {
    const event = eventFromMessage({
      chat: group,
      message_id: 0,
      ephemeral_message_id: 3,
      text: 'And tomorrow?',
      reply_to_message: { message_id: 0 },
    })
    expect(event).toMatchObject({ place: { address: '7', kind: 'direct' }, addressed: true, text: 'And tomorrow?' })
    expect(event).not.toHaveProperty('replyTo')
    expect(event).not.toHaveProperty('invocation')
  })

  it('without text is a word for what it holds, with a caption the caption', () => {
    expect(eventFromMessage({ photo: [{ file_id: 'x' }] })).toMatchObject({ text: '[photo]' })
    expect(eventFromMessage({ voice: {} })).toMatchObject({ text: '[voice message]' })
    expect(eventFromMessage({ animation: {}, document: {} })).toMatchObject({ text: '[animation]' })
    const caption = 'The blue one'
    expect(eventFromMessage({ photo: [], caption, caption_entities: entitiesFor(caption, { blue: 'bold' }) })).toMatchObject({
      text: 'The **blue** one',
    })
  })

  it.each([
    [{ sticker: { file_id: 'x', emoji: '👍' } }, '[sticker 👍]'],
    [{ sticker: { file_id: 'x' } }, '[sticker]'],
    [{ poll: { question: 'Where?', options: [{ text: 'Here' }, { text: 'There' }] } }, '[poll: Where? (Here) (There)]'],
    [{ location: { latitude: 52.52, longitude: 13.405 } }, '[location: 52.52, 13.405]'],
    [
      { location: { latitude: 52.52, longitude: 13.405 }, venue: { title: 'A café', address: '1 Main St' } },
      '[location: A café, 1 Main St, 52.52, 13.405]',
    ],
    [{ contact: { first_name: 'Cleo', last_name: 'Ba', phone_number: '+49 30 1' } }, '[contact: Cleo Ba, +49 30 1]'],
    [{ poll: { question: 'a\0b', options: null } }, '[poll: a b]'],
    [{ poll: 'text' }, '[poll]'],
  ])('with %j keeps its content', (fields, text) => {
    expect(eventFromMessage(fields)).toMatchObject({ text })
  })

  it.each([undefined, null, 'soon', -1, 0, 1, 1e15, 1_800_000_000])('with the impossible time %j is from now', (date) => {
    const fields = { text: 'Hello', date, edit_date: date }
    const now = clock.now()
    expect(eventFromMessage(fields)).toMatchObject({ sentAt: now })
    expect(eventFromUpdate({ edited_message: { message_id: 5, chat: privateChat, from: ada, ...fields } })).toMatchObject({
      sentAt: now,
      editedAt: now,
    })
    expect(
      eventFromUpdate({
        message_reaction: { chat: group, message_id: 5, user: ada, date, old_reaction: [], new_reaction: [{ type: 'emoji', emoji: '👍' }] },
      }),
    ).toMatchObject({ at: now })
  })

  it.each([
    ['of this bot', { text: 'x', from: { id: 99, is_bot: true, first_name: 'Throughline' } }],
    ['of a channel', { text: 'x', chat: { id: -1005, type: 'channel', title: 'News' } }],
    ['of this bot in the name of a chat', { text: 'x', chat: group, sender_chat: group, from: { id: 99, is_bot: true, first_name: 'T' } }],
    ['of an unreadable chat', { text: 'x', chat: group, sender_chat: { id: 'x' } }],
    ['of a chat in private', { text: 'x', sender_chat: group }],
    ['of nobody', { text: 'x', from: undefined }],
    ['about the chat itself', { chat: group, new_chat_members: [] }],
  ])('%s is nothing', (_, fields) => {
    expect(eventFromMessage(fields)).toBeUndefined()
  })

  it.each([
    ['an anonymous administrator', group],
    ['a channel', { id: -1005, type: 'channel', title: 'News' }],
  ])('of %s is of that chat, and not addressed to the bot', (_, sender_chat) => {
    const from = { id: 1_087_968_824, is_bot: true, first_name: 'Group' }
    const text = '/find@Throughline_Bot roses'
    const entities = [{ type: 'bot_command', offset: 0, length: 21 }]
    const event = eventFromMessage({ chat: group, text, entities, from, sender_chat })
    expect(event).toMatchObject({
      type: 'message',
      place: { address: String(group.id) },
      author: { id: String(sender_chat.id), name: sender_chat.title, isBot: false },
      addressed: false,
    })
    expect(event).not.toHaveProperty('invocation')
  })

  it('about the move of a group is the move of its place', () => {
    const moved = eventFromMessage({ chat: { ...group, type: 'group' }, migrate_to_chat_id: -1009 })
    expect(moved).toEqual({
      type: 'move',
      place: { platform: 'telegram', tenant: '', address: String(group.id), kind: 'shared' },
      to: '-1009',
    })
  })

  it('is lost only without the fields that make it a message, and stays where it was said', () => {
    const scene = { person: ada, group, bot: parts.me, secret: 'x' }
    const [, mention] = sampleUpdates(scene)
    const isWhole = (payload: unknown) => {
      const update = parseUpdate(payload)
      const [event] = update ? toInboundEvents(parts, update) : []
      return event?.type === 'message' && event.text.endsWith('#tag x') && event.place.kind === 'shared'
    }
    const ofMessage = ['message_id', 'from', 'from.id', 'chat', 'chat.id', 'text'].map((field) => `message.${field}`)
    expect(findNeededFields(mention!, isWhole).sort()).toEqual(['update_id', 'message', ...ofMessage].sort())
  })

  it('loses the zero characters that no database takes', () => {
    expect(eventFromMessage({ text: 'a\0b' })).toMatchObject({ text: 'a b' })
  })
})

describe('other updates', () => {
  it('an edit is the whole message, with the time of the edit', () => {
    const message = { message_id: 5, date: 1_700_000_000, edit_date: 1_700_000_060, chat: privateChat, from: ada, text: 'Hello again' }
    expect(eventFromUpdate({ edited_message: message })).toMatchObject({
      type: 'edit',
      id: '5',
      text: 'Hello again',
      sentAt: new Date('2023-11-14T22:13:20Z'),
      editedAt: new Date('2023-11-14T22:14:20Z'),
    })
    expect(eventFromUpdate({ edited_message: { ...message, text: undefined, location: {} } })).toBeUndefined()
  })

  it('a pressed button is its action, under an id that no message has', () => {
    const message = { message_id: 5, date: 0, chat: group, message_thread_id: 12, is_topic_message: true }
    expect(eventFromUpdate({ callback_query: { id: '42', from: ada, data: '/digest off', message } })).toEqual({
      type: 'action',
      place: { platform: 'telegram', tenant: '', address: '-1001234567890/12', kind: 'shared', title: 'Garden' },
      id: 'press:42',
      order: 1n,
      author: { id: '7', name: 'Ada King', isBot: false, locale: 'en-GB' },
      action: '/digest off',
      invocation: '-1001234567890/12 7 press:42',
      sentAt: clock.now(),
    })
    expect(eventFromUpdate({ callback_query: { id: '42', from: ada, data: '/digest off' } })).toBeUndefined()
  })

  it('emoji of a person are told one by one, as they come and go', () => {
    const emoji = (...all: string[]) => all.map((each) => ({ type: 'emoji', emoji: each }))
    const custom = { type: 'custom_emoji', custom_emoji_id: '5368324170671202286' }
    const reactions = { chat: privateChat, message_id: 5, user: ada, date: 1_700_000_000 }
    const told = (old_reaction: object[], new_reaction: object[], more: object = {}) =>
      eventsFromUpdate({ message_reaction: { ...reactions, old_reaction, new_reaction, ...more } })
    expect(told(emoji('👍', '🔥'), [...emoji('🔥', '❤'), custom])).toMatchObject([
      { type: 'reaction', id: '5', emoji: '👍', present: false, place: { address: '7' }, author: { id: '7', name: 'Ada King' } },
      { emoji: '❤', present: true, at: new Date('2023-11-14T22:13:20Z') },
      { emoji: '5368324170671202286', present: true },
    ])
    expect(told([], [{ type: 'paid' }])).toEqual([])
    expect(told([], emoji('👍'), { user: undefined, actor_chat: group })).toEqual([])
    expect(told([], emoji('👍'), { user: { ...ada, is_bot: true } })).toEqual([])
  })

  it('a stopped draft is the command to stop', () => {
    expect(eventFromUpdate({ stopped_message_generation: { chat: privateChat, draft_id: 3 } })).toMatchObject({
      type: 'action',
      action: '/stop',
      place: { address: '7', kind: 'direct' },
      author: { id: '7', name: 'Ada' },
    })
  })

  it.each([[{}], [{ update_id: 'x' }], [{ update_id: 1, message: { message_id: 'x' } }], ['text'], [null], [[]]])(
    '%j is not read',
    (raw) => {
      expect(parseUpdate(raw)).toBeUndefined()
    },
  )
})

describe('toMarkdown', () => {
  it.each([
    ['a bold word', { bold: 'bold' }, 'a **bold** word'],
    ['both words', { both: 'bold', words: 'italic' }, '**both** *words*'],
    ['one in other', { 'one in other': 'bold', in: 'italic' }, '**one *in* other**'],
    ['same', { same: 'bold', ame: 'italic' }, '**s*ame***'],
    ['spaces around ', { ' around ': 'bold' }, 'spaces **around** '],
    ['call f()', { 'f()': 'code' }, 'call `f()`'],
    ['a ` tick', { '`': 'code' }, 'a `` ` `` tick'],
    ['let x', { 'let x': { type: 'pre', language: 'js' } }, '```js\nlet x\n```'],
    ['see here', { here: { type: 'text_link', url: 'https://example.org' } }, 'see [here](https://example.org)'],
    ['#tag and @name', { '#tag': 'hashtag', '@name': 'mention' }, '#tag and @name'],
    ['2 * 3 * 4', {}, '2 * 3 * 4'],
  ])('writes %j with %j as %j', (text, types: Parameters<typeof entitiesFor>[1], expected) => {
    expect(toMarkdown(text, entitiesFor(text, types))).toBe(expected)
  })

  it('passes over stretches that lie outside of the text', () => {
    expect(toMarkdown('ab', [{ type: 'bold', offset: 1, length: 9 }])).toBe('ab')
    expect(toMarkdown('ab', [{ type: 'bold', offset: -1, length: 2 }])).toBe('ab')
  })
})

describe('a change of what the bot is in a chat', () => {
  const change = (status: string, fields: object = {}, chat: object = group) =>
    eventFromUpdate({ my_chat_member: { chat, from: ada, date: 1_700_000_000, new_chat_member: { status, ...fields } } })

  it.each([
    ['left', {}],
    ['kicked', { until_date: 0 }],
    ['restricted', { is_member: false }],
    ['restricted', {}],
  ])('is a departure of a group that it is not in any more: %s %j', (status, fields) => {
    expect(change(status, fields)).toEqual({
      type: 'departure',
      place: { platform: 'telegram', tenant: '', address: String(group.id), kind: 'shared', title: 'Garden' },
      isDeleted: false,
    })
  })

  it('is nothing while it is in the group, in private, and in a channel', () => {
    for (const status of ['creator', 'administrator', 'member']) expect(change(status)).toBeUndefined()
    expect(change('restricted', { is_member: true })).toBeUndefined()
    expect(change('kicked', {}, privateChat)).toBeUndefined()
    expect(change('left', {}, { id: -1005, type: 'channel', title: 'News' })).toBeUndefined()
  })
})
