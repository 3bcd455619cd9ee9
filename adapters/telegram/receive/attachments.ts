import { z } from 'zod'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import type { InboundAttachment } from '../../../src/core/ports/platform.ts'
import type { TelegramMessage } from '../payloads.ts'

/** The placeholder for a message without text, and a file's default name and type. */
interface TelegramMediaKind {
  readonly label: string
  readonly file?: { readonly name: string; readonly mediaType: string }
}

/** By field of the message. The first match counts: an animation also has a document. */
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
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
  file_size: z.int().optional(),
})
const TelegramPhoto = z.array(z.object({ ...TelegramFile.shape, width: z.int().default(0), height: z.int().default(0) }))

/** Returns a label such as "voice message", undefined if the message has no known content. */
export function findMediaLabel(message: TelegramMessage): string | undefined {
  return findMediaKind(message)?.[1].label
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
  return Object.entries(mediaKinds).find(([field]) => message[field] !== undefined)
}

/** For a photo in several sizes, the largest. */
function parseFile(field: unknown): z.infer<typeof TelegramFile> | undefined {
  const photo = TelegramPhoto.safeParse(field).data
  if (photo) return photo.sort((a, b) => a.width * a.height - b.width * b.height).at(-1)
  return TelegramFile.safeParse(field).data
}
