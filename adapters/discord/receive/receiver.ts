import { SetupError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/ports/clock.ts'
import type { PlatformReceiver } from '../../../src/core/ports/platform.ts'
import { type Connection, createConnectedReceiver } from '../../kit/receiver.ts'
import { describeError } from '../errors.ts'
import { GatewayClosedError, type GatewayOptions, isInvalidToken, runGateway } from './gateway.ts'
import { createGatewayListener, type ListenerOptions } from './gateway-listener.ts'

export interface DiscordReceiverOptions extends GatewayOptions, ListenerOptions {}

export function createReceiver(options: DiscordReceiverOptions): PlatformReceiver {
  return createConnectedReceiver({ ...options, platform: 'Discord' }, (connection) => keepConnected(options, connection))
}

/** Runs until stopped. Rejects with SetupError if Discord rejects the configuration before the first connection. */
async function keepConnected(options: DiscordReceiverOptions, { inbox, signal, onConnected, onUnavailable }: Connection): Promise<void> {
  const { clock, log } = options
  const backoff = createBackoff(60_000)
  // Only the operator can change what Discord rejects, and Discord allows a limited number of attempts per day.
  const rejectionBackoff = createBackoff(15 * 60_000)
  let reportedAdvice: string | undefined
  let isStarted = false
  const markUnavailable = () => {
    isStarted = true
    onUnavailable()
  }
  const handleDispatch = createGatewayListener(options, inbox, () => {
    backoff.reset()
    rejectionBackoff.reset()
    reportedAdvice = undefined
    isStarted = true
    onConnected()
  })
  while (!signal.aborted) {
    try {
      await runGateway(options, { onDispatch: handleDispatch, onResumed: onConnected, onUnavailable: markUnavailable }, signal)
    } catch (error) {
      if (signal.aborted) return
      const advice = adviceFor(error)
      if (advice !== undefined && !isStarted) throw new SetupError([advice])
      const waitMs = (advice === undefined ? backoff : rejectionBackoff).next()
      if (advice === undefined) log.warn({ reason: describeError(error), waitMs }, 'Discord cannot be reached; trying again')
      else if (advice !== reportedAdvice) log.error({ waitMs }, advice)
      reportedAdvice = advice
      markUnavailable()
      await clock.sleep(waitMs, signal)
    }
  }
}

const developerPortalUrl = 'https://discord.com/developers/applications'

/** Returns what to do about a rejection. Undefined if trying again may help. */
function adviceFor(error: unknown): string | undefined {
  if (isInvalidToken(error) || (error instanceof GatewayClosedError && error.code === 4004))
    return `Discord rejects DISCORD_BOT_TOKEN. Open ${developerPortalUrl}, your application, Bot, press "Reset Token" and copy the new token. Only the newest one works.`
  if (!(error instanceof GatewayClosedError)) return undefined
  if (error.code === 4014)
    return `Discord refuses the connection: DISCORD_MESSAGE_CONTENT=on requests the content of all messages, which is not enabled for this bot. Open ${developerPortalUrl}, your application, Bot, Privileged Gateway Intents, switch on "Message Content Intent" and save. Or remove DISCORD_MESSAGE_CONTENT.`
  return `Discord rejects the way this version of Throughline connects (close code ${error.code}). Update Throughline. If it is up to date, report this.`
}
