import type { MessageEntity } from 'grammy/types'

/** Objects as the Bot API gives them, as far as the fake goes. https://core.telegram.org/bots/api#available-types */
export interface FakePerson {
  readonly id: number
  readonly is_bot: boolean
  readonly first_name: string
  readonly last_name?: string
  readonly username?: string
  readonly language_code?: string
}

export interface FakeChat {
  readonly id: number
  readonly type: 'private' | 'group' | 'supergroup'
  readonly title?: string
  readonly first_name?: string
  readonly is_forum?: true
}

export interface FakeButton {
  readonly text: string
  readonly callback_data: string
}

/** A message as it stands inside of another: without what it replied to. */
export interface QuotedMessage {
  readonly message_id: number
  readonly chat: FakeChat
  readonly from: FakePerson
  /** Seconds. */
  readonly date: number
  readonly edit_date?: number
  readonly text?: string
  readonly entities?: readonly MessageEntity[]
  readonly caption?: string
  readonly message_thread_id?: number
  readonly is_topic_message?: true
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly FakeButton[])[] }
  /** Any other field of a message: photo, migrate_to_chat_id, … */
  readonly [field: string]: unknown
}

export interface FakeMessage extends QuotedMessage {
  readonly reply_to_message?: QuotedMessage
}

/** An update without its number, which it gets each time it is delivered. */
export type UpdateContent = { readonly [type: string]: unknown }

/** How a call fails. A cut connection ends before the call was done, or after, without an answer. */
export type Failure =
  | { readonly status: number; readonly description?: string; readonly retryAfter?: number }
  | 'cut-before'
  | 'cut-after'
  /** Done, and never answered. */
  | 'no-answer'

/** Thrown by a method: the Bot API's way of saying no. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: number,
    readonly description: string,
    readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number },
  ) {
    super(description)
  }
}

export type Params = Readonly<Record<string, unknown>>
