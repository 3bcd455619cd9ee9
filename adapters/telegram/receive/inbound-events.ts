import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Author, InboundEvent, InboundMessage, InboundReaction, PlaceRef } from '../../../src/core/ports/platform.ts'
import { formatInvocation } from '../invocation.ts'
import {
  formatAddress,
  isInChat,
  parseSenderChat,
  type TelegramAddress,
  type TelegramCallbackQuery,
  type TelegramChat,
  type TelegramMembership,
  type TelegramMessage,
  type TelegramReactionUpdate,
  type TelegramStoppedGeneration,
  type TelegramUpdate,
  type TelegramUser,
  toPlaceKind,
  toPossibleDate,
} from '../payloads.ts'
import { extractMessageText, type TelegramIdentity, toAttachments, toDisplayName, toReferences } from './message-content.ts'

export interface TelegramInboundContext extends TelegramIdentity {
  readonly clock: Clock
}

export const platformName = 'telegram'

/** Converts an update to events. Returns none if the update is from the bot itself, is from a channel, or is about the chat itself. */
export function toInboundEvents(deps: TelegramInboundContext, update: TelegramUpdate): InboundEvent[] {
  const { message, edited_message: edited, callback_query: callbackQuery, message_reaction: reactions } = update
  if (message?.migrate_to_chat_id !== undefined) return [toMove(message.chat, message.migrate_to_chat_id)]
  if (message) return toArray(toInboundMessage(deps, message))
  // A live location is edited constantly without saying anything new.
  if (edited && !('location' in edited)) {
    const updated = toInboundMessage(deps, edited)
    return updated ? [{ ...updated, type: 'edit', editedAt: toPossibleDate(edited.edit_date ?? edited.date, deps.clock.now()) }] : []
  }
  if (callbackQuery) return toArray(toButtonAction(deps, update, callbackQuery))
  if (reactions) return toInboundReactions(deps, reactions)
  if (update.my_chat_member) return toArray(toDeparture(update.my_chat_member))
  return update.stopped_message_generation ? [toStopAction(deps, update, update.stopped_message_generation)] : []
}

const toArray = (event: InboundEvent | undefined): InboundEvent[] => (event ? [event] : [])

/** Returns the event that a group became a supergroup. Only supergroups have topics. */
function toMove(chat: TelegramChat, chatId: number): InboundEvent {
  const place: PlaceRef = { platform: platformName, tenant: '', address: formatAddress({ chatId: chat.id }), kind: 'shared' }
  return { type: 'move', place, to: formatAddress({ chatId }) }
}

/** Returns the event that the bot is no longer in a group. Telegram does not tell whether the group was deleted. */
function toDeparture({ chat, new_chat_member: bot }: TelegramMembership): InboundEvent | undefined {
  const isGroup = toPlaceKind({ chatId: chat.id }) === 'shared' && chat.type !== 'channel'
  return isGroup && !isInChat(bot) ? { type: 'departure', place: toPlaceRef(chat, {}), isDeleted: false } : undefined
}

function toButtonAction(
  { clock }: TelegramInboundContext,
  { update_id }: TelegramUpdate,
  callbackQuery: TelegramCallbackQuery,
): InboundEvent | undefined {
  if (!callbackQuery.message || callbackQuery.data === undefined || callbackQuery.from.is_bot) return undefined
  const { chat } = callbackQuery.message
  return {
    type: 'action',
    place: toPlaceRef(chat, callbackQuery.message),
    id: `press:${callbackQuery.id}` as PlatformMessageId,
    order: BigInt(update_id),
    author: toAuthor(callbackQuery.from),
    action: callbackQuery.data,
    ...(toPlaceKind({ chatId: chat.id }) === 'shared' && {
      invocation: formatInvocation({
        chat: toTelegramAddress(chat, callbackQuery.message),
        userId: callbackQuery.from.id,
        callbackQueryId: callbackQuery.id,
      }),
    }),
    sentAt: clock.now(),
  }
}

/** Converts a press of the button that stops a draft. Only private chats have that button, and there the chat's id is the user's. */
function toStopAction(
  { clock }: TelegramInboundContext,
  { update_id }: TelegramUpdate,
  { chat, message_thread_id }: TelegramStoppedGeneration,
): InboundEvent {
  return {
    type: 'action',
    place: toPlaceRef(chat, { message_thread_id, is_topic_message: message_thread_id !== undefined }),
    id: `stop:${update_id}` as PlatformMessageId,
    // Update numbers increase, and are greater than the message numbers of any chat.
    order: BigInt(update_id),
    author: { id: String(chat.id), name: chat.first_name ?? '', isBot: false },
    action: '/stop',
    sentAt: clock.now(),
  }
}

/** Telegram sends all of a user's emoji before and after the change. The differences are those added or removed. */
function toInboundReactions(
  { clock }: TelegramInboundContext,
  { chat, message_id, user, date, old_reaction, new_reaction }: TelegramReactionUpdate,
): InboundReaction[] {
  if (!user || user.is_bot) return []
  const emojiNames = (list: TelegramReactionUpdate['old_reaction']) =>
    list.flatMap(({ emoji, custom_emoji_id }) => emoji ?? custom_emoji_id ?? [])
  const [before, after] = [emojiNames(old_reaction), emojiNames(new_reaction)]
  const reaction = (emoji: string, present: boolean): InboundReaction => ({
    type: 'reaction',
    place: toPlaceRef(chat, {}),
    id: String(message_id) as PlatformMessageId,
    author: toAuthor(user),
    emoji,
    present,
    at: toPossibleDate(date, clock.now()),
  })
  return [
    ...before.filter((emoji) => !after.includes(emoji)).map((emoji) => reaction(emoji, false)),
    ...after.filter((emoji) => !before.includes(emoji)).map((emoji) => reaction(emoji, true)),
  ]
}

