import type { Clock } from '../../src/core/clock.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Author, InboundEvent, InboundMessage, PlaceRef } from '../../src/core/platform.ts'
import { addressOf, type ChatAddress, kindOf } from './address.ts'
import { toMarkdown } from './to-markdown.ts'
import type { TelegramChat, TelegramEntity, TelegramMessage, TelegramPerson, TelegramUpdate } from './updates.ts'

export interface InboundParts {
  /** The bot itself. */
  readonly me: { readonly id: number; readonly username: string }
  /** Names of our commands, without the slash. */
  readonly commands: ReadonlySet<string>
  readonly clock: Clock
}

export const platformName = 'telegram'

/** What a message can hold in place of text, and the word that stands for it. */
const mediaWords: Readonly<Record<string, string>> = {
  animation: 'animation',
  audio: 'audio',
  contact: 'contact',
  dice: 'dice',
  document: 'file',
  location: 'location',
  paid_media: 'media',
  photo: 'photo',
  poll: 'poll',
  sticker: 'sticker',
  story: 'story',
  video: 'video',
  video_note: 'video message',
  voice: 'voice message',
}

/** What an update is to us; undefined when it is nothing: from a bot, from a channel, about the chat itself. */
export function inboundEvent(parts: InboundParts, update: TelegramUpdate): InboundEvent | undefined {
  const { message, edited_message: edited, callback_query: press, stopped_message_generation: stopped } = update
  if (message?.migrate_to_chat_id !== undefined) {
    // Its topics, if it has any, come into being only there.
    const to = addressOf({ chatId: message.migrate_to_chat_id })
    return {
      type: 'move',
      place: { platform: platformName, tenant: '', address: addressOf({ chatId: message.chat.id }), kind: 'shared' },
      to,
    }
  }
  if (message) return inboundMessage(parts, message)
  // A live location is edited all the time, and says the same.
  if (edited && !('location' in edited)) {
    const now = inboundMessage(parts, edited)
    return now && { ...now, type: 'edit', editedAt: dateOf(edited.edit_date ?? edited.date) }
  }
  if (press?.message && press.data !== undefined && !press.from.is_bot) {
    return action(parts, {
      update,
      chat: press.message.chat,
      topic: press.message,
      author: press.from,
      id: `press:${press.id}`,
      action: press.data,
    })
  }
  if (stopped) {
    // Only a private chat has such a button, and there the chat's id is the person's.
    const author = { id: stopped.chat.id, is_bot: false, first_name: stopped.chat.first_name ?? '' }
    const topic = { message_thread_id: stopped.message_thread_id, is_topic_message: stopped.message_thread_id !== undefined }
    return action(parts, { update, chat: stopped.chat, topic, author, id: `stop:${update.update_id}`, action: '/stop' })
  }
  return undefined
}

interface Pressed {
  readonly update: TelegramUpdate
  readonly chat: TelegramChat
  readonly topic: Topic
  readonly author: TelegramPerson
  readonly id: string
  readonly action: string
}

function action({ clock }: InboundParts, pressed: Pressed): InboundEvent {
  return {
    type: 'action',
    place: placeOf(pressed.chat, pressed.topic),
    id: pressed.id as PlatformMessageId,
    // Update numbers grow with time, and are above the message numbers of any chat.
    order: BigInt(pressed.update.update_id),
    author: authorOf(pressed.author),
    action: pressed.action,
    sentAt: clock.now(),
  }
}

function inboundMessage(parts: InboundParts, message: TelegramMessage): InboundMessage | undefined {
  const { from, chat } = message
  // Anonymous administrators and channels speak through a bot's account, or for a chat: there is no person to answer.
  if (!from || from.is_bot || message.sender_chat !== undefined || chat.type === 'channel') return undefined
  const said = textOf(parts, message)
  if (said === undefined) return undefined
  const place = placeOf(chat, message)
  const reply = replyOf(message)
  return {
    type: 'message',
    place,
    id: String(message.message_id) as PlatformMessageId,
    order: BigInt(message.message_id),
    author: authorOf(from),
    text: said.text,
    addressed: place.kind === 'direct' || said.addressed || reply?.from?.id === parts.me.id,
    ...(reply && { replyTo: String(reply.message_id) as PlatformMessageId }),
    sentAt: dateOf(message.date),
  }
}

