import { z } from 'zod'
import type { AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundAttachment, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'
import {
  TelegramContent,
  type TelegramEntity,
  type TelegramMessage,
  type TelegramMessageContent,
  type TelegramMessageOrigin,
  type TelegramUser,
  toPossibleDate,
} from '../payloads.ts'
import { describeMedia } from './describe-media.ts'

export interface TelegramIdentity {
  /** The bot itself. */
  readonly me: { readonly id: number; readonly username: string }
  /** Names of our commands, without the slash. */
  readonly commands: ReadonlySet<string>
}

export interface TelegramMessageText {
  readonly text: string
  /** Whether a mention or a command addresses the bot. */
  readonly addressed: boolean
  /** Whether a command names another bot. */
  readonly forAnotherBot?: boolean
}

/** Extracts the text of a message. Undefined if the message has no known content. */
export function extractMessageText(deps: TelegramIdentity, message: TelegramMessage): TelegramMessageText | undefined {
  const content = findText(message)
  if (!content) {
    const text = findMediaText(message)
    return text === undefined ? undefined : { text, addressed: false }
  }
  const { text, entities } = content
  return extractCommand(deps, text, entities) ?? extractText(deps, text, entities)
}

function findText(message: TelegramMessageContent): (Pick<TelegramMessageContent, 'entities'> & { readonly text: string }) | undefined {
  if (message.text !== undefined) return { text: removeNul(message.text), entities: message.entities }
  return message.caption === undefined ? undefined : { text: removeNul(message.caption), entities: message.caption_entities }
}

function findMediaText(message: TelegramMessageContent): string | undefined {
  const mediaLabel = findMediaLabel(message)
  return mediaLabel === undefined ? undefined : `[${removeNul(mediaLabel)}]`
}

/** Extracts the whole text of a message that another one refers to. */
function extractReferencedText(message: TelegramMessageContent): string {
  const content = findText(message)
  return content ? toMarkdown(content.text, content.entities) : (findMediaText(message) ?? '')
}

/**
 * Returns what a message refers to: the message that it forwards, or else the quoted part of a message and the message that it replies to.
 * `reply` is that message if it is in the same place. https://core.telegram.org/bots/api#message
 */
export function toReferences(
  message: TelegramMessage,
  reply: TelegramMessage['reply_to_message'],
  now: Date,
): { refersTo?: readonly ReferencedMessage[] } {
  const { forward_origin: origin, external_reply: external, quote } = message
  if (origin) return { refersTo: [{ kind: 'forward', ...toOrigin(origin, now), text: '' }] }
  const source = reply
    ? {
        ...(reply.message_id !== 0 && { id: String(reply.message_id) as PlatformMessageId }),
        ...toOrigin({ date: reply.date, sender_user: reply.from, sender_chat: reply.sender_chat }, now),
      }
    : external && toOrigin(external.origin, now)
  const quoted = quote && toMarkdown(removeNul(quote.text), quote.entities)
  const text = reply ? extractReferencedText(reply) : external ? extractReferencedText(TelegramContent.parse(external)) : ''
  const refersTo: ReferencedMessage[] = [
    ...(quoted ? [{ kind: 'quote' as const, author: { name: '' }, ...source, text: quoted }] : []),
    ...(source && text !== '' ? [{ kind: 'reply' as const, ...source, text }] : []),
  ]
  return refersTo.length > 0 ? { refersTo } : {}
}

function toOrigin({ date, sender_user: user, sender_user_name: name, ...origin }: TelegramMessageOrigin, now: Date) {
  const chat = origin.sender_chat ?? origin.chat
  const author = chat ? { name: chat.title ?? '' } : user ? { id: String(user.id), name: toDisplayName(user) } : { name: name ?? '' }
  return { author, ...(date !== undefined && { sentAt: toPossibleDate(date, now) }) }
}

/** Returns the name of a user as Telegram shows it. */
export const toDisplayName = (user: TelegramUser): string =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') || (user.username ?? '')

/** PostgreSQL cannot store NUL. */
const removeNul = (text: string): string => text.replaceAll('\0', ' ')

/**
 * Parses a leading command: "/find@name words" becomes "/find words". The words are taken without formatting. Undefined if there is no
 * command.
 */
function extractCommand(
  { me, commands }: TelegramIdentity,
  text: string,
  entities: readonly TelegramEntity[],
): TelegramMessageText | undefined {
  const entity = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity) return undefined
  const [, name = '', bot] = /^\/(\w+)(?:@(\w+))?$/.exec(text.slice(0, entity.length)) ?? []
  if (bot !== undefined && bot.toLowerCase() !== me.username.toLowerCase()) return { text, addressed: false, forAnotherBot: true }
  const rest = text.slice(entity.length)
  // In a group, a command that does not name a bot may be for another bot, unless it is one of our commands.
  return { text: `/${name.toLowerCase()}${rest}`.trim(), addressed: bot !== undefined || commands.has(name.toLowerCase()) }
}

