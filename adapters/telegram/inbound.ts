import type { Clock } from '../../src/core/clock.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Author, InboundEvent, InboundMessage, InboundReaction, PlaceRef } from '../../src/core/platform.ts'
import { addressOf, type ChatAddress, kindOf } from './address.ts'
import { attachmentsOf } from './attachments.ts'
import { invocationOf } from './invocation.ts'
import { type SaidParts, saidIn } from './said.ts'
import type {
  TelegramChat,
  TelegramMessage,
  TelegramPerson,
  TelegramPress,
  TelegramReactions,
  TelegramStop,
  TelegramUpdate,
} from './updates.ts'

export interface InboundParts extends SaidParts {
  readonly clock: Clock
}

export const platformName = 'telegram'

/** What an update is to us: nothing, when it is from the bot itself, from a channel, or about the chat itself. */
export function inboundEvents(parts: InboundParts, update: TelegramUpdate): InboundEvent[] {
  const { message, edited_message: edited, callback_query: press, message_reaction: reactions } = update
  if (message?.migrate_to_chat_id !== undefined) return [move(message.chat, message.migrate_to_chat_id)]
  if (message) return listed(inboundMessage(parts, message))
  // A live location is edited all the time, and says the same.
  if (edited && !('location' in edited)) {
    const now = inboundMessage(parts, edited)
    return now ? [{ ...now, type: 'edit', editedAt: dateOf(edited.edit_date ?? edited.date) }] : []
  }
  if (press) return listed(pressed(parts, update, press))
  if (reactions) return inboundReactions(reactions)
  return update.stopped_message_generation ? [stopped(parts, update, update.stopped_message_generation)] : []
}

const listed = (event: InboundEvent | undefined): InboundEvent[] => (event ? [event] : [])

/** A group that became a supergroup. Its topics, if it has any, come into being only there. */
function move(chat: TelegramChat, chatId: number): InboundEvent {
  const place: PlaceRef = { platform: platformName, tenant: '', address: addressOf({ chatId: chat.id }), kind: 'shared' }
  return { type: 'move', place, to: addressOf({ chatId }) }
}

function pressed({ clock }: InboundParts, { update_id }: TelegramUpdate, press: TelegramPress): InboundEvent | undefined {
  if (!press.message || press.data === undefined || press.from.is_bot) return undefined
  const { chat } = press.message
  return {
    type: 'action',
    place: placeOf(chat, press.message),
    id: `press:${press.id}` as PlatformMessageId,
    order: BigInt(update_id),
    author: authorOf(press.from),
    action: press.data,
    ...(kindOf({ chatId: chat.id }) === 'shared' && {
      invocation: invocationOf({ chat: chatAddress(chat, press.message), personId: press.from.id, pressId: press.id }),
    }),
    sentAt: clock.now(),
  }
}

/** Only a private chat has the button that stops a draft, and there the chat's id is the person's. */
function stopped({ clock }: InboundParts, { update_id }: TelegramUpdate, { chat, message_thread_id }: TelegramStop): InboundEvent {
  return {
    type: 'action',
    place: placeOf(chat, { message_thread_id, is_topic_message: message_thread_id !== undefined }),
    id: `stop:${update_id}` as PlatformMessageId,
    // Update numbers grow with time, and are above the message numbers of any chat.
    order: BigInt(update_id),
    author: { id: String(chat.id), name: chat.first_name ?? '', isBot: false },
    action: '/stop',
    sentAt: clock.now(),
  }
}

/** Telegram gives all the emoji of a person before and after; what differs was put there or taken away. */
function inboundReactions({ chat, message_id, user, date, old_reaction, new_reaction }: TelegramReactions): InboundReaction[] {
  if (!user || user.is_bot) return []
  const names = (list: TelegramReactions['old_reaction']) => list.flatMap(({ emoji, custom_emoji_id }) => emoji ?? custom_emoji_id ?? [])
  const [before, after] = [names(old_reaction), names(new_reaction)]
  const reaction = (emoji: string, present: boolean): InboundReaction => ({
    type: 'reaction',
    place: placeOf(chat, {}),
    id: String(message_id) as PlatformMessageId,
    author: authorOf(user),
    emoji,
    present,
    at: dateOf(date),
  })
  return [
    ...before.filter((emoji) => !after.includes(emoji)).map((emoji) => reaction(emoji, false)),
    ...after.filter((emoji) => !before.includes(emoji)).map((emoji) => reaction(emoji, true)),
  ]
}

function inboundMessage(parts: InboundParts, message: TelegramMessage): InboundMessage | undefined {
  const { from, chat, ephemeral_message_id: ephemeralId } = message
  // Anonymous administrators and channels speak through a bot's account, or for a chat: there is no person to answer.
  if (!from || from.id === parts.me.id || message.sender_chat !== undefined || chat.type === 'channel') return undefined
  const said = saidIn(parts, message)
  if (said === undefined) return undefined
  const isCommand = said.text.startsWith('/')
  // What is said in a group for the bot alone, and is no command, is answered in private like what is said in private.
  const place = ephemeralId !== undefined && !isCommand ? privateChat(from) : placeOf(chat, message)
  const reply = replyOf(message)
  const forUs = ephemeralId !== undefined || said.addressed || reply?.from?.id === parts.me.id
  const addressed = place.kind === 'direct' || (forUs && !said.forAnotherBot)
  return {
    type: 'message',
    place,
    ...identity(message),
    author: authorOf(from),
    text: said.text,
    addressed,
    ...(reply && { replyTo: String(reply.message_id) as PlatformMessageId }),
    ...attachmentsOf(message),
    ...(place.kind === 'shared' &&
      addressed &&
      isCommand && {
        invocation: invocationOf({
          chat: chatAddress(chat, message),
          personId: from.id,
          ...(ephemeralId !== undefined && { ephemeralId }),
        }),
      }),
    sentAt: dateOf(message.date),
  }
}

/** Ephemeral messages have no number of their own among those of the chat, and their ids come back after a while. */
function identity({ message_id, ephemeral_message_id, date }: TelegramMessage): Pick<InboundMessage, 'id' | 'order'> {
  if (ephemeral_message_id === undefined) return { id: String(message_id) as PlatformMessageId, order: BigInt(message_id) }
  return { id: `ephemeral:${date}.${ephemeral_message_id}` as PlatformMessageId, order: BigInt(ephemeral_message_id) }
}

/** In a topic, what is no reply is given as a reply to the message that opened the topic; ephemeral messages have no number. */
function replyOf(message: TelegramMessage): TelegramMessage['reply_to_message'] {
  const reply = message.reply_to_message
  const opening = reply?.forum_topic_created !== undefined || (message.is_topic_message && reply?.message_id === message.message_thread_id)
  return opening || reply?.message_id === 0 ? undefined : reply
}

interface Topic {
  readonly message_thread_id?: number | undefined
  readonly is_topic_message?: boolean | undefined
}

/** Outside of topics, message_thread_id only strings replies together. */
function chatAddress({ id }: TelegramChat, { is_topic_message, message_thread_id: topicId }: Topic): ChatAddress {
  return { chatId: id, ...(is_topic_message && topicId !== undefined && { topicId }) }
}

function placeOf(chat: TelegramChat, topic: Topic): PlaceRef {
  const address = chatAddress(chat, topic)
  return {
    platform: platformName,
    tenant: '',
    address: addressOf(address),
    kind: kindOf(address),
    ...(chat.title !== undefined && { title: chat.title }),
  }
}

const privateChat = ({ id }: TelegramPerson): PlaceRef => placeOf({ id, type: 'private' }, {})

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
