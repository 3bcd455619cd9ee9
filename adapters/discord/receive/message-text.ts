import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import { plainName } from '../../../src/core/domain/text.ts'
import type { InboundAttachment } from '../../../src/core/ports/platform.ts'
import type { DiscordAttachment, DiscordMember, DiscordMessage, DiscordUser } from '../payloads.ts'
import type { DiscordNameLookup } from './names.ts'

export interface DiscordMessageText {
  readonly text: string
  /** Whether the bot is mentioned. */
  readonly mentioned: boolean
}

/** https://discord.com/developers/docs/resources/message#message-object-message-flags */
const voiceMessageFlag = 1 << 13

/** Returns the displayed name: the nickname on the server, otherwise the display name, otherwise the account name. */
export function getDisplayName(user: DiscordUser, member?: Partial<DiscordMember>): string {
  return member?.nick || user.global_name || user.username
}

/** Extracts the text, without the mention of the bot and with names instead of ids. Undefined if there is nothing to read. */
export function extractMessageText(botId: string, names: DiscordNameLookup, message: DiscordMessage): DiscordMessageText | undefined {
  // PostgreSQL cannot store NUL.
  const content = message.content.replaceAll('\0', ' ')
  const mention = new RegExp(`<@!?${botId}>\\s*`, 'g')
  const mentioned = new RegExp(mention).test(content)
  // Also removes trailing spaces, and a comma or colon after a leading mention.
  const withoutMention = content.replace(new RegExp(`^\\s*<@!?${botId}>[\\s,:]*`), '').replace(mention, '')
  const rest = withoutMention.trim() === '' ? content : withoutMention
  const text = replaceMentions(names, message, rest).trim() || describeMedia(message)
  return text === '' ? undefined : { text, mentioned }
}

function replaceMentions(names: DiscordNameLookup, { mentions }: DiscordMessage, text: string): string {
  const userNames = new Map(mentions.map((user) => [user.id, getDisplayName(user, user.member)]))
  const renderMention = (sign: string, name: string | undefined, original: string) =>
    name === undefined ? original : `${sign}${plainName(name)}`
  return text
    .replace(/<@!?(\d+)>/g, (original, id: string) => renderMention('@', userNames.get(id) ?? names.user(id), original))
    .replace(/<@&(\d+)>/g, (original, id: string) => renderMention('@', names.role(id), original))
    .replace(/<#(\d+)>/g, (original, id: string) => renderMention('#', names.channel(id), original))
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
}

/** Returns placeholders for content that is not text. */
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
