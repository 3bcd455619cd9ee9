import { z } from 'zod'
import { optionalField, readableItems } from '../kit/payload-fields.ts'

const id = z.string().regex(/^\d{1,20}$/)

const instant = z.string().pipe(z.coerce.date())

const user = z.object({
  id,
  username: z.string().catch(''),
  global_name: optionalField(z.string()),
  bot: optionalField(z.boolean()),
  system: optionalField(z.boolean()),
})

const member = z.object({ nick: optionalField(z.string()), user: user.optional() })
const authorMember = optionalField(member.partial())

const attachment = z.object({
  filename: z.string().catch('file'),
  content_type: optionalField(z.string()),
  size: optionalField(z.int().nonnegative()),
  url: z.string(),
})

/** What a message says. */
const messageContent = z.object({
  content: z.string().default(''),
  flags: z.int().catch(0),
  mentions: readableItems(z.object({ ...user.shape, member: authorMember })),
  attachments: readableItems(attachment),
  sticker_items: optionalField(z.array(z.unknown())),
  poll: z.unknown().optional(),
})

/** https://discord.com/developers/docs/resources/message#message-snapshot-object */
const messageSnapshot = z.object({
  message: optionalField(z.object({ ...messageContent.shape, content: z.string().catch(''), timestamp: optionalField(instant) })),
})

const referencedMessage = z.object({
  ...messageContent.shape,
  content: z.string().catch(''),
  id: optionalField(id),
  author: optionalField(user),
  member: authorMember,
})

/** https://discord.com/developers/docs/resources/message#message-object */
const message = z.object({
  ...messageContent.shape,
  id,
  channel_id: id,
  /** Absent in direct chats, so an event without a valid one is not read. */
  guild_id: id.optional(),
  type: z.int().default(0),
  author: user.optional(),
  member: authorMember,
  webhook_id: z.unknown().optional(),
  edited_timestamp: instant.nullish().catch(undefined),
  message_reference: optionalField(
    z.object({ type: optionalField(z.int()), message_id: optionalField(id), channel_id: optionalField(id) }),
  ),
  referenced_message: optionalField(referencedMessage),
  message_snapshots: readableItems(messageSnapshot),
})

/** Only on servers does an author have a member, and then the server must be named. */
function isComplete({ guild_id: guildId, member: authorOnServer }: { readonly guild_id?: unknown; readonly member?: unknown }): boolean {
  return guildId !== undefined || authorOnServer === undefined
}

/** Without a valid time, it is not known whether a user edited the message. */
const edit = message.extend({ edited_timestamp: instant.nullish() })

const deletion = z.object({ id, channel_id: id, guild_id: id.optional() })
const bulkDeletion = z.object({ ids: readableItems(id), channel_id: id, guild_id: id.optional() })

/** Without `unavailable`, the bot is no longer on the server. https://discord.com/developers/docs/events/gateway-events#guild-delete */
const guildDeletion = z.object({ id, unavailable: z.boolean().nullish() })
const channelDeletion = z.object({ id, guild_id: id.optional() })

const reaction = z.object({
  user_id: id,
  channel_id: id,
  message_id: id,
  guild_id: id.optional(),
  member: optionalField(member),
  emoji: z.object({ id: optionalField(id), name: optionalField(z.string()) }),
})

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: optionalField(z.boolean()),
})

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object */
const interaction = z.object({
  id,
  application_id: id,
  type: z.int(),
  token: z.string(),
  /** Where the interaction took place. 0: a server, 1: the direct chat with the bot, 2: another private chat. */
  context: optionalField(z.int()),
  guild_id: id.optional(),
  channel_id: id.optional(),
  member: member.optional(),
  user: user.optional(),
  locale: optionalField(z.string()),
  data: z
    .object({
      name: z.string().optional(),
      options: z.array(option).optional(),
      target_id: id.optional(),
      /** The objects that a menu command was used on, by id. */
      resolved: optionalField(z.object({ messages: z.record(z.string(), message).optional() })),
      custom_id: z.string().optional(),
    })
    .optional(),
})

