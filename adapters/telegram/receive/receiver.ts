import { once } from 'node:events'
import type { Api } from 'grammy'
import { messageOf } from '../../../src/core/domain/errors.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { InboundEvent, PlatformReceiver } from '../../../src/core/ports/platform.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import type { InboxKey } from '../../kit/ordered-inbox.ts'
import { type CallFailure, type Connection, callUntilAvailable, createConnectedReceiver } from '../../kit/receiver.ts'
import { toGrammySignal } from '../client.ts'
import { describeError, getRetryAfterMs, isInvalidToken, isRejected } from '../errors.ts'
import { allowedUpdates, getChatId, type TelegramUpdate } from '../payloads.ts'
import { registerCommands } from '../register-commands.ts'
import { type TelegramInboundContext, toInboundEvents } from './inbound-events.ts'
import { pollUpdates } from './polling.ts'
import { openWebhook, validateWebhookOptions, type WebhookOptions } from './webhook.ts'

export interface TelegramReceiverOptions {
  readonly api: Api
  readonly commands: readonly CommandDeclaration[]
  readonly clock: Clock
  readonly log: Log
}

/** Receives by webhook if one is configured, otherwise by long polling. */
export function createReceiver(options: TelegramReceiverOptions, webhook: WebhookOptions | undefined): PlatformReceiver {
  return createConnectedReceiver({ ...options, platform: 'Telegram' }, (connection) =>
    webhook ? receiveByWebhook(options, connection, webhook) : receiveByPolling(options, connection),
  )
}

async function receiveByPolling(options: TelegramReceiverOptions, connection: Connection): Promise<void> {
  const { inbox, signal } = connection
  const context = await identifyBot(options, connection)
  // Telegram sends no updates to polls while a webhook is set.
  await callTelegram(options, connection, (api) => api.deleteWebhook({}, toGrammySignal(signal)))
  if (!context) return
  connection.onConnected()
  await pollUpdates({ ...options, handleUpdate: (update) => handleUpdate(context, update, inbox.storeWithRetry) }, connection)
}

async function receiveByWebhook(options: TelegramReceiverOptions, connection: Connection, webhook: WebhookOptions): Promise<void> {
  validateWebhookOptions(webhook)
  const { inbox, signal } = connection
  let context: TelegramUpdateContext | undefined
  const close = await openWebhook(options.log, webhook, async (update) => {
    if (!context) throw new Error('the bot is not connected yet')
    await handleUpdate(context, update, (key, events) =>
      inbox.run(key, async (store) => {
        for (const event of events) await store(event)
      }),
    )
  })
  try {
    context = await identifyBot(options, connection)
    const registration = { secret_token: webhook.secret, allowed_updates: allowedUpdates }
    await callTelegram(options, connection, (api) => api.setWebhook(webhook.url, registration, toGrammySignal(signal)))
    connection.onConnected()
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await close()
  }
}

interface TelegramUpdateContext extends TelegramInboundContext {
  readonly api: Api
  readonly log: Log
}

/** Asks Telegram for the bot's identity and registers the commands. Undefined if stopped in the meantime. */
async function identifyBot(options: TelegramReceiverOptions, connection: Connection): Promise<TelegramUpdateContext | undefined> {
  const { api, log, clock } = options
  const me = await callTelegram(options, connection, () => api.getMe(toGrammySignal(connection.signal)))
  if (!me) return undefined
  await registerCommands({ api, log }, options.commands, toGrammySignal(connection.signal))
  log.info({ bot: me.username }, 'Telegram is connected')
  return { api, log, clock, me, commands: new Set(options.commands.map(({ name }) => name)) }
}

/** Stores the events of an update, and then answers a button press. Resolves and rejects as `store` does. */
async function handleUpdate<Result>(
  context: TelegramUpdateContext,
  update: TelegramUpdate,
  store: (key: InboxKey, events: readonly InboundEvent[]) => Promise<Result>,
): Promise<Result> {
  const { api, log } = context
  const { callback_query: callbackQuery, my_chat_member: membership } = update
  if (membership)
    log.info({ chat: membership.chat.id, status: membership.new_chat_member.status }, "The bot's role in a Telegram chat changed")
  const result = await store(keyOf(update), readEvents(context, update))
  // Stops the button's progress indicator. Nothing waits for this, because a lost answer does no harm.
  if (callbackQuery) {
    void api.answerCallbackQuery(callbackQuery.id).catch((error) => {
      log.debug({ reason: describeError(error) }, 'A pressed Telegram button could not be answered')
    })
  }
  return result
}

/** Returns the chat of an update. What is written at the new address of a group waits for its move, which waits for what was written before. */
function keyOf(update: TelegramUpdate): InboxKey {
  const to = update.message?.migrate_to_chat_id
  const chat = String(getChatId(update))
  // The keys are taken in this order, so that nothing gets in at the new address meanwhile.
  return to === undefined ? chat : [String(to), chat]
}

/** Converts an update to events. An update that cannot be converted is skipped, because it would block its chat. */
function readEvents(context: TelegramUpdateContext, update: TelegramUpdate): readonly InboundEvent[] {
  try {
    return toInboundEvents(context, update)
  } catch (error) {
    context.log.error(
      { update: update.update_id, reason: messageOf(error), shape: describeShape(update) },
      'A Telegram update could not be converted; skipped it',
    )
    return []
  }
}

function callTelegram<T>(options: TelegramReceiverOptions, connection: Connection, call: (api: Api) => Promise<T>): Promise<T | undefined> {
  return callUntilAvailable({ ...options, platform: 'Telegram', describeFailure }, connection, () => call(options.api))
}

function describeFailure(error: unknown): CallFailure {
  const reason = describeError(error)
  if (isInvalidToken(error))
    return {
      reason,
      advice:
        'Telegram rejects TELEGRAM_BOT_TOKEN. Copy the token again from @BotFather (/mybots, the bot, API Token). After "Revoke", only the newest token works.',
    }
  if (isRejected(error)) return { reason, advice: `Telegram rejects the configuration: ${reason}. Check TELEGRAM_WEBHOOK_URL.` }
  return { reason, retryAfterMs: getRetryAfterMs(error) }
}