function extractText({ me }: TelegramIdentity, text: string, entities: readonly TelegramEntity[]): TelegramMessageText {
  const mention = `@${me.username}`.toLowerCase()
  const mentions = entities.filter(
    ({ type, offset, length, user }) =>
      (type === 'mention' && text.slice(offset, offset + length).toLowerCase() === mention) ||
      (type === 'text_mention' && user?.id === me.id),
  )
  if (mentions.length === 0) return { text: toMarkdown(text, entities), addressed: false }
  // Also omits trailing spaces, and a comma or colon after a leading mention.
  const omitted = mentions.map(({ offset, length }) => {
    const after = (text.slice(0, offset).trim() === '' ? /^[\s,:]*/ : /^\s*/).exec(text.slice(offset + length))?.[0].length ?? 0
    return { offset, length: length + after }
  })
  const rest = toMarkdown(text, entities, omitted).trim()
  return { text: rest === '' ? text : rest, addressed: true }
}

/** The placeholder for a message without text, and the default name and type of its file. */
interface TelegramMediaKind {
  readonly label: string
  readonly file?: { readonly name: string; readonly mediaType: string }
}

/** By the field of the message. The first match counts, because an animation also has a document. */
const mediaKinds: Readonly<Record<string, TelegramMediaKind>> = {
  animation: { label: 'animation', file: { name: 'animation.mp4', mediaType: 'video/mp4' } },
  audio: { label: 'audio', file: { name: 'audio.mp3', mediaType: 'audio/mpeg' } },
  contact: { label: 'contact' },
  dice: { label: 'dice' },
  document: { label: 'file', file: { name: 'file', mediaType: 'application/octet-stream' } },
  location: { label: 'location' },
  paid_media: { label: 'media' },
  photo: { label: 'photo', file: { name: 'photo.jpg', mediaType: 'image/jpeg' } },
  poll: { label: 'poll' },
  sticker: { label: 'sticker' },
  story: { label: 'story' },
  video: { label: 'video', file: { name: 'video.mp4', mediaType: 'video/mp4' } },
  video_note: { label: 'video message', file: { name: 'video-message.mp4', mediaType: 'video/mp4' } },
  voice: { label: 'voice message', file: { name: 'voice-message.ogg', mediaType: 'audio/ogg' } },
}

const TelegramFile = z.object({
  file_id: z.string(),
  file_name: optionalField(z.string()),
  mime_type: optionalField(z.string()),
  file_size: optionalField(z.int().nonnegative()),
})
const TelegramPhoto = readableItems(z.object({ ...TelegramFile.shape, width: z.int().catch(0), height: z.int().catch(0) }))

/** Returns a label such as "voice message" or "sticker 👍". Undefined if the message has no known content. */
function findMediaLabel(message: TelegramMessageContent): string | undefined {
  return describeMedia(message) ?? findMediaKind(message)?.[1].label
}

