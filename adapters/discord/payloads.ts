import { z } from 'zod'

const id = z.string().regex(/^\d{1,20}$/)

const instant = z.string().pipe(z.coerce.date())

const user = z.object({
  id,
  username: z.string(),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
  system: z.boolean().optional(),
})

const member = z.object({ nick: z.string().nullish(), user: user.optional() })

const attachment = z.object({
  filename: z.string(),
  content_type: z.string().optional(),
  size: z.int().optional(),
  url: z.string(),
})

/** https://discord.com/developers/docs/resources/message#message-object */
const message = z.object({
  id,
  channel_id: id,
  guild_id: id.optional(),
  type: z.int().default(0),
  author: user.optional(),
  member: member.partial().optional(),
  webhook_id: id.optional(),
  content: z.string().default(''),
  timestamp: instant,
  edited_timestamp: instant.nullish(),
  flags: z.int().default(0),
  mentions: z.array(z.object({ ...user.shape, member: member.partial().optional() })).default([]),
  attachments: z.array(attachment).default([]),
  sticker_items: z.array(z.unknown()).optional(),
  poll: z.unknown().optional(),
  message_reference: z.object({ type: z.int().optional(), message_id: id.optional() }).optional(),
  referenced_message: z.object({ author: user.optional() }).nullish(),
  message_snapshots: z.array(z.unknown()).optional(),
})

const deletion = z.object({ id, channel_id: id, guild_id: id.optional() })
const bulkDeletion = z.object({ ids: z.array(id), channel_id: id, guild_id: id.optional() })

const reaction = z.object({
  user_id: id,
  channel_id: id,
  message_id: id,
  guild_id: id.optional(),
  member: member.optional(),
  emoji: z.object({ id: id.nullish(), name: z.string().nullish() }),
})

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
})

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object */
const interaction = z.object({
  id,
  application_id: id,
  type: z.int(),
  token: z.string(),
  /** Where the interaction took place. 0: a server, 1: the direct chat with the bot, 2: another private chat. */
  context: z.int().nullish(),
  guild_id: id.optional(),
  channel_id: id.optional(),
  member: member.optional(),
  user: user.optional(),
  locale: z.string().optional(),
  data: z
    .object({
      type: z.int().optional(),
      name: z.string().optional(),
      options: z.array(option).optional(),
      target_id: id.optional(),
      /** The objects that a menu command was used on, by id. */
      resolved: z
        .object({ messages: z.record(z.string(), message).optional() })
        .optional()
        .catch(undefined),
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

const ready = z.object({ user, application: z.object({ id }) })

export type DiscordUser = z.infer<typeof user>
export type DiscordMember = z.infer<typeof member>
export type DiscordMessage = z.infer<typeof message>
export type DiscordAttachment = z.infer<typeof attachment>
export type DiscordReaction = z.infer<typeof reaction>
export type DiscordInteraction = z.infer<typeof interaction>
export type DiscordSentMessage = z.infer<typeof sentMessage>

const dispatch = z.discriminatedUnion('t', [
  z.object({ t: z.literal('READY'), d: ready }),
  z.object({ t: z.literal('MESSAGE_CREATE'), d: message }),
  z.object({ t: z.literal('MESSAGE_UPDATE'), d: message }),
  z.object({ t: z.literal('MESSAGE_DELETE'), d: deletion }),
  z.object({ t: z.literal('MESSAGE_DELETE_BULK'), d: bulkDeletion }),
  z.object({ t: z.literal('MESSAGE_REACTION_ADD'), d: reaction }),
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
  readonly count: number
}

/** Parses a page of a channel's history. Throws if it is not a list. */
export function parseHistoryPage(raw: unknown): DiscordHistoryPage {
  const list = z.array(z.unknown()).parse(raw)
  return { messages: list.flatMap((each) => message.safeParse(each).data ?? []), count: list.length }
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
