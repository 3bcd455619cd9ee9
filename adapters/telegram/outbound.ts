import { createHash } from 'node:crypto'
import { GrammyError, InputFile } from 'grammy'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../src/core/platform.ts'
import { addressOf, type ChatAddress, kindOf, messageLink, messageNumber, parseAddress } from './address.ts'
import { createAnswer, type EphemeralParameters } from './answer.ts'
import { contentShower, keyboard } from './content.ts'
import { createDownload, type DownloadParts } from './download.ts'
import { isUnknownMethod, platformError, repeatableError } from './errors.ts'
import { formatMarkdown } from './format.ts'

export interface SenderParts extends DownloadParts {
  /** Whether to send what plain messages show badly as rich messages. */
  readonly richMessages: boolean
}

/** Characters of a message, after formatting. https://core.telegram.org/bots/api#sendmessage */
const maxLength = 4096
/** https://core.telegram.org/bots/api#sending-files */
const maxFileBytes = 50_000_000

/** Sends through one client, and never twice: trying again is for the core to decide. */
export function createSender(parts: SenderParts): PlatformSender {
  const { api } = parts
  const show = contentShower(parts)
  const inChat = movingCalls()
  let draftsAreKnown = true
  let username: string | undefined

  const sendPart = (to: ChatAddress, part: ReplyPart, more: ReturnType<typeof replyTo> | EphemeralParameters) =>
    inChat(to, ({ chatId, topicId }) =>
      show(part, async (content) => {
        const other = { ...inTopic(topicId), ...keyboard(part.buttons), ...more }
        return 'rich' in content
          ? api.sendRichMessage(chatId, content.rich, other)
          : api.sendMessage(chatId, content.text, { ...other, entities: content.entities, ...withoutPreview })
      }),
    )

  return {
    maxLength,

    async send(address, part) {
      const { message_id } = await mapped(platformError, () => sendPart(parseAddress(address), part, replyTo(part)))
      return String(message_id) as PlatformMessageId
    },

    async edit(address, id, part) {
      const to = parseAddress(address)
      const message = messageNumber(id)
      if (message === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a Telegram message.`)
      const request = (chatId: number) =>
        show(part, (content) => {
          const call =
            'rich' in content
              ? api.editMessageText(chatId, message, content.rich, keyboard(part.buttons))
              : api.editMessageText(chatId, message, content.text, {
                  entities: content.entities,
                  ...keyboard(part.buttons),
                  ...withoutPreview,
                })
          return call.catch(unlessNotModified)
        })
      await mapped(repeatableError, () => inChat(to, ({ chatId }) => request(chatId)))
    },

    canPreview: (address) => draftsAreKnown && kindOf(parseAddress(address)) === 'direct',

    // A draft is gone after half a minute in which nothing was added to it.
    async preview(address, text, key) {
      const { chatId, topicId } = parseAddress(address)
      // The end of a long text is what is being written.
      const { text: shown, entities } = formatMarkdown(text.slice(-maxLength))
      try {
        await api.sendMessageDraft(chatId, draftId(key), shown, { entities, ...inTopic(topicId), can_stop: true })
      } catch (error) {
        if (isUnknownMethod(error)) draftsAreKnown = false
        throw repeatableError(error)
      }
    },

    // Telegram asks for about one message a second in a chat, and twenty a minute in a group.
    streamEveryMs: (address) => (kindOf(parseAddress(address)) === 'direct' ? 1000 : 3000),

    async showTyping(address) {
      const { chatId, topicId } = parseAddress(address)
      await mapped(repeatableError, () => api.sendChatAction(chatId, 'typing', inTopic(topicId)))
    },

    maxFileBytes,

    async sendFile(address, { name, content }) {
      const { message_id } = await mapped(platformError, () =>
        inChat(parseAddress(address), ({ chatId, topicId }) =>
          api.sendDocument(chatId, new InputFile(content, name), { ...inTopic(topicId), disable_content_type_detection: true }),
        ),
      )
      return String(message_id) as PlatformMessageId
    },

    answer: createAnswer({ api, send: sendPart }),

    fetchAttachment: createDownload(parts),

    permalink: (address, id) => messageLink(parseAddress(address), id),

    startLink: async (given) => {
      username ??= (await mapped(repeatableError, () => api.getMe())).username
      return `https://t.me/${username}?start=${given}`
    },

    directAddress: (platformUserId) => addressOf({ chatId: Number(platformUserId) }),
  }
}

type Request<T> = (to: ChatAddress) => Promise<T>

/** Calls that follow groups that became supergroups while this process ran, to their new chat ids. */
function movingCalls(): <T>(to: ChatAddress, request: Request<T>) => Promise<T> {
  const moved = new Map<number, number>()
  return async (to, request) => {
    try {
      return await request({ ...to, chatId: moved.get(to.chatId) ?? to.chatId })
    } catch (error) {
      const chatId = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
      if (chatId === undefined) throw error
      moved.set(to.chatId, chatId)
      return request({ ...to, chatId })
    }
  }
}

async function mapped<T>(map: (error: unknown) => PlatformError, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw map(error)
  }
}

const withoutPreview = { link_preview_options: { is_disabled: true } } as const

function unlessNotModified(error: unknown): void {
  if (!(error instanceof GrammyError && error.description.includes('message is not modified'))) throw error
}

function inTopic(topicId: number | undefined): { message_thread_id?: number } {
  return topicId === undefined ? {} : { message_thread_id: topicId }
}

function replyTo(part: ReplyPart): { reply_parameters?: { message_id: number; allow_sending_without_reply: true } } {
  const message = part.replyTo === undefined ? undefined : messageNumber(part.replyTo)
  return message === undefined ? {} : { reply_parameters: { message_id: message, allow_sending_without_reply: true } }
}

/** Drafts of one reply share a number, which must not be zero. */
function draftId(key: DeliveryKey): number {
  return createHash('sha256').update(key).digest().readUInt32BE() >>> 1 || 1
}
