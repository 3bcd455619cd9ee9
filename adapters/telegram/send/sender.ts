import { createHash } from 'node:crypto'
import { GrammyError, InputFile } from 'grammy'
import type { InlineKeyboardMarkup, InputRichMessage } from 'grammy/types'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Button, DeliveryKey, PlatformSender, ReplyPart } from '../../../src/core/ports/platform.ts'
import type { CallLimiter } from '../../kit/call-limiter.ts'
import { acquireGrowingEdit } from '../client.ts'
import { isRejected, isUnknownMethod, toIdempotentCallError, toPlatformError } from '../errors.ts'
import { type FormattedText, formatMarkdown } from '../format/format-markdown.ts'
import { toRichMessage } from '../format/rich-message.ts'
import { buildMessageLink, formatAddress, parseAddress, type TelegramAddress, toPlaceKind, toTelegramMessageId } from '../payloads.ts'
import { createEphemeralAnswer, type EphemeralParameters } from './ephemeral-answer.ts'
import { createAttachmentFetcher, type TelegramDownloadOptions } from './fetch-attachment.ts'

export interface TelegramSenderOptions extends TelegramDownloadOptions {
  /** Whether to send rich messages where plain ones would show the content badly. */
  readonly richMessages: boolean
  /** Calls are not limited if absent. */
  readonly limiter?: CallLimiter | undefined
}

/** The maximum length of a message, after formatting. https://core.telegram.org/bots/api#sendmessage */
const maxLength = 4096
/** https://core.telegram.org/bots/api#sending-files */
const maxFileBytes = 50_000_000

/** Creates a sender with one client. It never sends anything twice: retries are up to the core. */
export function createSender(options: TelegramSenderOptions): PlatformSender {
  const { api, limiter } = options
  const withContentFallback = createContentFallback(options)
  const withMigration = createMigrationHandler()
  let draftsSupported = true
  let username: string | undefined

  const sendPart = (to: TelegramAddress, part: ReplyPart, extraParameters: ReturnType<typeof toReplyParameters> | EphemeralParameters) =>
    withMigration(to, ({ chatId, topicId }) =>
      withContentFallback(part, async (content) => {
        const other = {
          ...toTopicParameters(topicId),
          ...buildKeyboard(part.buttons),
          ...(part.silent && { disable_notification: true }),
          ...extraParameters,
        }
        return 'rich' in content
          ? api.sendRichMessage(chatId, content.rich, other)
          : api.sendMessage(chatId, content.text, { ...other, entities: content.entities, ...noLinkPreview })
      }),
    )

  return {
    maxLength,

    async send(address, part) {
      const { message_id } = await mapErrors(toPlatformError, () => sendPart(parseAddress(address), part, toReplyParameters(part)))
      return String(message_id) as PlatformMessageId
    },

    async edit(address, id, part) {
      const to = parseAddress(address)
      const message = toTelegramMessageId(id)
      if (message === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a Telegram message.`)
      if (part.unfinished && limiter) await acquireGrowingEdit(limiter, to.chatId)
      const request = (chatId: number) =>
        withContentFallback(part, (content) => {
          const call =
            'rich' in content
              ? api.editMessageText(chatId, message, content.rich, buildKeyboard(part.buttons))
              : api.editMessageText(chatId, message, content.text, {
                  entities: content.entities,
                  ...buildKeyboard(part.buttons),
                  ...noLinkPreview,
                })
          return call.catch(ignoreNotModified)
        })
      await mapErrors(toIdempotentCallError, () => withMigration(to, ({ chatId }) => request(chatId)))
    },

    async remove(address, id) {
      const message = toTelegramMessageId(id)
      if (message === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a Telegram message.`)
      const request = (chatId: number) => api.deleteMessage(chatId, message).catch(ignoreGone)
      await mapErrors(toIdempotentCallError, () => withMigration(parseAddress(address), ({ chatId }) => request(chatId)))
    },

    canPreview: (address) => draftsSupported && toPlaceKind(parseAddress(address)) === 'direct',

    // A draft disappears after half a minute without additions.
    async preview(address, text, key) {
      const { chatId, topicId } = parseAddress(address)
      // If the text is long, its end is shown, because that is the part being written.
      const { text: shown, entities } = formatMarkdown(text.slice(-maxLength))
      try {
        await api.sendMessageDraft(chatId, toDraftId(key), shown, { entities, ...toTopicParameters(topicId), can_stop: true })
      } catch (error) {
        if (isUnknownMethod(error)) draftsSupported = false
        throw toIdempotentCallError(error)
      }
    },

    // Telegram asks bots to send about one message per second to a chat, and twenty per minute to a group.
    streamEveryMs: (address) => (toPlaceKind(parseAddress(address)) === 'direct' ? 1000 : 3000),

    async showTyping(address) {
      const { chatId, topicId } = parseAddress(address)
      await mapErrors(toIdempotentCallError, () => api.sendChatAction(chatId, 'typing', toTopicParameters(topicId)))
    },

    maxFileBytes,

    async sendFile(address, { name, content }) {
      const { message_id } = await mapErrors(toPlatformError, () =>
        withMigration(parseAddress(address), ({ chatId, topicId }) =>
          api.sendDocument(chatId, new InputFile(content, name), { ...toTopicParameters(topicId), disable_content_type_detection: true }),
        ),
      )
      return String(message_id) as PlatformMessageId
    },

    answer: createEphemeralAnswer({ api, send: sendPart }),

    fetchAttachment: createAttachmentFetcher(options),

    permalink: (address, id) => buildMessageLink(parseAddress(address), id),

    startLink: async (payload) => {
      username ??= (await mapErrors(toIdempotentCallError, () => api.getMe())).username
      return `https://t.me/${username}?start=${payload}`
    },

    directAddress: (platformUserId) => formatAddress({ chatId: Number(platformUserId) }),
  }
}

