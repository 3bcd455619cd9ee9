import type { Api } from 'grammy'
import type { Log } from '../../../src/core/ports/log.ts'
import type { InboundEvent, Inbox } from '../../../src/core/ports/platform.ts'
import { describeError } from '../errors.ts'
import type { TelegramUpdate } from '../payloads.ts'
import { type TelegramInboundDeps, toInboundEvents } from './inbound-events.ts'

export interface TelegramDeps extends TelegramInboundDeps {
  readonly api: Api
  readonly inbox: Inbox
  readonly log: Log
}

/** Takes one update to the inbox and returns what it was; rejects when the inbox did, and then the update must be delivered again. */
export async function handleUpdate(deps: TelegramDeps, update: TelegramUpdate): Promise<readonly InboundEvent[]> {
  const { api, inbox, log } = deps
  const { callback_query: callbackQuery, my_chat_member: membership } = update
  if (membership)
    log.info({ chat: membership.chat.id, status: membership.new_chat_member.status }, "The bot's place in a Telegram chat changed")
  const events = toInboundEvents(deps, update)
  for (const event of events) await inbox(event)
  // Until it is answered, the button shows that it is at work. Nothing waits for that: an answer that is lost harms nobody.
  if (callbackQuery) {
    void api.answerCallbackQuery(callbackQuery.id).catch((error) => {
      log.debug({ reason: describeError(error) }, 'A pressed button could not be answered')
    })
  }
  return events
}
