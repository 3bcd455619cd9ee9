import type { MessageEntity } from 'grammy/types'
import type { FakeChat, FakePerson, UpdateContent } from './types.ts'
import type { World } from './world.ts'

/** Something a person did that the bot is told of. */
export interface PersonMessage {
  readonly chat: FakeChat
  readonly id: number
  /** What the bot is told; `deliver` tells it again. */
  readonly update: UpdateContent
}

export interface MessageInput {
  readonly from: FakePerson
  /** The private chat of `from` where absent. */
  readonly chat?: FakeChat
  /** Mentions and commands in it become entities, as on Telegram. */
  readonly text?: string
  readonly caption?: string
  /** Formatting, besides mentions and commands. */
  readonly entities?: readonly MessageEntity[]
  /** The number of a message in the same chat. */
  readonly replyTo?: number
  /** The part of that message that is quoted. */
  readonly quote?: string
  /** Whose message it is that is forwarded; a name alone of somebody who does not want to be linked to. */
  readonly forwardedFrom?: FakePerson | string
  /** A forum topic. */
  readonly topic?: number
  /** A file that comes with it, in the field of its kind. */
  readonly file?: MessageFile
  /** Sent in a group so that the bot alone sees it, as commands of its menu are. */
  readonly ephemeral?: boolean
  /** Other fields, such as { contact: {} }. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** False: it is written, and only `deliver` tells the bot. */
  readonly delivered?: boolean
}

export interface MessageFile {
  readonly kind: 'photo' | 'document' | 'voice' | 'audio' | 'video' | 'video_note' | 'animation'
  readonly content: Uint8Array
  /** Not given by all kinds. */
  readonly name?: string
  readonly mediaType?: string
}

export interface ReactionInput {
  readonly from: FakePerson
  /** The private chat of `from` where absent. */
  readonly chat?: FakeChat
  /** The number of a message there. */
  readonly message: number
  /** An emoji, or "custom:<id>" for one of Telegram's own. */
  readonly emoji: string
  /** False: taken away. */
  readonly present?: boolean
}

/** As the Bot API gives it. */
export function reactionOf(emoji: string): object {
  const [, custom] = /^custom:(.+)$/.exec(emoji) ?? []
  return custom === undefined ? { type: 'emoji', emoji } : { type: 'custom_emoji', custom_emoji_id: custom }
}

/** A photo comes in a small size and its own, an animation as a document too. */
export function fileFields(world: World, { kind, content, name, mediaType }: MessageFile): Readonly<Record<string, unknown>> {
  const store = (bytes: Uint8Array) => {
    const number = world.nextId()
    world.files.set(`file-${number}`, { path: `${kind}s/file_${number}.bin`, content: bytes })
    return { file_id: `file-${number}`, file_unique_id: `unique-${number}`, file_size: bytes.length }
  }
  if (kind === 'photo')
    return {
      photo: [
        { ...store(content.subarray(0, 1)), width: 90, height: 60 },
        { ...store(content), width: 900, height: 600 },
      ],
    }
  const file = {
    ...store(content),
    ...(name !== undefined && { file_name: name }),
    ...(mediaType !== undefined && { mime_type: mediaType }),
  }
  return kind === 'animation' ? { animation: file, document: file } : { [kind]: file }
}

/** What is told of a quoted part, and of a forward. https://core.telegram.org/bots/api#textquote, https://core.telegram.org/bots/api#messageorigin */
export function referenceFields(
  world: World,
  { quote, forwardedFrom: author }: MessageInput,
  replied: { readonly text?: string } | undefined,
): Readonly<Record<string, unknown>> {
  const date = world.now()
  const origin =
    typeof author === 'string' ? { type: 'hidden_user', date, sender_user_name: author } : { type: 'user', date, sender_user: author }
  return {
    ...(quote !== undefined && { quote: { text: quote, position: replied?.text?.indexOf(quote) ?? 0, is_manual: true } }),
    ...(author !== undefined && { forward_origin: origin }),
  }
}
