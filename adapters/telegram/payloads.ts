import { z } from 'zod'

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
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})

const chat = z.object({
  id: z.int(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  first_name: z.string().optional(),
})

const entity = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  url: z.string().optional(),
  language: z.string().optional(),
  user: z.object({ id: z.int() }).optional(),
})

const messageLocation = z.object({
  message_id: z.int(),
  chat,
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
})

/** Other fields are kept, because the name of a field tells what a message without text contains. */
const message = z.looseObject({
  ...messageLocation.shape,
  /** Present if only the author of the message and the bot can see it. The message_id is then 0. */
  ephemeral_message_id: z.int().optional(),
  date: z.int(),
  edit_date: z.int().optional(),
  from: user.optional(),
  /** Present if a chat posts the message instead of a user. */
  sender_chat: z.unknown().optional(),
  text: z.string().optional(),
  entities: z.array(entity).optional(),
  caption: z.string().optional(),
  caption_entities: z.array(entity).optional(),
  reply_to_message: z.object({ message_id: z.int(), from: user.optional(), forum_topic_created: z.unknown().optional() }).optional(),
  migrate_to_chat_id: z.int().optional(),
})

const reaction = z.object({ type: z.string(), emoji: z.string().optional(), custom_emoji_id: z.string().optional() })

/** The reactions to a message. Anonymous if there is no user. */
const reactionUpdate = z.object({
  chat,
  message_id: z.int(),
  user: user.optional(),
  date: z.int(),
  old_reaction: z.array(reaction),
  new_reaction: z.array(reaction),
})

const update = z.object({
  update_id: z.int(),
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z.object({ id: z.string(), from: user, data: z.string().optional(), message: messageLocation.optional() }).optional(),
  message_reaction: reactionUpdate.optional(),
  my_chat_member: z.object({ chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
  stopped_message_generation: z.object({ chat, message_thread_id: z.int().optional(), draft_id: z.int() }).optional(),
})

export type TelegramUser = z.infer<typeof user>
export type TelegramChat = z.infer<typeof chat>
export type TelegramEntity = z.infer<typeof entity>
export type TelegramMessage = z.infer<typeof message>
export type TelegramReactionUpdate = z.infer<typeof reactionUpdate>
export type TelegramUpdate = z.infer<typeof update>
export type TelegramCallbackQuery = NonNullable<TelegramUpdate['callback_query']>
export type TelegramStoppedGeneration = NonNullable<TelegramUpdate['stopped_message_generation']>

/** Parses the fields that we read from an update. Undefined if it is malformed. */
export function parseUpdate(raw: unknown): TelegramUpdate | undefined {
  const parsed = update.safeParse(raw)
  return parsed.success ? parsed.data : undefined
}

/** Returns the number of an update, even if the rest of it is unreadable. */
export function parseUpdateId(raw: unknown): number | undefined {
  return z.object({ update_id: z.int() }).safeParse(raw).data?.update_id
}

/** Returns the chat of an update. Updates of one chat are processed in order. */
export function getChatId(update: TelegramUpdate): number | undefined {
  const source = update.message ?? update.edited_message ?? update.callback_query?.message
  return (source ?? update.message_reaction ?? update.my_chat_member ?? update.stopped_message_generation)?.chat.id
}