function toInboundMessage(deps: TelegramInboundContext, message: TelegramMessage): InboundMessage | undefined {
  const { from, chat, ephemeral_message_id: ephemeralMessageId } = message
  if (from?.id === deps.me.id || chat.type === 'channel') return undefined
  if (message.sender_chat) return toChatMessage(deps, message)
  if (!from) return undefined
  const content = extractMessageText(deps, message)
  if (content === undefined) return undefined
  // What somebody else wrote is no command of the person who forwards it.
  const isCommand = content.text.startsWith('/') && !message.forward_origin
  // A private message to the bot in a group, if it is not a command, is handled like a message in the direct chat.
  const place = ephemeralMessageId !== undefined && !isCommand ? toDirectPlace(from) : toPlaceRef(chat, message)
  const reply = findReplyTarget(message)
  const isInChat = place.kind === toPlaceKind({ chatId: chat.id })
  const isForBot = ephemeralMessageId !== undefined || content.addressed || reply?.from?.id === deps.me.id
  const addressed = place.kind === 'direct' || (isForBot && !content.forAnotherBot)
  return {
    type: 'message',
    place,
    ...toMessageIdentity(message),
    author: toAuthor(from),
    text: content.text,
    addressed,
    ...(reply && isInChat && { replyTo: String(reply.message_id) as PlatformMessageId }),
    ...toReferences(message, reply && (isInChat ? reply : { ...reply, message_id: 0 }), deps.clock.now()),
    ...toAttachments(message),
    ...(place.kind === 'shared' &&
      addressed &&
      isCommand && {
        invocation: formatInvocation({
          chat: toTelegramAddress(chat, message),
          userId: from.id,
          ...(ephemeralMessageId !== undefined && { ephemeralMessageId }),
        }),
      }),
    sentAt: toPossibleDate(message.date, deps.clock.now()),
  }
}

/**
 * Converts a message that a chat posts in a group: an anonymous administrator in the name of the group, or a channel. Nobody can be answered
 * there, so it is never addressed to the bot.
 */
function toChatMessage(deps: TelegramInboundContext, message: TelegramMessage): InboundMessage | undefined {
  const { chat } = message
  const sender = parseSenderChat(message.sender_chat)
  const text = extractMessageText(deps, message)?.text
  const isOrdinary = toPlaceKind({ chatId: chat.id }) === 'shared' && message.ephemeral_message_id === undefined
  if (!sender || text === undefined || !isOrdinary) return undefined
  const reply = findReplyTarget(message)
  return {
    type: 'message',
    place: toPlaceRef(chat, message),
    ...toMessageIdentity(message),
    author: { id: String(sender.id), name: sender.title ?? '', isBot: false },
    text,
    addressed: false,
    ...(reply && { replyTo: String(reply.message_id) as PlatformMessageId }),
    ...toReferences(message, reply, deps.clock.now()),
    ...toAttachments(message),
    sentAt: toPossibleDate(message.date, deps.clock.now()),
  }
}

/** Returns the id and order of a message. Ephemeral messages have no number in their chat, and their ids are reused after a while. */
function toMessageIdentity({ message_id, ephemeral_message_id, date = 0 }: TelegramMessage): Pick<InboundMessage, 'id' | 'order'> {
  if (ephemeral_message_id === undefined) return { id: String(message_id) as PlatformMessageId, order: BigInt(message_id) }
  return { id: `ephemeral:${date}.${ephemeral_message_id}` as PlatformMessageId, order: BigInt(ephemeral_message_id) }
}

/**
 * Returns the message replied to, if any. In a topic, Telegram reports a message that is not a reply as a reply to the topic's first
 * message. Ephemeral messages have no number to refer to.
 */
function findReplyTarget(message: TelegramMessage): TelegramMessage['reply_to_message'] {
  const reply = message.reply_to_message
  const isTopicOpening =
    reply?.forum_topic_created !== undefined || (message.is_topic_message && reply?.message_id === message.message_thread_id)
  return isTopicOpening || reply?.message_id === 0 ? undefined : reply
}

interface TelegramTopicFields {
  readonly message_thread_id?: number | undefined
  readonly is_topic_message?: boolean | undefined
}

/** Returns the address of a place. Outside topics, message_thread_id only groups replies. */
function toTelegramAddress({ id }: TelegramChat, { is_topic_message, message_thread_id: topicId }: TelegramTopicFields): TelegramAddress {
  return { chatId: id, ...(is_topic_message && topicId !== undefined && { topicId }) }
}

function toPlaceRef(chat: TelegramChat, topic: TelegramTopicFields): PlaceRef {
  const address = toTelegramAddress(chat, topic)
  return {
    platform: platformName,
    tenant: '',
    address: formatAddress(address),
    kind: toPlaceKind(address),
    ...(chat.title !== undefined && { title: chat.title }),
  }
}

const toDirectPlace = ({ id }: TelegramUser): PlaceRef => toPlaceRef({ id, type: 'private' }, {})

function toAuthor(user: TelegramUser): Author {
  return {
    id: String(user.id),
    name: toDisplayName(user),
    isBot: user.is_bot,
    ...(user.username !== undefined && { handle: user.username }),
    ...(user.language_code !== undefined && { locale: user.language_code }),
  }
}
