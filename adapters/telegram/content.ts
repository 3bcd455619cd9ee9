import { GrammyError } from 'grammy'
import type { InlineKeyboardMarkup, InputRichMessage } from 'grammy/types'
import type { Button, ReplyPart } from '../../src/core/platform.ts'
import { isRefused, isUnknownMethod } from './errors.ts'
import { type FormattedText, formatMarkdown } from './format.ts'
import { richMessage } from './rich.ts'

/** What a message shows. */
export type Content = FormattedText | { readonly rich: InputRichMessage }

const buttonsInRow = 3

/** Shows parts in the best way that Telegram takes. Remembers that rich messages are unknown to it. */
export function contentShower({ richMessages }: { readonly richMessages: boolean }) {
  let richIsKnown = richMessages

  /** Calls `request` with the next best content where Telegram refuses one: by a call that is refused nothing was sent. */
  return async function show<T>(part: ReplyPart, request: (content: Content) => Promise<T>): Promise<T> {
    const rich = richIsKnown && !part.unfinished && !part.collapsed ? richMessage(part.text) : undefined
    if (rich) {
      try {
        return await request({ rich })
      } catch (error) {
        if (isUnknownMethod(error)) richIsKnown = false
        else if (!isRefused(error) || hasMoved(error)) throw error
      }
    }
    try {
      return await request(formatMarkdown(part.text, { collapsed: part.collapsed ?? false }))
    } catch (error) {
      // Formatting that Telegram refuses must not cost the message: it is sent as it was written.
      if (!(error instanceof GrammyError && isRefused(error) && /entit/i.test(error.description))) throw error
      return request({ text: part.text, entities: [] })
    }
  }
}

const hasMoved = (error: unknown): boolean => error instanceof GrammyError && error.parameters.migrate_to_chat_id !== undefined

export function keyboard(buttons: readonly Button[] = []): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {}
  const all = buttons.map(({ label, action }) => ({ text: label, callback_data: action }))
  const rows = Array.from({ length: Math.ceil(all.length / buttonsInRow) }, (_, row) =>
    all.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  )
  return { reply_markup: { inline_keyboard: rows } }
}