/** The content of a sent message. */
const sentMessage = z.object({
  id,
  content: z.string(),
  components: z.array(z.object({ components: z.array(z.object({ label: z.string(), custom_id: z.string() })) })).default([]),
})

const ready = z.object({ user, application: optionalField(z.object({ id })) })

export type DiscordUser = z.infer<typeof user>
export type DiscordMember = z.infer<typeof member>
export type DiscordMessage = z.infer<typeof message>
export type DiscordMessageContent = z.infer<typeof messageContent>
export type DiscordAttachment = z.infer<typeof attachment>
export type DiscordReaction = z.infer<typeof reaction>
export type DiscordInteraction = z.infer<typeof interaction>
export type DiscordSentMessage = z.infer<typeof sentMessage>

const dispatch = z.discriminatedUnion('t', [
  z.object({ t: z.literal('READY'), d: ready }),
  z.object({ t: z.literal('MESSAGE_CREATE'), d: message.refine(isComplete) }),
  z.object({ t: z.literal('MESSAGE_UPDATE'), d: edit.refine(isComplete) }),
  z.object({ t: z.literal('MESSAGE_DELETE'), d: deletion }),
  z.object({ t: z.literal('MESSAGE_DELETE_BULK'), d: bulkDeletion }),
  z.object({ t: z.literal('GUILD_DELETE'), d: guildDeletion }),
  z.object({ t: z.literal('CHANNEL_DELETE'), d: channelDeletion }),
  z.object({ t: z.literal('THREAD_DELETE'), d: channelDeletion }),
  z.object({ t: z.literal('MESSAGE_REACTION_ADD'), d: reaction.refine(isComplete) }),
  z.object({ t: z.literal('MESSAGE_REACTION_REMOVE'), d: reaction }),
  z.object({ t: z.literal('INTERACTION_CREATE'), d: interaction }),
])

export type DiscordDispatch = z.infer<typeof dispatch>

const dispatchTypes: ReadonlySet<unknown> = new Set(dispatch.options.map(({ shape }) => shape.t.value))

/**
 * Parses the fields that we read from a gateway event. Returns 'other' for an event that we ignore, and 'unreadable' for one that is not
 * as documented.
 */
export function parseDispatch(raw: unknown): DiscordDispatch | 'other' | 'unreadable' {
  const parsed = dispatch.safeParse(raw)
  if (parsed.success) return parsed.data
  return dispatchTypes.has(parseDispatchType(raw)) ? 'unreadable' : 'other'
}

/** Returns the name of a dispatch, even if the rest of it is unreadable. */
export function parseDispatchType(raw: unknown): string | undefined {
  return z.object({ t: z.string() }).safeParse(raw).data?.t
}

/** A page of a channel's history: its readable messages, and the number of all its messages. */
export interface DiscordHistoryPage {
  readonly messages: DiscordMessage[]
  /** Also those of messages that cannot be read. */
  readonly ids: readonly string[]
  readonly count: number
}

/** Parses a page of a channel's history. Throws if it is not a list. */
export function parseHistoryPage(raw: unknown): DiscordHistoryPage {
  const list = z.array(z.unknown()).parse(raw)
  const ids = list.flatMap((each) => z.object({ id }).safeParse(each).data?.id ?? [])
  return { messages: list.flatMap((each) => message.safeParse(each).data ?? []), ids, count: list.length }
}

/** Returns the type of a channel. Throws if the response is not a valid Discord response. */
export function parseChannelType(raw: unknown): number {
  return z.object({ type: z.int() }).parse(raw).type
}

/** Parses the id of a created object. Throws if the response is not a valid Discord response. */
export function parseId(raw: unknown): string {
  return z.object({ id }).parse(raw).id
}

/** Parses a sent message. Throws if the response is not a valid Discord response. */
export function parseSentMessage(raw: unknown): DiscordSentMessage {
  return sentMessage.parse(raw)
}

/** Returns the users listed for a channel, as for a direct chat. Empty if none are listed. */
export function parseRecipients(raw: unknown): readonly DiscordUser[] {
  return z.object({ recipients: z.array(user).optional() }).parse(raw).recipients ?? []
}
