import { describe, expect, it } from 'vitest'
import { buildMessageLink, dateFromSnowflake, formatAddress, parseAddress } from '../../../../adapters/discord/address.ts'
import { type DiscordMessage, type DiscordReaction, parseDispatch } from '../../../../adapters/discord/payloads.ts'
import {
  type DiscordInboundContext,
  toInboundEdit,
  toInboundMessage,
  toInboundReaction,
} from '../../../../adapters/discord/receive/inbound-events.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../../src/core/domain/ids.ts'
import type { InboundMessage } from '../../../../src/core/ports/platform.ts'
import { sampleDispatches } from '../../../fakes/discord/sample-dispatches.ts'
import { findNeededFields } from '../../../faults/mutations/mutate.ts'
import { TestClock } from '../../../support/clock.ts'

const clock = new TestClock()
const bot = '9000'
const parts: DiscordInboundContext = {
  botId: bot,
  clock,
  names: {
    channel: (id) => (id === '300' ? 'roses' : undefined),
    role: (id) => (id === '500' ? 'Gardeners' : undefined),
    user: (id) => (id === '8' ? 'Grace' : undefined),
  },
}
const ada = { id: '7', username: 'ada', global_name: 'Ada King' }
const grace = { id: '8', username: 'grace', global_name: null }

function readMessage(d: object): DiscordMessage {
  const dispatch = parseDispatch({ op: 0, s: 1, t: 'MESSAGE_CREATE', d })
  return typeof dispatch === 'object' && dispatch.t === 'MESSAGE_CREATE' ? dispatch.d : expect.fail('no message')
}

function readReaction(d: object): DiscordReaction {
  const dispatch = parseDispatch({ op: 0, s: 1, t: 'MESSAGE_REACTION_ADD', d })
  return typeof dispatch === 'object' && dispatch.t === 'MESSAGE_REACTION_ADD' ? dispatch.d : expect.fail('no reaction')
}

const plain = { id: '1572536844288000001', channel_id: '300', author: ada, content: 'Hello', timestamp: '2026-11-18T09:00:00.000000+00:00' }

/** What becomes of a message with these fields, said by Ada alone with the bot unless they say otherwise. */
function eventFromMessage(fields: object): InboundMessage | undefined {
  return toInboundMessage(parts, readMessage({ ...plain, ...fields }))
}

