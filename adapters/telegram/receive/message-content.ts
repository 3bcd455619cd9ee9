import { z } from 'zod'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import type { InboundAttachment } from '../../../src/core/ports/platform.ts'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'
import { toMarkdown } from '../format/to-markdown.ts'
import type { TelegramEntity, TelegramMessage } from '../payloads.ts'
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
  const raw = message.text ?? message.caption
  if (raw === undefined) {
    const mediaLabel = findMediaLabel(message)
    return mediaLabel === undefined ? undefined : { text: `[${removeNul(mediaLabel)}]`, addressed: false }
  }
  const text = removeNul(raw)
  const entities = message.text === undefined ? message.caption_entities : message.entities
  return extractCommand(deps, text, entities) ?? extractText(deps, text, entities)
}

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
function findMediaLabel(message: TelegramMessage): string | undefined {
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

function findMediaKind(message: TelegramMessage): [string, TelegramMediaKind] | undefined {
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
