import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import { plainName } from '../../../src/core/domain/text.ts'
import type { InboundAttachment } from '../../../src/core/ports/platform.ts'
import type { DiscordAttachment, DiscordMember, DiscordMessage, DiscordUser } from '../payloads.ts'

/** Names for what messages mention by id; undefined for what is not known. */
export interface DiscordNameLookup {
  readonly channel: (channelId: string) => string | undefined
  readonly role: (guildId: string, roleId: string) => string | undefined
  readonly user: (userId: string) => string | undefined
}

export interface DiscordMessageText {
  readonly text: string
  /** The bot is mentioned in it. */
  readonly mentioned: boolean
}

/** https://discord.com/developers/docs/resources/message#message-object-message-flags */
const voiceMessageFlag = 1 << 13

/** As others see it: the name on that server, else the one the person chose, else the one of the account. */
export function getDisplayName(user: DiscordUser, member?: Partial<DiscordMember>): string {
  return member?.nick || user.global_name || user.username
}

/** What was written, without the mention of the bot and with the names of others in place of their ids; undefined when there is nothing to read. */
export function extractMessageText(botId: string, names: DiscordNameLookup, message: DiscordMessage): DiscordMessageText | undefined {
  // No database takes a zero character.
  const content = message.content.replaceAll('\0', ' ')
  const mention = new RegExp(`<@!?${botId}>\\s*`, 'g')
  const mentioned = new RegExp(mention).test(content)
  // With the blanks after it, and the comma or colon that people put there when it comes first.
  const withoutMention = content.replace(new RegExp(`^\\s*<@!?${botId}>[\\s,:]*`), '').replace(mention, '')
  const rest = withoutMention.trim() === '' ? content : withoutMention
  const text = replaceMentions(names, message, rest).trim() || describeMedia(message)
  return text === '' ? undefined : { text, mentioned }
}

function replaceMentions(names: DiscordNameLookup, { mentions, guild_id: guildId }: DiscordMessage, text: string): string {
  const userNames = new Map(mentions.map((user) => [user.id, getDisplayName(user, user.member)]))
  const renderMention = (sign: string, name: string | undefined, original: string) =>
    name === undefined ? original : `${sign}${plainName(name)}`
  return text
    .replace(/<@!?(\d+)>/g, (original, id: string) => renderMention('@', userNames.get(id) ?? names.user(id), original))
    .replace(/<@&(\d+)>/g, (original, id: string) => renderMention('@', guildId && names.role(guildId, id), original))
    .replace(/<#(\d+)>/g, (original, id: string) => renderMention('#', names.channel(id), original))
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
}

/** Words that stand for what a message holds in place of text. */
function describeMedia(message: DiscordMessage): string {
  const labels = message.attachments.map((file) => `[${toMediaLabel(message, file)}]`)
  if (message.sticker_items?.length) labels.push('[sticker]')
  if (message.poll) labels.push('[poll]')
  if (message.message_snapshots?.length) labels.push('[forwarded message]')
  return labels.join(' ')
}

function toMediaLabel({ flags }: DiscordMessage, { content_type: mediaType = '' }: DiscordAttachment): string {
  if (flags & voiceMessageFlag) return 'voice message'
  if (mediaType.startsWith('image/')) return 'photo'
  if (mediaType.startsWith('video/')) return 'video'
  return mediaType.startsWith('audio/') ? 'audio' : 'file'
}

export function toAttachments({ attachments }: DiscordMessage): { readonly attachments?: readonly InboundAttachment[] } {
  if (attachments.length === 0) return {}
  return {
    attachments: attachments.map(({ url, filename, content_type: mediaType, size }) => ({
      source: url as AttachmentSource,
      name: filename,
      mediaType: mediaType?.split(';')[0]?.trim() || 'application/octet-stream',
      ...(size !== undefined && { bytes: size }),
    })),
  }
}
