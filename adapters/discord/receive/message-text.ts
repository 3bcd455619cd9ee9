import type { AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { plainName } from '../../../src/core/domain/text.ts'
import type { InboundAttachment, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { dateFromSnowflake, formatAddress } from '../address.ts'
import type { DiscordAttachment, DiscordMember, DiscordMessage, DiscordMessageContent, DiscordUser } from '../payloads.ts'
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
  const content = removeNul(message.content)
  const mention = new RegExp(`<@!?${botId}>\\s*`, 'g')
  const mentioned = new RegExp(mention).test(content)
  // Also removes trailing spaces, and a comma or colon after a leading mention.
  const withoutMention = content.replace(new RegExp(`^\\s*<@!?${botId}>[\\s,:]*`), '').replace(mention, '')
  const rest = withoutMention.trim() === '' ? content : withoutMention
  const text = replaceMentions(names, message, rest).trim() || describeMedia(message) || extractForwardedText(names, message)
  return text === '' ? undefined : { text, mentioned }
}

const removeNul = (text: string): string => text.replaceAll('\0', ' ')

/** Extracts the whole text of a message that another one refers to. */
function extractReferencedText(names: DiscordNameLookup, message: DiscordMessageContent): string {
  return replaceMentions(names, message, removeNul(message.content)).trim() || describeMedia(message)
}

/** The text of a forwarded message. The message that forwards it has none of its own. */
function extractForwardedText(names: DiscordNameLookup, { message_snapshots: snapshots }: DiscordMessage): string {
  const [snapshot] = snapshots
  return snapshot ? (snapshot.message && extractReferencedText(names, snapshot.message)) || '[forwarded message]' : ''
}

/** Whether a message forwards another one and says nothing itself. */
const isForward = ({ content, message_snapshots: snapshots }: DiscordMessage): boolean => snapshots.length > 0 && content.trim() === ''

/**
 * Returns what a message refers to: the message that it forwards, whose author Discord does not tell, or the message that it replies to.
 */
export function toReferences(names: DiscordNameLookup, message: DiscordMessage): { readonly refersTo?: readonly ReferencedMessage[] } {
  const [snapshot] = message.message_snapshots
  if (snapshot) {
    const { timestamp: sentAt } = snapshot.message ?? {}
    const text = isForward(message) ? '' : extractForwardedText(names, message)
    return { refersTo: [{ kind: 'forward', author: { name: '' }, text, ...(sentAt && { sentAt }) }] }
  }
  const { referenced_message: replied } = message
  const text = replied ? extractReferencedText(names, replied) : ''
  if (!replied || text === '') return {}
  return { refersTo: [{ kind: 'reply', ...toSource(replied), text }] }
}

type DiscordSource = Pick<DiscordMessage, 'author' | 'member'> & { readonly id?: string | undefined }

function toSource({ id, author, member }: DiscordSource): Pick<ReferencedMessage, 'id' | 'author' | 'sentAt'> {
  return {
    ...(id !== undefined && { id: id as PlatformMessageId, sentAt: dateFromSnowflake(id) }),
    author: author ? { id: author.id, name: getDisplayName(author, member) } : { name: '' },
  }
}

/** https://discord.com/developers/docs/resources/message#message-object-message-types */
const threadStarterType = 21

/**
 * Converts an earlier message of a thread on a server. Undefined if it has no content. The message that the thread was started from is in
 * the channel of the thread.
 */
export function toThreadMessage(names: DiscordNameLookup, guildId: string, message: DiscordMessage): ReferencedMessage | undefined {
  const starter = message.type === threadStarterType ? message.referenced_message : undefined
  const text = extractReferencedText(names, starter ?? message) || (starter ? '' : extractForwardedText(names, message))
  if (text === '') return undefined
  const { id, ...source } = toSource(starter ?? message)
  const channelId = starter && message.message_reference?.channel_id
  if (starter && channelId === undefined) return { kind: 'thread', ...source, text }
  const placeAddress = channelId === undefined ? {} : { placeAddress: formatAddress({ kind: 'shared', guildId, channelId }) }
  return { kind: 'thread', ...source, ...(id !== undefined && { id, ...placeAddress }), text }
}

function replaceMentions(names: DiscordNameLookup, { mentions }: DiscordMessageContent, text: string): string {
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
function describeMedia(message: DiscordMessageContent): string {
  const labels = message.attachments.map((file) => `[${toMediaLabel(message, file)}]`)
  if (message.sticker_items?.length) labels.push('[sticker]')
  if (message.poll) labels.push('[poll]')
  return labels.join(' ')
}

function toMediaLabel({ flags }: DiscordMessageContent, { content_type: mediaType = '' }: DiscordAttachment): string {
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
