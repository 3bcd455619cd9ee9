import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import type { Inbox, PlatformReceiver } from '../../../src/core/ports/platform.ts'
import { describeError } from '../errors.ts'
import { GatewayClosedError, type GatewayOptions, isInvalidToken, runGateway } from './gateway.ts'
import { createGatewayListener, type ListenerOptions } from './gateway-listener.ts'

export interface DiscordReceiverOptions extends GatewayOptions, ListenerOptions {}

interface DiscordConnection {
  readonly inbox: Inbox
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Called once events can arrive, or when Discord is unavailable and will be retried. */
  readonly onStarted: () => void
}

export function createReceiver(options: DiscordReceiverOptions): PlatformReceiver {
  let stopController = new AbortController()
  let running: Promise<void> = Promise.resolve()

  return {
    async start(inbox) {
      stopController = new AbortController()
      const { signal } = stopController
      await new Promise<void>((resolve, reject) => {
        // The program is useful without Discord, and does not wait for it.
        running = runReceiver(options, { inbox, signal, onStarted: resolve }).then(resolve, reject)
      })
    },
    async stop() {
      stopController.abort()
      await running
    },
  }
}

/** Runs until stopped. Rejects with SetupError if Discord rejects the configuration before the first connection. */
async function runReceiver(options: DiscordReceiverOptions, { inbox, signal, onStarted }: DiscordConnection): Promise<void> {
  const { clock, log } = options
  const retryBackoff = createBackoff(60_000)
  let hasStarted = false
  const markStarted = () => {
    hasStarted = true
    onStarted()
  }
  const listener = createGatewayListener(options, {
    inbox,
    signal,
    onReady() {
      retryBackoff.reset()
      markStarted()
    },
  })
  while (!signal.aborted) {
    try {
      await runGateway(options, { onDispatch: listener.handleDispatch, onUnavailable: markStarted }, signal)
    } catch (error) {
      if (signal.aborted) break
      const advice = adviceFor(error)
      if (advice !== undefined && !hasStarted) throw new SetupError([advice])
      const waitMs = retryBackoff.next()
      if (advice !== undefined) log.error({ waitMs }, advice)
      else log.warn({ reason: describeError(error), waitMs }, 'Discord cannot be reached; trying again')
      markStarted()
      await clock.sleep(waitMs, signal)
    }
  }
  await listener.drain().catch((error) => log.error({ reason: messageOf(error) }, 'The last events of Discord could not be taken'))
}

const developerPortalUrl = 'https://discord.com/developers/applications'

/** What to do about a refusal; undefined where trying again may help. */
function adviceFor(error: unknown): string | undefined {
  if (isInvalidToken(error) || (error instanceof GatewayClosedError && error.code === 4004))
    return `Discord does not accept DISCORD_BOT_TOKEN. Open ${developerPortalUrl}, your application, Bot, press "Reset Token" and copy the new one; only the newest one works.`
  if (!(error instanceof GatewayClosedError)) return undefined
  if (error.code === 4014)
    return `Discord does not give this bot the content of all messages, which it is set up to read. Open ${developerPortalUrl}, your application, Bot, Privileged Gateway Intents, and switch on "Message Content Intent".`
  if (error.code === 4011)
    return 'Discord wants a bot on this many servers (2,500 and more) to share its work, which Throughline does not do.'
  return `Discord closed the connection for good (code ${error.code}), and says no more about it.`
}
