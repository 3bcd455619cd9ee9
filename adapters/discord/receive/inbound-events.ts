import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Author, InboundDeletion, InboundEdit, InboundMessage, InboundReaction, PlaceRef } from '../../../src/core/ports/platform.ts'
import { type DiscordAddress, dateFromSnowflake, formatAddress } from '../address.ts'
import type { DiscordMember, DiscordMessage, DiscordReaction, DiscordUser } from '../payloads.ts'
import { extractMessageText, getDisplayName, toAttachments, toReferences } from './message-text.ts'
import type { DiscordNameLookup } from './names.ts'

export interface DiscordInboundContext {
  /** The bot's user id. */
  readonly botId: string
  readonly names: DiscordNameLookup
  readonly clock: Clock
}

export const platformName = 'discord'

/** Types of messages from users: ordinary messages and replies. All other types are Discord's notices about the channel. */
const userMessageTypes = new Set([0, 19])
/** The reference type of a forwarded message, which is not a reply. */
const forwardReferenceType = 1

/**
 * Converts a message to an event. Undefined if the message is from the bot itself, a webhook or Discord, or if its content is withheld
 * from us.
 */
export function toInboundMessage(deps: DiscordInboundContext, message: DiscordMessage): InboundMessage | undefined {
  const { author, channel_id: channelId, guild_id: guildId } = message
  if (!author || author.id === deps.botId || author.system || message.webhook_id || !userMessageTypes.has(message.type)) return undefined
  const content = extractMessageText(deps.botId, deps.names, message)
  if (!content) return undefined
  const place = toPlaceRef(
    deps.names,
    guildId === undefined ? { kind: 'direct', userId: author.id } : { kind: 'shared', guildId, channelId },
  )
  const { message_id: replyTo, type: reference } = message.message_reference ?? {}
  return {
    type: 'message',
    place,
    id: message.id as PlatformMessageId,
    order: BigInt(message.id),
    author: toAuthor(author, message.member),
    text: content.text,
    addressed: place.kind === 'direct' || content.mentioned || message.referenced_message?.author?.id === deps.botId,
    ...(replyTo !== undefined && reference !== forwardReferenceType && { replyTo: replyTo as PlatformMessageId }),
    ...toReferences(deps.names, message),
    ...toAttachments(message),
    sentAt: dateFromSnowflake(message.id),
  }
}

/**
 * Converts an edit to an event. Undefined if no user edited the message: Discord also updates a message after resolving its links, but
 * only user edits have an edit time.
 */
export function toInboundEdit(deps: DiscordInboundContext, message: DiscordMessage): InboundEdit | undefined {
  const updated = message.edited_timestamp ? toInboundMessage(deps, message) : undefined
  return updated && { ...updated, type: 'edit', editedAt: message.edited_timestamp ?? updated.sentAt }
}

export function toInboundDeletion(names: DiscordNameLookup, address: DiscordAddress, id: string): InboundDeletion {
  return { type: 'deletion', place: toPlaceRef(names, address), id: id as PlatformMessageId }
}

/** Converts a reaction to an event. Undefined for reactions by bots. */
export function toInboundReaction(deps: DiscordInboundContext, reaction: DiscordReaction, present: boolean): InboundReaction | undefined {
  const { user_id: userId, channel_id: channelId, guild_id: guildId, member, emoji } = reaction
  if (userId === deps.botId || member?.user?.bot || !emoji.name) return undefined
  const name = member?.user ? getDisplayName(member.user, member) : (deps.names.user(userId) ?? userId)
  return {
    type: 'reaction',
    place: toPlaceRef(deps.names, guildId === undefined ? { kind: 'direct', userId } : { kind: 'shared', guildId, channelId }),
    id: reaction.message_id as PlatformMessageId,
    author: { id: userId, name, isBot: false },
    emoji: emoji.id ? `:${emoji.name}:` : emoji.name,
    present,
    at: deps.clock.now(),
  }
}

export function toPlaceRef(names: DiscordNameLookup, address: DiscordAddress): PlaceRef {
  const title = address.kind === 'shared' ? names.channel(address.channelId) : undefined
  return { platform: platformName, tenant: '', address: formatAddress(address), kind: address.kind, ...(title !== undefined && { title }) }
}

export function toAuthor(user: DiscordUser, member?: Partial<DiscordMember>, locale?: string): Author {
  const { id, username: handle, bot: isBot = false } = user
  return { id, name: getDisplayName(user, member), ...(handle !== '' && { handle }), isBot, ...(locale !== undefined && { locale }) }
}