describe('a message of Discord', () => {
  it('alone with the bot is direct and addressed; its place is named after the person', () => {
    expect(eventFromMessage({})).toEqual({
      type: 'message',
      place: { platform: 'discord', tenant: '', address: '@7', kind: 'direct' },
      id: plain.id,
      order: 1572536844288000001n,
      author: { id: '7', name: 'Ada King', handle: 'ada', isBot: false },
      text: 'Hello',
      addressed: true,
      sentAt: new Date('2026-11-18T09:00:00Z'),
    })
  })

  it('on a server is shared, addressed only to whom it says, and its author has the name of that server', () => {
    expect(eventFromMessage({ guild_id: '100', member: { nick: 'Countess' } })).toMatchObject({
      place: { address: '100/300', kind: 'shared', title: 'roses' },
      author: { name: 'Countess' },
      addressed: false,
    })
  })

  it.each([
    [`<@${bot}> what is next?`, 'what is next?'],
    [`<@!${bot}>, what is next?`, 'what is next?'],
    [`What is next, <@${bot}> ?`, 'What is next, ?'],
    [`<@${bot}>`, '@Throughline'],
  ])('with a mention of the bot is addressed, and loses it: %j', (content, expected) => {
    const mentions = [{ id: bot, username: 'throughline', global_name: 'Throughline', bot: true }]
    expect(eventFromMessage({ guild_id: '100', content, mentions })).toMatchObject({ addressed: true, text: expected })
  })

  it('that mentions others has their names; what nobody knows stays', () => {
    const mentions = [{ ...ada, member: { nick: 'Countess' } }]
    const content = '<@7> and <@8>, <@&500>, look at <#300> and <#301> <:rose:123> <a:wave:5> @everyone'
    expect(eventFromMessage({ guild_id: '100', content, mentions })).toMatchObject({
      addressed: false,
      text: '@Countess and @Grace, @Gardeners, look at #roses and <#301> :rose: :wave: @everyone',
    })
  })

  it('with a name that is markup stays plain', () => {
    expect(eventFromMessage({ content: 'Ask <@8>', mentions: [{ ...grace, global_name: '**[x](http://evil)**' }] })).toMatchObject({
      text: 'Ask @x http://evil',
    })
  })

  it('that replies names what it answers; a reply to the bot is addressed', () => {
    const reply = (author: object) =>
      eventFromMessage({ guild_id: '100', type: 19, message_reference: { type: 0, message_id: '55' }, referenced_message: { author } })
    expect(reply(grace)).toMatchObject({ replyTo: '55', addressed: false })
    expect(reply({ id: bot, username: 'throughline', bot: true })).toMatchObject({ replyTo: '55', addressed: true })
    expect(eventFromMessage({ type: 19, message_reference: { message_id: '55' }, referenced_message: null })).toMatchObject({
      replyTo: '55',
    })
  })

  it('that replies carries what it answers, whoever wrote it', () => {
    const ben = { id: '8', username: 'ben', global_name: 'Ben' }
    const referenced_message = { id: '175928847299117063', author: ben, content: 'Ask <@8>', mentions: [ben] }
    expect(eventFromMessage({ content: 'Yes', referenced_message })).toMatchObject({
      refersTo: [
        {
          kind: 'reply',
          id: '175928847299117063',
          author: { id: '8', name: 'Ben' },
          text: 'Ask @Ben',
          sentAt: new Date('2016-04-30T11:18:25.796Z'),
        },
      ],
    })
    expect(eventFromMessage({ content: 'Yes', referenced_message: null })).not.toHaveProperty('refersTo')
  })

  it('that passes another on is a forward of nobody known, with the text of the other', () => {
    const snapshot = { message: { content: 'The budget is 340', timestamp: '2016-04-30T11:18:25.796Z', mentions: [], attachments: [] } }
    const forwarded = eventFromMessage({ content: '', message_reference: { type: 1, message_id: '4' }, message_snapshots: [snapshot] })
    expect(forwarded).toMatchObject({
      text: 'The budget is 340',
      refersTo: [{ kind: 'forward', author: { name: '' }, text: '', sentAt: new Date('2016-04-30T11:18:25.796Z') }],
    })
  })

  it('that passes another on answers nothing', () => {
    const forwarded = eventFromMessage({ content: '', message_reference: { type: 1, message_id: '55' }, message_snapshots: [{}] })
    expect(forwarded).toMatchObject({ text: '[forwarded message]' })
    expect(forwarded).not.toHaveProperty('replyTo')
  })

  it.each([
    [[{ content_type: 'image/png' }], 0, '[photo]'],
    [[{ content_type: 'audio/ogg' }], 8192, '[voice message]'],
    [[{ content_type: 'audio/mpeg' }], 0, '[audio]'],
    [[{ content_type: 'video/mp4' }, {}], 0, '[video] [file]'],
  ])('with files %j and no words says what they are', (files, flags, expected) => {
    const attachments = files.map((file) => ({ filename: 'a.bin', size: 5, url: 'https://cdn.discordapp.com/a', ...file }))
    expect(eventFromMessage({ content: '', attachments, flags })).toMatchObject({ text: expected })
  })

  it('keeps its files, with what Discord says of them', () => {
    const attachments = [
      { filename: 'rose.png', content_type: 'image/png', size: 12, url: 'https://cdn.discordapp.com/rose' },
      { filename: 'notes', size: 3, url: 'https://cdn.discordapp.com/notes' },
      { filename: 'a.txt', content_type: 'text/plain; charset=utf-8', size: 3, url: 'https://cdn.discordapp.com/a' },
    ]
    expect(eventFromMessage({ attachments })?.attachments).toEqual([
      { source: 'https://cdn.discordapp.com/rose', name: 'rose.png', mediaType: 'image/png', bytes: 12 },
      { source: 'https://cdn.discordapp.com/notes', name: 'notes', mediaType: 'application/octet-stream', bytes: 3 },
      { source: 'https://cdn.discordapp.com/a', name: 'a.txt', mediaType: 'text/plain', bytes: 3 },
    ])
  })

  it('with a sticker or a poll alone says so', () => {
    expect(eventFromMessage({ content: '', sticker_items: [{}] })).toMatchObject({ text: '[sticker]' })
    expect(eventFromMessage({ content: '', poll: {} })).toMatchObject({ text: '[poll]' })
  })

  it.each([
    ['of the bot itself', { author: { ...ada, id: bot, bot: true } }],
    ['of a webhook', { webhook_id: '12' }],
    ['of Discord itself', { author: { ...ada, system: true } }],
    ['of nobody', { author: undefined }],
    ['about somebody who came', { type: 7 }],
    ['about a new thread', { type: 18 }],
    ['whose content is kept from the bot', { guild_id: '100', content: '' }],
  ])('%s is nothing', (_, fields) => {
    expect(eventFromMessage(fields)).toBeUndefined()
  })

  it('is lost only without the fields that make it a message, and stays where it was said', () => {
    const person = { id: '7', username: 'ada', global_name: 'Ada King', discriminator: '0', avatar: null }
    const channel = { id: '300', type: 0, guild_id: '100' } as const
    const samples = sampleDispatches({
      bot: { ...person, id: bot, bot: true },
      applicationId: bot,
      person,
      guild: { id: '100', name: 'Garden', hasBot: true, owner_id: '1' },
      channel,
      thread: channel,
      direct: channel,
      interaction: () => ({ id: '1', token: 'x' }),
      secret: 'x',
    })
    const isWhole = (payload: unknown) => {
      const dispatch = parseDispatch(payload)
      const event = typeof dispatch === 'object' && dispatch.t === 'MESSAGE_CREATE' ? toInboundMessage(parts, dispatch.d) : undefined
      return event !== undefined && event.place.kind === 'shared' && event.addressed && event.text.endsWith('x')
    }
    const onServer = samples.find(({ name }) => name === 'MESSAGE_CREATE on a server')
    const ofMessage = ['id', 'channel_id', 'guild_id', 'type', 'author', 'author.id', 'content'].map((field) => `d.${field}`)
    expect(findNeededFields(onServer!, isWhole).sort()).toEqual(['t', 'd', ...ofMessage].sort())
  })

  it('loses the zero characters that no database takes', () => {
    expect(eventFromMessage({ content: 'a\0b' })).toMatchObject({ text: 'a b' })
  })
})

