import type { Api } from 'grammy'
import type { Log } from '../../src/core/log.ts'
import type { Inbox } from '../../src/core/platform.ts'
import { describeError } from './errors.ts'
import { type InboundParts, inboundEvent } from './inbound.ts'
import type { TelegramUpdate } from './updates.ts'

export interface IntakeParts extends InboundParts {
  readonly api: Api
  readonly inbox: Inbox
  readonly log: Log
}

/** Takes one update to the inbox; rejects when the inbox did, and then the update must be delivered again. */
export async function takeUpdate(parts: IntakeParts, update: TelegramUpdate): Promise<void> {
  noteChanges(parts, update)
  const event = inboundEvent(parts, update)
  if (event) await parts.inbox(event)
  const press = update.callback_query
  // Until it is answered, the button shows that it is at work. Nothing waits for that: an answer that is lost harms nobody.
  if (press) {
    void parts.api.answerCallbackQuery(press.id).catch((error) => {
      parts.log.debug({ reason: describeError(error) }, 'A pressed button could not be answered')
    })
  }
}

function noteChanges({ log }: IntakeParts, { my_chat_member: membership }: TelegramUpdate): void {
  if (membership)
    log.info({ chat: membership.chat.id, status: membership.new_chat_member.status }, "The bot's place in a Telegram chat changed")
}
