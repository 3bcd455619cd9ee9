import { z } from 'zod'
import type { AttachmentSource } from '../../src/core/ids.ts'
import type { InboundAttachment } from '../../src/core/platform.ts'
import type { TelegramMessage } from './updates.ts'

/** The word that stands for what came in place of text; and where it is a file, its name and type unless Telegram says them. */
interface Medium {
  readonly word: string
  readonly file?: { readonly name: string; readonly mediaType: string }
}

/** By the field of the message. The first one found counts: an animation is given as a document too. */
const media: Readonly<Record<string, Medium>> = {
  animation: { word: 'animation', file: { name: 'animation.mp4', mediaType: 'video/mp4' } },
  audio: { word: 'audio', file: { name: 'audio.mp3', mediaType: 'audio/mpeg' } },
  contact: { word: 'contact' },
  dice: { word: 'dice' },
  document: { word: 'file', file: { name: 'file', mediaType: 'application/octet-stream' } },
  location: { word: 'location' },
  paid_media: { word: 'media' },
  photo: { word: 'photo', file: { name: 'photo.jpg', mediaType: 'image/jpeg' } },
  poll: { word: 'poll' },
  sticker: { word: 'sticker' },
  story: { word: 'story' },
  video: { word: 'video', file: { name: 'video.mp4', mediaType: 'video/mp4' } },
  video_note: { word: 'video message', file: { name: 'video-message.mp4', mediaType: 'video/mp4' } },
  voice: { word: 'voice message', file: { name: 'voice-message.ogg', mediaType: 'audio/ogg' } },
}

const File = z.object({
  file_id: z.string(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
  file_size: z.int().optional(),
})
const Photo = z.array(z.object({ ...File.shape, width: z.int().default(0), height: z.int().default(0) }))

/** Such as "voice message"; undefined where the message holds nothing that we know. */
export function mediaWord(message: TelegramMessage): string | undefined {
  return mediumOf(message)?.[1].word
}

/** The file that came with a message, if one did. */
export function attachmentsOf(message: TelegramMessage): { attachments?: readonly InboundAttachment[] } {
  const [field, medium] = mediumOf(message) ?? []
  const file = field && fileIn(message[field])
  if (!file || !medium?.file) return {}
  const attachment: InboundAttachment = {
    source: file.file_id as AttachmentSource,
    name: file.file_name ?? medium.file.name,
    mediaType: file.mime_type ?? medium.file.mediaType,
    ...(file.file_size !== undefined && { bytes: file.file_size }),
  }
  return { attachments: [attachment] }
}

function mediumOf(message: TelegramMessage): [string, Medium] | undefined {
  return Object.entries(media).find(([field]) => message[field] !== undefined)
}

/** Of a photo, which comes in several sizes, the largest. */
function fileIn(field: unknown): z.infer<typeof File> | undefined {
  const photo = Photo.safeParse(field).data
  if (photo) return photo.sort((a, b) => a.width * a.height - b.width * b.height).at(-1)
  return File.safeParse(field).data
}
