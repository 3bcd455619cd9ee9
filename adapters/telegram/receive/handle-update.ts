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

/** Passes an update to the inbox and returns its events. Rejects if the inbox did: then the update must be delivered again. */
export async function handleUpdate(deps: TelegramDeps, update: TelegramUpdate): Promise<readonly InboundEvent[]> {
  const { api, inbox, log } = deps
  const { callback_query: callbackQuery, my_chat_member: membership } = update
  if (membership)
    log.info({ chat: membership.chat.id, status: membership.new_chat_member.status }, "The bot's place in a Telegram chat changed")
  const events = toInboundEvents(deps, update)
  for (const event of events) await inbox(event)
  // Stops the button's progress indicator. Nothing waits for it: a lost answer does no harm.
  if (callbackQuery) {
    void api.answerCallbackQuery(callbackQuery.id).catch((error) => {
      log.debug({ reason: describeError(error) }, 'A pressed button could not be answered')
    })
  }
  return events
}
