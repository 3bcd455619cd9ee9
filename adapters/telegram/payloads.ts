import { z } from 'zod'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { PlaceKind } from '../../src/core/domain/messages.ts'
import { optionalField, readableItems } from '../kit/payload-fields.ts'

/** The updates we request. https://core.telegram.org/bots/api#update */
export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'message_reaction',
  'my_chat_member',
  'stopped_message_generation',
] as const

const user = z.object({
  id: z.int(),
  is_bot: z.boolean().catch(false),
  first_name: z.string().catch(''),
  last_name: optionalField(z.string()),
  username: optionalField(z.string()),
  language_code: optionalField(z.string()),
})

const chat = z.object({
  id: z.int(),
  type: optionalField(z.string()),
  title: optionalField(z.string()),
  first_name: optionalField(z.string()),
})

const entity = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  url: optionalField(z.string()),
  language: optionalField(z.string()),
  user: optionalField(z.object({ id: z.int() })),
})

/** In seconds. Not validated, because a message is not lost for an impossible time. */
const time = optionalField(z.number())

const messageLocation = z.object({
  message_id: z.int(),
  chat,
  message_thread_id: optionalField(z.int()),
  is_topic_message: optionalField(z.boolean()),
})

/** What a message says. Other fields are kept, because the name of a field tells what a message without text contains. */
export const TelegramContent = z.looseObject({
  text: optionalField(z.string()),
  entities: readableItems(entity),
  caption: optionalField(z.string()),
  caption_entities: readableItems(entity),
})

/** A chat that posts a message instead of a user. */
const senderChat = optionalField(z.object({ title: optionalField(z.string()) }))

/** https://core.telegram.org/bots/api#messageorigin */
const messageOrigin = z.object({
  date: time,
  sender_user: optionalField(user),
  sender_user_name: optionalField(z.string()),
  sender_chat: senderChat,
  chat: senderChat,
})

const repliedMessage = z.looseObject({
  ...TelegramContent.shape,
  message_id: z.int(),
  date: time,
  from: optionalField(user),
  sender_chat: senderChat,
  forum_topic_created: z.unknown().optional(),
})

/** A message of another chat or topic. https://core.telegram.org/bots/api#externalreplyinfo */
const externalReply = z.looseObject({ origin: messageOrigin })

/** A part of a message. https://core.telegram.org/bots/api#textquote */
const textQuote = z.object({ text: z.string(), entities: readableItems(entity) })

const message = z.looseObject({
  ...TelegramContent.shape,
  ...messageLocation.shape,
  /** Present if only the author of the message and the bot can see it. The message_id is then 0. */
  ephemeral_message_id: z.int().optional(),
  date: time,
  edit_date: time,
  from: user.optional(),
  /** Present if a chat posts the message instead of a user. */
  sender_chat: z.unknown().optional(),
  text: z.string().optional(),
  reply_to_message: optionalField(repliedMessage),
  external_reply: optionalField(externalReply),
  quote: optionalField(textQuote),
  forward_origin: optionalField(messageOrigin),
  migrate_to_chat_id: z.int().optional(),
})

const reaction = z.object({
  emoji: optionalField(z.string()),
  custom_emoji_id: optionalField(z.string()),
})

/** The reactions to a message. Anonymous if there is no user. */
const reactionUpdate = z.object({
  chat,
  message_id: z.int(),
  user: user.optional(),
  date: time,
  old_reaction: readableItems(reaction),
  new_reaction: readableItems(reaction),
})

/** A chat's relation to one of its members. https://core.telegram.org/bots/api#chatmember */
export const telegramMember = z.object({ status: z.string(), is_member: optionalField(z.boolean()) })

/** Numbers of updates are 32-bit. A larger one would acknowledge all updates to come. */
const updateId = z.int32().positive()

/** Unknown fields and updates that we do not request are left out. */
const update = z.object({
  update_id: updateId,
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z.object({ id: z.string(), from: user, data: z.string().optional(), message: messageLocation.optional() }).optional(),
  message_reaction: reactionUpdate.optional(),
  my_chat_member: z.object({ chat, new_chat_member: telegramMember }).optional(),
  stopped_message_generation: z.object({ chat, message_thread_id: optionalField(z.int()) }).optional(),
})

