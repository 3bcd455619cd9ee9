import { markupOf } from './entities.ts'
import type { RichContent } from './rich.ts'
import type { FakeMessage } from './types.ts'

/** A message as it can be seen now, edits applied. */
export interface Seen {
  readonly id: number
  readonly from: string
  readonly byBot: boolean
  readonly text: string
  /** With its formatting in tags, see markupOf. */
  readonly markup: string
  readonly buttons: readonly string[]
  readonly replyTo?: number
  readonly topic?: number
}

export function seen(message: FakeMessage, botId: number): Seen {
  const text = message.text ?? message.caption ?? ''
  const rich = message['rich_message'] as RichContent | undefined
  return {
    // Of what one person alone sees, which has no number in its chat, the id of its own kind.
    id: message.message_id || Number(message['ephemeral_message_id']),
    from: [message.from.first_name, message.from.last_name].filter(Boolean).join(' '),
    byBot: message.from.id === botId,
    text,
    markup: rich?.markup ?? markupOf(text, message.entities ?? []),
    buttons: labelsOf(message),
    ...(message.reply_to_message && { replyTo: message.reply_to_message.message_id }),
    ...(message.message_thread_id !== undefined && { topic: message.message_thread_id }),
  }
}

/** Of its buttons. */
export function labelsOf(message: FakeMessage): readonly string[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text)
}