interface SaidText {
  readonly text: string
  /** By a mention or by a command. */
  readonly addressed: boolean
}

function textOf(parts: InboundParts, message: TelegramMessage): SaidText | undefined {
  const raw = message.text ?? message.caption
  if (raw === undefined) {
    const word = Object.entries(mediaWords).find(([field]) => field in message)?.[1]
    return word === undefined ? undefined : { text: `[${word}]`, addressed: false }
  }
  // No database takes a zero character.
  const text = raw.replaceAll('\0', ' ')
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? []
  return commandOf(parts, text, entities) ?? saidText(parts, text, entities)
}

/** A command of ours at the beginning: "/find@name words" as "/find words". The words of a command are taken plain. */
function commandOf({ me, commands }: InboundParts, text: string, entities: readonly TelegramEntity[]): SaidText | undefined {
  const entity = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity) return undefined
  const [, name = '', bot] = /^\/(\w+)(?:@(\w+))?$/.exec(text.slice(0, entity.length)) ?? []
  if (bot !== undefined && bot.toLowerCase() !== me.username.toLowerCase()) return { text, addressed: false }
  const rest = text.slice(entity.length)
  // Without a name a group's command may be meant for another bot, unless it is one of ours.
  return { text: `/${name.toLowerCase()}${rest}`.trim(), addressed: bot !== undefined || commands.has(name.toLowerCase()) }
}

function saidText({ me }: InboundParts, text: string, entities: readonly TelegramEntity[]): SaidText {
  const mention = `@${me.username}`.toLowerCase()
  const mentions = entities.filter(
    ({ type, offset, length, user }) =>
      (type === 'mention' && text.slice(offset, offset + length).toLowerCase() === mention) ||
      (type === 'text_mention' && user?.id === me.id),
  )
  if (mentions.length === 0) return { text: toMarkdown(text, entities), addressed: false }
  // With the blanks after it, and the comma or colon that people put there when it comes first.
  const cuts = mentions.map(({ offset, length }) => {
    const after = (text.slice(0, offset).trim() === '' ? /^[\s,:]*/ : /^\s*/).exec(text.slice(offset + length))?.[0].length ?? 0
    return { offset, length: length + after }
  })
  const rest = toMarkdown(text, entities, cuts).trim()
  return { text: rest === '' ? text : rest, addressed: true }
}

/** In a topic, what is no reply is given as a reply to the message that opened the topic. */
function replyOf(message: TelegramMessage): TelegramMessage['reply_to_message'] {
  const reply = message.reply_to_message
  const opening = reply?.forum_topic_created !== undefined || (message.is_topic_message && reply?.message_id === message.message_thread_id)
  return opening ? undefined : reply
}

interface Topic {
  readonly message_thread_id?: number | undefined
  readonly is_topic_message?: boolean | undefined
}

function placeOf(chat: TelegramChat, topic: Topic): PlaceRef {
  // Outside of topics, message_thread_id only strings replies together.
  const topicId = topic.is_topic_message ? topic.message_thread_id : undefined
  const address: ChatAddress = { chatId: chat.id, ...(topicId !== undefined && { topicId }) }
  return {
    platform: platformName,
    tenant: '',
    address: addressOf(address),
    kind: kindOf(address),
    ...(chat.title !== undefined && { title: chat.title }),
  }
}

function authorOf(person: TelegramPerson): Author {
  return {
    id: String(person.id),
    name: [person.first_name, person.last_name].filter(Boolean).join(' '),
    isBot: person.is_bot,
    ...(person.language_code !== undefined && { locale: person.language_code }),
  }
}

/** Telegram's times are seconds. */
function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
