import { messageOf, SetupError } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { Inbox, PlatformReceiver } from '../../src/core/platform.ts'
import { describeError } from './errors.ts'
import { type GatewayParts, GatewayRefusal, holdGateway, isTokenRefusal } from './gateway.ts'
import { createListener, type ListenerParts } from './listener.ts'

export interface ReceiverParts extends GatewayParts, ListenerParts {}

interface Connection {
  readonly inbox: Inbox
  /** Aborted by a stop. */
  readonly signal: AbortSignal
  /** Called when events can arrive, and when Discord is away and is tried again. */
  readonly begun: () => void
}

export function createReceiver(parts: ReceiverParts): PlatformReceiver {
  let stopping = new AbortController()
  let receiving: Promise<void> = Promise.resolve()

  return {
    async start(inbox) {
      stopping = new AbortController()
      const { signal } = stopping
      await new Promise<void>((resolve, reject) => {
        // The rest of the program is of use while Discord is away, and need not wait for it.
        receiving = receive(parts, { inbox, signal, begun: resolve }).then(resolve, reject)
      })
    },
    async stop() {
      stopping.abort()
      await receiving
    },
  }
}

/** Until it is stopped. Rejects with a SetupError when Discord refuses the configuration before it ever had us. */
async function receive(parts: ReceiverParts, { inbox, signal, begun }: Connection): Promise<void> {
  const { clock, log } = parts
  const waits = growingWaits(60_000)
  let begunOnce = false
  const begin = () => {
    begunOnce = true
    begun()
  }
  const listener = createListener(parts, {
    inbox,
    signal,
    ready() {
      waits.reset()
      begin()
    },
  })
  while (!signal.aborted) {
    try {
      await holdGateway(parts, { dispatched: listener.dispatched, away: begin }, signal)
    } catch (error) {
      if (signal.aborted) break
      const advice = adviceFor(error)
      if (advice !== undefined && !begunOnce) throw new SetupError([advice])
      const waitMs = waits.next()
      if (advice !== undefined) log.error({ waitMs }, advice)
      else log.warn({ reason: describeError(error), waitMs }, 'Discord cannot be reached; trying again')
      begin()
      await clock.sleep(waitMs, signal)
    }
  }
  await listener.settled().catch((error) => log.error({ reason: messageOf(error) }, 'The last events of Discord could not be taken'))
}

const portal = 'https://discord.com/developers/applications'

/** What to do about a refusal; undefined where trying again may help. */
function adviceFor(error: unknown): string | undefined {
  if (isTokenRefusal(error) || (error instanceof GatewayRefusal && error.code === 4004))
    return `Discord does not accept DISCORD_BOT_TOKEN. Open ${portal}, your application, Bot, press "Reset Token" and copy the new one; only the newest one works.`
  if (!(error instanceof GatewayRefusal)) return undefined
  if (error.code === 4014)
    return `Discord does not give this bot the content of all messages, which it is set up to read. Open ${portal}, your application, Bot, Privileged Gateway Intents, and switch on "Message Content Intent".`
  if (error.code === 4011)
    return 'Discord wants a bot on this many servers (2,500 and more) to share its work, which Throughline does not do.'
  return `Discord closed the connection for good (code ${error.code}), and says no more about it.`
}