/** Returns the file of a message, if any. */
export function toAttachments(message: TelegramMessage): { attachments?: readonly InboundAttachment[] } {
  const [field, mediaKind] = findMediaKind(message) ?? []
  const file = field && parseFile(message[field])
  if (!file || !mediaKind?.file) return {}
  const attachment: InboundAttachment = {
    source: file.file_id as AttachmentSource,
    name: file.file_name ?? mediaKind.file.name,
    mediaType: file.mime_type ?? mediaKind.file.mediaType,
    ...(file.file_size !== undefined && { bytes: file.file_size }),
  }
  return { attachments: [attachment] }
}

function findMediaKind(message: TelegramMessageContent): [string, TelegramMediaKind] | undefined {
  return Object.entries(mediaKinds).find(([field]) => (message[field] ?? undefined) !== undefined)
}

/** Parses a file. Of the sizes of a photo, returns the largest. */
function parseFile(field: unknown): z.infer<typeof TelegramFile> | undefined {
  if (Array.isArray(field))
    return TelegramPhoto.parse(field)
      .sort((a, b) => a.width * a.height - b.width * b.height)
      .at(-1)
  return TelegramFile.safeParse(field).data
}

/** A range of text to leave out, in UTF-16 units. */
export interface TelegramTextRange {
  readonly offset: number
  readonly length: number
}

interface MarkdownMarker {
  readonly position: number
  readonly text: string
  /** Whether the marker ends a range. At the same position, ends come before starts. */
  readonly closing: boolean
  readonly length: number
}

/**
 * Converts a user's message to Markdown. The text itself is not escaped: users who type asterisks intend them, as emphasis or literally,
 * and escapes would interfere with search.
 */
export function toMarkdown(text: string, entities: readonly TelegramEntity[], omitted: readonly TelegramTextRange[] = []): string {
  const marks = entities.flatMap((entity) => toMarkers(text, entity)).sort(compareMarkers)
  let result = ''
  let at = 0
  for (const mark of marks) {
    result += sliceWithout(text, omitted, at, mark.position) + mark.text
    at = mark.position
  }
  return result + sliceWithout(text, omitted, at, text.length)
}

function compareMarkers(a: MarkdownMarker, b: MarkdownMarker): number {
  if (a.position !== b.position) return a.position - b.position
  if (a.closing !== b.closing) return a.closing ? -1 : 1
  // The longer range is the outer one, so it starts first and ends last.
  return a.closing ? a.length - b.length : b.length - a.length
}

function toMarkers(text: string, entity: TelegramEntity): MarkdownMarker[] {
  let start = entity.offset
  let end = entity.offset + entity.length
  if (start < 0 || end > text.length) return []
  while (start < end && text.charAt(start).trim() === '') start += 1
  while (end > start && text.charAt(end - 1).trim() === '') end -= 1
  const [open, close] = markerPairs[entity.type]?.(text.slice(start, end), entity) ?? []
  if (start === end || open === undefined || close === undefined) return []
  return [
    { position: start, text: open, closing: false, length: end - start },
    { position: end, text: close, closing: true, length: end - start },
  ]
}

const markerPairs: Readonly<Record<string, (content: string, entity: TelegramEntity) => readonly [string, string]>> = {
  bold: () => ['**', '**'],
  italic: () => ['*', '*'],
  strikethrough: () => ['~~', '~~'],
  code: (content) => (content.includes('`') ? ['`` ', ' ``'] : ['`', '`']),
  pre: (_, { language = '' }) => [`\`\`\`${language}\n`, '\n```'],
  text_link: (_, { url = '' }) => ['[', `](${url})`],
}

/** Returns the text from `start` to `end` without the omitted ranges. */
function sliceWithout(text: string, omitted: readonly TelegramTextRange[], start: number, end: number): string {
  let result = ''
  let at = start
  for (const { offset, length } of [...omitted].sort((a, b) => a.offset - b.offset)) {
    result += text.slice(at, Math.max(at, Math.min(offset, end)))
    at = Math.max(at, Math.min(offset + length, end))
  }
  return result + text.slice(at, end)
}
