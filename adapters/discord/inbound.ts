import type { Clock } from '../../src/core/clock.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Author, InboundDeletion, InboundEdit, InboundMessage, InboundReaction, PlaceRef } from '../../src/core/platform.ts'
import { addressOf, type DiscordAddress } from './address.ts'
import type { DiscordMember, DiscordMessage, DiscordReaction, DiscordUser } from './payloads.ts'
import { attachmentsOf, type Names, nameOf, saidText } from './said.ts'

export interface InboundParts {
  /** The user id of the bot. */
  readonly botId: string
  readonly names: Names
  readonly clock: Clock
}

export const platformName = 'discord'

/** What people write: ordinary messages and replies. All others are Discord's own notes about the channel. */
const spokenTypes = new Set([0, 19])
/** A message that was passed on also refers to another, without answering it. */
const forwarded = 1

/** What a message is to us; undefined when it is nothing: from the bot itself or a webhook, Discord's own, or with a content that is kept from us. */
export function inboundMessage(parts: InboundParts, message: DiscordMessage): InboundMessage | undefined {
  const { author, channel_id: channelId, guild_id: guildId } = message
  if (!author || author.id === parts.botId || author.system || message.webhook_id !== undefined || !spokenTypes.has(message.type))
    return undefined
  const said = saidText(parts.botId, parts.names, message)
  if (!said) return undefined
  const place = placeOf(parts.names, guildId === undefined ? { kind: 'direct', userId: author.id } : { kind: 'shared', guildId, channelId })
  const { message_id: replyTo, type: reference } = message.message_reference ?? {}
  return {
    type: 'message',
    place,
    id: message.id as PlatformMessageId,
    order: BigInt(message.id),
    author: authorOf(author, message.member),
    text: said.text,
    addressed: place.kind === 'direct' || said.mentioned || message.referenced_message?.author?.id === parts.botId,
    ...(replyTo !== undefined && reference !== forwarded && { replyTo: replyTo as PlatformMessageId }),
    ...attachmentsOf(message),
    sentAt: message.timestamp,
  }
}

/** Discord also updates a message when it has looked at its links: only what people edit has the time of an edit. */
export function inboundEdit(parts: InboundParts, message: DiscordMessage): InboundEdit | undefined {
  const now = message.edited_timestamp ? inboundMessage(parts, message) : undefined
  return now && { ...now, type: 'edit', editedAt: message.edited_timestamp ?? now.sentAt }
}

export function inboundDeletion(names: Names, address: DiscordAddress, id: string): InboundDeletion {
  return { type: 'deletion', place: placeOf(names, address), id: id as PlatformMessageId }
}

/** Undefined when a bot did it. */
export function inboundReaction(parts: InboundParts, reaction: DiscordReaction, present: boolean): InboundReaction | undefined {
  const { user_id: userId, channel_id: channelId, guild_id: guildId, member, emoji } = reaction
  if (userId === parts.botId || member?.user?.bot || !emoji.name) return undefined
  const name = member?.user ? nameOf(member.user, member) : (parts.names.user(userId) ?? userId)
  return {
    type: 'reaction',
    place: placeOf(parts.names, guildId === undefined ? { kind: 'direct', userId } : { kind: 'shared', guildId, channelId }),
    id: reaction.message_id as PlatformMessageId,
    author: { id: userId, name, isBot: false },
    emoji: emoji.id ? `:${emoji.name}:` : emoji.name,
    present,
    at: parts.clock.now(),
  }
}

export function placeOf(names: Names, address: DiscordAddress): PlaceRef {
  const title = address.kind === 'shared' ? names.channel(address.channelId) : undefined
  return { platform: platformName, tenant: '', address: addressOf(address), kind: address.kind, ...(title !== undefined && { title }) }
}

export function authorOf(user: DiscordUser, member?: Partial<DiscordMember>, locale?: string): Author {
  return { id: user.id, name: nameOf(user, member), isBot: user.bot ?? false, ...(locale !== undefined && { locale }) }
}
