import { GrammyError } from 'grammy'
import type { InlineKeyboardMarkup, InputRichMessage } from 'grammy/types'
import type { Button, ReplyPart } from '../../../src/core/ports/platform.ts'
import { isRejected, isUnknownMethod } from '../errors.ts'
import { type FormattedText, formatMarkdown } from '../format/format-markdown.ts'
import { toRichMessage } from '../format/rich-message.ts'

/** The content of a message. */
export type TelegramContent = FormattedText | { readonly rich: InputRichMessage }

const buttonsPerRow = 3

/** Sends parts in the best form that Telegram accepts. Remembers if rich messages are unsupported. */
export function createContentFallback({ richMessages }: { readonly richMessages: boolean }) {
  let richMessagesSupported = richMessages

  /** Calls `request` with the next best content if Telegram rejects one: a rejected call sent nothing. */
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
      // Rejected formatting must not lose the message: it is sent as plain source.
      if (!(error instanceof GrammyError && isRejected(error) && /entit/i.test(error.description))) throw error
      return request({ text: part.text, entities: [] })
    }
  }
}

const isChatMigration = (error: unknown): boolean => error instanceof GrammyError && error.parameters.migrate_to_chat_id !== undefined

export function buildKeyboard(buttons: readonly Button[] = []): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {}
  const keys = buttons.map(({ label, action }) => ({ text: label, callback_data: action }))
  const rows = Array.from({ length: Math.ceil(keys.length / buttonsPerRow) }, (_, row) =>
    keys.slice(row * buttonsPerRow, (row + 1) * buttonsPerRow),
  )
  return { reply_markup: { inline_keyboard: rows } }
}
