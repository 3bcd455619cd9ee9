import { createHash } from 'node:crypto'
import { type Api, GrammyError } from 'grammy'
import type { InlineKeyboardMarkup } from 'grammy/types'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Button, DeliveryKey, PlatformSender, ReplyPart } from '../../src/core/platform.ts'
import { addressOf, type ChatAddress, kindOf, messageLink, messageNumber, parseAddress } from './address.ts'
import { platformError } from './errors.ts'
import { type FormattedText, formatMarkdown } from './format.ts'

/** Characters of a message, after formatting. https://core.telegram.org/bots/api#sendmessage */
const maxLength = 4096
const buttonsInRow = 3

/** Sends through one client, and never twice: trying again is for the core to decide. */
export function createSender(api: Api): PlatformSender {
  /** Groups that became supergroups while this process ran: their new chat ids. */
  const moved = new Map<number, number>()

  async function call<T>(to: ChatAddress, request: (to: ChatAddress) => Promise<T>): Promise<T> {
    const current = { ...to, chatId: moved.get(to.chatId) ?? to.chatId }
    try {
      return await request(current)
    } catch (error) {
      const chatId = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
      if (chatId === undefined) throw error
      moved.set(to.chatId, chatId)
      return await request({ ...to, chatId })
    }
  }

  return {
    maxLength,

    async send(address, part) {
      const to = parseAddress(address)
      return mapped(async () => {
        const message = await call(to, ({ chatId, topicId }) =>
          formatted(part, ({ text, entities }) =>
            api.sendMessage(chatId, text, {
              entities,
              ...inTopic(topicId),
              ...replyTo(part),
              ...keyboard(part.buttons),
              link_preview_options: { is_disabled: true },
            }),
          ),
        )
        return String(message.message_id) as PlatformMessageId
      })
    },

    async edit(address, id, part) {
      const to = parseAddress(address)
      const message = messageNumber(id)
      if (message === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a Telegram message.`)
      await mapped(() =>
        call(to, ({ chatId }) =>
          formatted(part, ({ text, entities }) =>
            api
              .editMessageText(chatId, message, text, { entities, ...keyboard(part.buttons), link_preview_options: { is_disabled: true } })
              .catch(unlessNotModified),
          ),
        ),
      )
    },

    canPreview: (address) => kindOf(parseAddress(address)) === 'direct',

    async preview(address, text, key) {
      const { chatId, topicId } = parseAddress(address)
      // The end of a long text is what is being written.
      const { text: shown, entities } = formatMarkdown(text.slice(-maxLength))
      const draft = { entities, ...inTopic(topicId), can_stop: true }
      await mapped(() => api.sendMessageDraft(chatId, draftId(key), shown, draft))
    },

    // Telegram asks for about one message a second in a chat, and twenty a minute in a group.
    streamEveryMs: (address) => (kindOf(parseAddress(address)) === 'direct' ? 1000 : 3000),

    async showTyping(address) {
      const { chatId, topicId } = parseAddress(address)
      await mapped(() => api.sendChatAction(chatId, 'typing', inTopic(topicId)))
    },

    permalink: (address, id) => messageLink(parseAddress(address), id),

    directAddress: (platformUserId) => addressOf({ chatId: Number(platformUserId) }),
  }
}

async function mapped<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw platformError(error)
  }
}

/** Formatting that Telegram refuses must not cost the message: then it is sent as it was written, once. */
async function formatted<T>(part: ReplyPart, request: (formatted: FormattedText) => Promise<T>): Promise<T> {
  try {
    return await request(formatMarkdown(part.text, { collapsed: part.collapsed ?? false }))
  } catch (error) {
    if (!(error instanceof GrammyError && error.error_code === 400 && /entit/i.test(error.description))) throw error
    return request({ text: part.text, entities: [] })
  }
}

function unlessNotModified(error: unknown): void {
  if (!(error instanceof GrammyError && error.description.includes('message is not modified'))) throw error
}

function inTopic(topicId: number | undefined): { message_thread_id?: number } {
  return topicId === undefined ? {} : { message_thread_id: topicId }
}

function replyTo(part: ReplyPart) {
  const message = part.replyTo === undefined ? undefined : messageNumber(part.replyTo)
  return message === undefined ? {} : { reply_parameters: { message_id: message, allow_sending_without_reply: true } }
}

function keyboard(buttons: readonly Button[] = []): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {}
  const all = buttons.map(({ label, action }) => ({ text: label, callback_data: action }))
  const rows = Array.from({ length: Math.ceil(all.length / buttonsInRow) }, (_, row) =>
    all.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  )
  return { reply_markup: { inline_keyboard: rows } }
}

/** Drafts of one reply share a number, which must not be zero. */
function draftId(key: DeliveryKey): number {
  return createHash('sha256').update(key).digest().readUInt32BE() >>> 1 || 1
}
