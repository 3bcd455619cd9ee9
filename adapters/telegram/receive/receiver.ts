import type { Api } from 'grammy'
import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { Inbox, PlatformReceiver } from '../../../src/core/ports/platform.ts'
import { toGrammySignal } from '../client.ts'
import { describeError, getRetryAfterMs, isInvalidToken, isRejected } from '../errors.ts'
import { allowedUpdates } from '../payloads.ts'
import { registerCommands } from '../register-commands.ts'
import { handleUpdate } from './handle-update.ts'
import { pollUpdates } from './polling.ts'
import type { UpdateHandler } from './update-queue.ts'
import { openWebhook, validateWebhookOptions, type WebhookOptions } from './webhook.ts'

export interface TelegramReceiverOptions {
  readonly api: Api
  readonly commands: readonly CommandDeclaration[]
  readonly clock: Clock
  readonly log: Log
}

type StopTelegramConnection = () => Promise<void>

const nothingToStop: StopTelegramConnection = async () => {}

/** Receives by webhook if one is configured, otherwise by long polling. */
export function createReceiver(options: TelegramReceiverOptions, webhook: WebhookOptions | undefined): PlatformReceiver {
  let stopController = new AbortController()
  let running: Promise<StopTelegramConnection> = Promise.resolve(nothingToStop)

  return {
    async start(inbox) {
      stopController = new AbortController()
      let wasUnavailable = false
      let onUnavailable = () => {}
      // The program is useful without Telegram, and does not wait for it.
      const unavailable = new Promise<void>((resolve) => {
        onUnavailable = () => {
          wasUnavailable = true
          resolve()
        }
      })
      const connection = { inbox, signal: stopController.signal, onUnavailable }
      const connecting = webhook ? connectByWebhook(options, connection, webhook) : connectByPolling(options, connection)
      running = connecting.catch((error) => {
        if (wasUnavailable) options.log.error({ reason: messageOf(error) }, 'No messages come from Telegram')
        return nothingToStop
      })
      await Promise.race([connecting, unavailable])
    },

    async stop() {
      stopController.abort()
      const stop = await running
      running = Promise.resolve(nothingToStop)
      await stop()
    },
  }
}

interface TelegramConnection {
  readonly inbox: Inbox
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Called when Telegram is unavailable and will be retried. */
  readonly onUnavailable: () => void
}

async function connectByPolling(options: TelegramReceiverOptions, connection: TelegramConnection): Promise<StopTelegramConnection> {
  const handle = await identifyBot(options, connection)
  // Telegram sends no updates to a poll while a webhook is set.
  await retryUntilAvailable(options, connection, (signal) => options.api.deleteWebhook({}, signal))
  if (!handle) return nothingToStop
  const polling = pollUpdates({ ...options, handleUpdate: handle }, connection.signal)
  return () => polling
}

async function connectByWebhook(
  deps: TelegramReceiverOptions,
  connection: TelegramConnection,
  webhook: WebhookOptions,
): Promise<StopTelegramConnection> {
  validateWebhookOptions(webhook)
  let handle: UpdateHandler = () => Promise.reject(new Error('Telegram has not said yet who the bot is'))
  const close = await openWebhook({ log: deps.log, handle: (update) => handle(update) }, webhook)
  try {
    handle = (await identifyBot(deps, connection)) ?? handle
    const options = { secret_token: webhook.secret, allowed_updates: allowedUpdates }
    await retryUntilAvailable(deps, connection, (signal) => deps.api.setWebhook(webhook.url, options, signal))
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks Telegram for the bot's identity and registers the commands. Undefined if stopped meanwhile. */
async function identifyBot(options: TelegramReceiverOptions, connection: TelegramConnection): Promise<UpdateHandler | undefined> {
  const { api, log, clock } = options
  const me = await retryUntilAvailable(options, connection, (signal) => api.getMe(signal))
  if (!me) return undefined
  await registerCommands({ api, log }, options.commands, toGrammySignal(connection.signal))
  log.info({ bot: me.username }, 'Telegram is connected')
  const commands = new Set(options.commands.map(({ name }) => name))
  return (update) => handleUpdate({ api, inbox: connection.inbox, log, clock, me, commands }, update)
}

/** Retries until Telegram is available. Undefined if stopped meanwhile. Throws SetupError if Telegram rejects the call. */
async function retryUntilAvailable<T>(
  { clock, log }: TelegramReceiverOptions,
  { signal, onUnavailable }: TelegramConnection,
  request: (signal: ReturnType<typeof toGrammySignal>) => Promise<T>,
): Promise<T | undefined> {
  const retryBackoff = createBackoff(60_000)
  while (!signal.aborted) {
    try {
      return await request(toGrammySignal(signal))
    } catch (error) {
      if (signal.aborted) return undefined
      throwIfMisconfigured(error)
      const waitMs = Math.max(retryBackoff.next(), getRetryAfterMs(error))
      log.warn({ reason: describeError(error), waitMs }, 'Telegram cannot be reached; trying again')
      onUnavailable()
      await clock.sleep(waitMs, signal)
    }
  }
  return undefined
}

function throwIfMisconfigured(error: unknown): void {
  if (isInvalidToken(error))
    throw new SetupError([
      'Telegram does not accept TELEGRAM_BOT_TOKEN. Copy the token again from @BotFather (/mybots, the bot, API Token); after "Revoke", only the newest one works.',
    ])
  if (isRejected(error)) throw new SetupError([`Telegram refuses the configuration: ${describeError(error)}. Check TELEGRAM_WEBHOOK_URL.`])
}
