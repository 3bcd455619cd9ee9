import type { Api } from 'grammy'
import type { Clock } from '../../src/core/clock.ts'
import type { CommandDeclaration } from '../../src/core/commands.ts'
import { messageOf, SetupError } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { Log } from '../../src/core/log.ts'
import type { Inbox, PlatformReceiver } from '../../src/core/platform.ts'
import { grammySignal } from './client.ts'
import { offerCommands } from './commands.ts'
import { askedWaitMs, describeError, isRefused, isWrongToken } from './errors.ts'
import { takeUpdate } from './intake.ts'
import { pollUpdates } from './polling.ts'
import type { Take } from './taking.ts'
import { allowedUpdates } from './updates.ts'
import { checkWebhook, openWebhook, type WebhookOptions } from './webhook.ts'

export interface ReceiverParts {
  readonly api: Api
  readonly commands: readonly CommandDeclaration[]
  readonly clock: Clock
  readonly log: Log
}

type Stop = () => Promise<void>

const nothingToStop: Stop = async () => {}

/** Receives by webhook where one is given, else by long polling. */
export function createReceiver(parts: ReceiverParts, webhook: WebhookOptions | undefined): PlatformReceiver {
  let stopping = new AbortController()
  let receiving: Promise<Stop> = Promise.resolve(nothingToStop)

  return {
    async start(inbox) {
      stopping = new AbortController()
      let wentAway = false
      let whenAway = () => {}
      // The rest of the program is of use while Telegram is away, and need not wait for it.
      const away = new Promise<void>((resolve) => {
        whenAway = () => {
          wentAway = true
          resolve()
        }
      })
      const connection = { inbox, signal: stopping.signal, whenAway }
      const connecting = webhook ? byWebhook(parts, connection, webhook) : byPolling(parts, connection)
      receiving = connecting.catch((error) => {
        if (wentAway) parts.log.error({ reason: messageOf(error) }, 'No messages come from Telegram')
        return nothingToStop
      })
      await Promise.race([connecting, away])
    },

    async stop() {
      stopping.abort()
      const stop = await receiving
      receiving = Promise.resolve(nothingToStop)
      await stop()
    },
  }
}

interface Connection {
  readonly inbox: Inbox
  /** Aborted by a stop. */
  readonly signal: AbortSignal
  /** Called when Telegram does not answer and is tried again. */
  readonly whenAway: () => void
}

async function byPolling(parts: ReceiverParts, connection: Connection): Promise<Stop> {
  const take = await introduce(parts, connection)
  // Updates are not given to those who ask while a webhook is set.
  await untilTelegramAnswers(parts, connection, (signal) => parts.api.deleteWebhook({}, signal))
  if (!take) return nothingToStop
  const polling = pollUpdates({ ...parts, take }, connection.signal)
  return () => polling
}

async function byWebhook(parts: ReceiverParts, connection: Connection, webhook: WebhookOptions): Promise<Stop> {
  checkWebhook(webhook)
  let take: Take = () => Promise.reject(new Error('Telegram has not said yet who the bot is'))
  const close = await openWebhook({ log: parts.log, take: (update) => take(update) }, webhook)
  try {
    take = (await introduce(parts, connection)) ?? take
    const options = { secret_token: webhook.secret, allowed_updates: allowedUpdates }
    await untilTelegramAnswers(parts, connection, (signal) => parts.api.setWebhook(webhook.url, options, signal))
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks Telegram who we are, and offers the commands. Undefined when stopped meanwhile. */
async function introduce(parts: ReceiverParts, connection: Connection): Promise<Take | undefined> {
  const { api, log, clock } = parts
  const me = await untilTelegramAnswers(parts, connection, (signal) => api.getMe(signal))
  if (!me) return undefined
  await offerCommands({ api, log }, parts.commands, grammySignal(connection.signal))
  log.info({ bot: me.username }, 'Telegram is connected')
  const commands = new Set(parts.commands.map(({ name }) => name))
  return (update) => takeUpdate({ api, inbox: connection.inbox, log, clock, me, commands }, update)
}

/** The answer, however long Telegram is away; undefined when stopped meanwhile. Throws SetupError when Telegram refuses. */
async function untilTelegramAnswers<T>(
  { clock, log }: ReceiverParts,
  { signal, whenAway }: Connection,
  ask: (signal: ReturnType<typeof grammySignal>) => Promise<T>,
): Promise<T | undefined> {
  const waits = growingWaits(60_000)
  while (!signal.aborted) {
    try {
      return await ask(grammySignal(signal))
    } catch (error) {
      if (signal.aborted) return undefined
      refuseForGood(error)
      const waitMs = Math.max(waits.next(), askedWaitMs(error))
      log.warn({ reason: describeError(error), waitMs }, 'Telegram cannot be reached; trying again')
      whenAway()
      await clock.sleep(waitMs, signal)
    }
  }
  return undefined
}

function refuseForGood(error: unknown): void {
  if (isWrongToken(error))
    throw new SetupError([
      'Telegram does not accept TELEGRAM_BOT_TOKEN. Copy the token again from @BotFather (/mybots, the bot, API Token); after "Revoke", only the newest one works.',
    ])
  if (isRefused(error)) throw new SetupError([`Telegram refuses the configuration: ${describeError(error)}. Check TELEGRAM_WEBHOOK_URL.`])
}