type TelegramChatRequest<T> = (to: TelegramAddress) => Promise<T>

/** Creates a function that makes calls. If a group became a supergroup while this process was running, calls use its new chat id. */
function createMigrationHandler(): <T>(to: TelegramAddress, request: TelegramChatRequest<T>) => Promise<T> {
  const migratedChatIds = new Map<number, number>()
  return async (to, request) => {
    try {
      return await request({ ...to, chatId: migratedChatIds.get(to.chatId) ?? to.chatId })
    } catch (error) {
      const chatId = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
      if (chatId === undefined) throw error
      migratedChatIds.set(to.chatId, chatId)
      return request({ ...to, chatId })
    }
  }
}

async function mapErrors<T>(toError: (error: unknown) => PlatformError, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toError(error)
  }
}

const noLinkPreview = { link_preview_options: { is_disabled: true } } as const

function ignoreNotModified(error: unknown): void {
  if (!(error instanceof GrammyError && error.description.includes('message is not modified'))) throw error
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof GrammyError && error.description.includes('message to delete not found'))) throw error
}

function toTopicParameters(topicId: number | undefined): { message_thread_id?: number } {
  return topicId === undefined ? {} : { message_thread_id: topicId }
}

function toReplyParameters(part: ReplyPart): { reply_parameters?: { message_id: number; allow_sending_without_reply: true } } {
  const message = part.replyTo === undefined ? undefined : toTelegramMessageId(part.replyTo)
  return message === undefined ? {} : { reply_parameters: { message_id: message, allow_sending_without_reply: true } }
}

/** Returns the number that all drafts of one reply share. It must not be zero. */
function toDraftId(key: DeliveryKey): number {
  return createHash('sha256').update(key).digest().readUInt32BE() >>> 1 || 1
}

/** The content of a message. */
export type TelegramContent = FormattedText | { readonly rich: InputRichMessage }

const buttonsPerRow = 3

/** Sends parts in the best form that Telegram accepts. Remembers whether rich messages are unsupported. */
function createContentFallback({ richMessages }: { readonly richMessages: boolean }) {
  let richMessagesSupported = richMessages

  /** Calls `request`, and again with the next best content if Telegram rejects it. A rejected call sent nothing. */
  return async function show<T>(part: ReplyPart, request: (content: TelegramContent) => Promise<T>): Promise<T> {
    const rich = richMessagesSupported && !part.unfinished && !part.collapsed ? toRichMessage(part.text) : undefined
    if (rich) {
      try {
        return await request({ rich })
      } catch (error) {
        if (isUnknownMethod(error)) richMessagesSupported = false
        else if (!isRejected(error) || isChatMigration(error)) throw error
      }
    }
    try {
      return await request(formatMarkdown(part.text, { collapsed: part.collapsed ?? false }))
    } catch (error) {
      // A message with rejected formatting must not be lost, so its source is sent as plain text.
      if (!(error instanceof GrammyError && isRejected(error) && /entit/i.test(error.description))) throw error
      return request({ text: part.text, entities: [] })
    }
  }
}

const isChatMigration = (error: unknown): boolean => error instanceof GrammyError && error.parameters.migrate_to_chat_id !== undefined

function buildKeyboard(buttons: readonly Button[] = []): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {}
  const keys = buttons.map(({ label, action }) => ({ text: label, callback_data: action }))
  const rows = Array.from({ length: Math.ceil(keys.length / buttonsPerRow) }, (_, row) =>
    keys.slice(row * buttonsPerRow, (row + 1) * buttonsPerRow),
  )
  return { reply_markup: { inline_keyboard: rows } }
}