export type TelegramMember = z.infer<typeof telegramMember>
export type TelegramUser = z.infer<typeof user>
export type TelegramChat = z.infer<typeof chat>
export type TelegramEntity = z.infer<typeof entity>
export type TelegramMessage = z.infer<typeof message>
export type TelegramMessageContent = z.infer<typeof TelegramContent>
export type TelegramMessageOrigin = z.infer<typeof messageOrigin>
export type TelegramReactionUpdate = z.infer<typeof reactionUpdate>
export type TelegramUpdate = z.infer<typeof update>
export type TelegramCallbackQuery = NonNullable<TelegramUpdate['callback_query']>
export type TelegramMembership = NonNullable<TelegramUpdate['my_chat_member']>
export type TelegramStoppedGeneration = NonNullable<TelegramUpdate['stopped_message_generation']>

/** Parses the chat that posted a message in place of a user. Undefined if it is malformed. */
export const parseSenderChat = (senderChat: unknown): TelegramChat | undefined => chat.safeParse(senderChat).data

/** Whether somebody is in a chat. Those with restrictions can be in there or not. */
export const isInChat = ({ status, is_member: isMember }: TelegramMember): boolean =>
  ['creator', 'administrator', 'member'].includes(status) || (status === 'restricted' && isMember === true)

/** The log message for an update that cannot be parsed. */
export const unreadableUpdate = 'A Telegram update could not be read; skipped it'

/** Parses the fields that we read from an update. Undefined if it is malformed. */
export function parseUpdate(raw: unknown): TelegramUpdate | undefined {
  const parsed = update.safeParse(raw)
  return parsed.success ? parsed.data : undefined
}

/** Returns the number of an update, even if the rest of it is unreadable. */
export function parseUpdateId(raw: unknown): number | undefined {
  return z.object({ update_id: updateId }).safeParse(raw).data?.update_id
}

/** Returns the chat of an update. Updates of one chat are processed in order. */
export function getChatId(update: TelegramUpdate): number | undefined {
  const source = update.message ?? update.edited_message ?? update.callback_query?.message
  return (source ?? update.message_reaction ?? update.my_chat_member ?? update.stopped_message_generation)?.chat.id
}

/** Telegram has existed since then, and so has no older message. */
const earliestMs = Date.UTC(2013, 7, 14)
/** A time may be ahead of our clock by this much. */
const maxAheadMs = 86_400_000

/**
 * Converts one of Telegram's times, which are in seconds. Returns `now` if there is none, or if it is impossible: Telegram reports what
 * has just happened, and a message far in the future would open a day that all later messages belong to.
 */
export function toPossibleDate(seconds: number | undefined, now: Date): Date {
  const ms = (seconds ?? Number.NaN) * 1000
  return ms >= earliestMs && ms <= now.getTime() + maxAheadMs ? new Date(ms) : now
}

/** A chat, or one topic of it. */
export interface TelegramAddress {
  readonly chatId: number
  readonly topicId?: number
}

/** Formats "<chat>" or "<chat>/<topic>". Persisted, so this form must stay readable. */
export function formatAddress({ chatId, topicId }: TelegramAddress): PlaceAddress {
  return (topicId === undefined ? `${chatId}` : `${chatId}/${topicId}`) as PlaceAddress
}

/** Throws PlatformError('rejected') for an address that this adapter did not create. */
export function parseAddress(address: PlaceAddress): TelegramAddress {
  const [, chat, topic] = /^(-?\d{1,16})(?:\/(\d{1,10}))?$/.exec(address) ?? []
  if (chat === undefined) throw new PlatformError('rejected', `"${address}" is not the address of a Telegram chat.`)
  return { chatId: Number(chat), ...(topic !== undefined && { topicId: Number(topic) }) }
}

/** Users have positive chat ids, and groups have negative ones. */
export function toPlaceKind({ chatId }: TelegramAddress): PlaceKind {
  return chatId > 0 ? 'direct' : 'shared'
}

/** Returns the number of a message on Telegram. Undefined for other ids, such as that of a button press. */
export function toTelegramMessageId(id: PlatformMessageId): number | undefined {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? Number(id) : undefined
}

/**
 * Returns a link for members of a supergroup. Undefined for other chats, which have no links.
 * https://core.telegram.org/api/links#private-message-links
 */
export function buildMessageLink({ chatId, topicId }: TelegramAddress, id: PlatformMessageId): string | undefined {
  const [, group] = /^-100(\d+)$/.exec(String(chatId)) ?? []
  const message = toTelegramMessageId(id)
  if (group === undefined || message === undefined) return undefined
  return ['https://t.me/c', group, ...(topicId === undefined ? [] : [topicId]), message].join('/')
}