describe('other events', () => {
  it('an edit is the whole message, with the time of the edit', () => {
    const edited = readMessage({ ...plain, content: 'Hello again', edited_timestamp: '2026-11-18T09:01:00.000000+00:00' })
    expect(toInboundEdit(parts, edited)).toMatchObject({
      type: 'edit',
      text: 'Hello again',
      sentAt: new Date('2026-11-18T09:00:00Z'),
      editedAt: new Date('2026-11-18T09:01:00Z'),
    })
  })

  it('a change that nobody made by hand is no edit', () => {
    expect(toInboundEdit(parts, readMessage({ ...plain, embeds: [{}] }))).toBeUndefined()
  })

  const reaction = { user_id: '7', channel_id: '300', message_id: '55', emoji: { id: null, name: '👍' } }

  it('a reaction has its emoji, its message and who put it', () => {
    const there = { ...reaction, guild_id: '100', member: { nick: 'Countess', user: ada } }
    expect(toInboundReaction(parts, readReaction(there), true)).toEqual({
      type: 'reaction',
      place: { platform: 'discord', tenant: '', address: '100/300', kind: 'shared', title: 'roses' },
      id: '55',
      author: { id: '7', name: 'Countess', isBot: false },
      emoji: '👍',
      present: true,
      at: clock.now(),
    })
    const own = { ...reaction, user_id: '8', emoji: { id: '4', name: 'rose' } }
    expect(toInboundReaction(parts, readReaction(own), false)).toMatchObject({
      place: { address: '@8', kind: 'direct' },
      author: { name: 'Grace' },
      emoji: ':rose:',
      present: false,
    })
  })

  it('reactions of bots are nothing', () => {
    expect(toInboundReaction(parts, readReaction({ ...reaction, user_id: bot }), true)).toBeUndefined()
    const otherBot = { ...reaction, guild_id: '100', member: { user: { ...grace, bot: true } } }
    expect(toInboundReaction(parts, readReaction(otherBot), true)).toBeUndefined()
  })

  it.each([
    [{ t: 'TYPING_START', d: {} }, 'other'],
    [{ op: 11 }, 'other'],
    ['text', 'other'],
    [{ t: 'MESSAGE_CREATE', d: { id: 'x' } }, 'unreadable'],
    [{ t: 'READY', d: null }, 'unreadable'],
    [{ t: 'MESSAGE_CREATE', d: { ...plain, content: 7 } }, 'unreadable'],
    [{ t: 'MESSAGE_CREATE', d: { ...plain, guild_id: null } }, 'unreadable'],
    [{ t: 'MESSAGE_CREATE', d: { ...plain, member: { nick: null } } }, 'unreadable'],
    [{ t: 'MESSAGE_UPDATE', d: { ...plain, edited_timestamp: '2026-11-31T99:00' } }, 'unreadable'],
  ])('%j is %s', (packet, expected) => {
    expect(parseDispatch(packet)).toBe(expected)
  })
})

describe('an address', () => {
  it.each([
    ['@7', { kind: 'direct', userId: '7' }],
    ['100/300', { kind: 'shared', guildId: '100', channelId: '300' }],
    ['@me/300', { kind: 'shared', channelId: '300' }],
  ] as const)('%s goes there and back', (written, address) => {
    expect(parseAddress(written as PlaceAddress)).toEqual(address)
    expect(formatAddress(address)).toBe(written)
  })

  it.each(['', '@', '7', '100/', '@me', '@x', 'a/b', '1/2/3', ' @7'])('%j is none', (written) => {
    expect(() => parseAddress(written as PlaceAddress)).toThrow(/not the address/)
  })

  it('links to a message, and tells its time', () => {
    const id = '175928847299117063' as PlatformMessageId
    expect(buildMessageLink({ guildId: '100', channelId: '300' }, id)).toBe(`https://discord.com/channels/100/300/${id}`)
    expect(buildMessageLink({ channelId: '300' }, id)).toBe(`https://discord.com/channels/@me/300/${id}`)
    expect(buildMessageLink({ channelId: '300' }, 'interaction:1' as PlatformMessageId)).toBeUndefined()
    expect(dateFromSnowflake(id)).toEqual(new Date('2016-04-30T11:18:25.796Z'))
  })
})
