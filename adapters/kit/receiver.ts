import { messageOf, SetupError } from '../../src/core/domain/errors.ts'
import { type Clock, createBackoff } from '../../src/core/ports/clock.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { PlatformReceiver } from '../../src/core/ports/platform.ts'
import { createOrderedInbox, type OrderedInbox } from './ordered-inbox.ts'

export interface ConnectionOptions {
  /** The platform's name for logs, such as "Telegram". */
  readonly platform: string
  readonly clock: Clock
  readonly log: Log
}

export interface Connection {
  readonly inbox: OrderedInbox
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Called once events can arrive, and again after each `onUnavailable`. */
  readonly onConnected: () => void
  /** Called when no events can arrive: the connection was lost, or the platform is unavailable. The connection will be retried. */
  readonly onUnavailable: () => void
}

/**
 * Creates a receiver from a function that holds a connection until its signal is aborted. `start` resolves once the platform is connected
 * or unavailable, because the program is useful without it. `start` rejects if the function rejects before that.
 */
export function createConnectedReceiver(options: ConnectionOptions, connect: (connection: Connection) => Promise<void>): PlatformReceiver {
  const { platform, log } = options
  let stopController = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let isConnected = false

  return {
    async start(inbox) {
      stopController = new AbortController()
      const { signal } = stopController
      const orderedInbox = createOrderedInbox({ ...options, inbox, signal })
      let isStarted = false
      await new Promise<void>((resolve, reject) => {
        const report = (connected: boolean) => () => {
          isConnected = connected && !signal.aborted
          isStarted = true
          resolve()
        }
        const connection = { inbox: orderedInbox, signal, onConnected: report(true), onUnavailable: report(false) }
        running = connect(connection)
          .finally(() => {
            isConnected = false
          })
          .catch((error: unknown) => {
            if (isStarted) log.error({ reason: messageOf(error) }, `No messages can be received from ${platform}`)
            else reject(error)
          })
          .then(() => orderedInbox.drain())
          .then(resolve)
      })
    },
    async stop() {
      stopController.abort()
      isConnected = false
      await running
    },
    isConnected: () => isConnected,
  }
}

export interface CallFailure {
  readonly reason: string
  /** The wait in ms that the platform asks for. */
  readonly retryAfterMs?: number
  /** What to change in the configuration. Present only if retries cannot help. */
  readonly advice?: string
}

const maxBackoffMs = 60_000

/**
 * Calls a platform until it answers, with exponential backoff. Returns undefined if stopped in the meantime. Throws SetupError if the
 * platform rejects the configuration.
 */
export async function callUntilAvailable<T>(
  { platform, clock, log, describeFailure }: ConnectionOptions & { readonly describeFailure: (error: unknown) => CallFailure },
  { signal, onUnavailable }: Connection,
  call: () => Promise<T>,
): Promise<T | undefined> {
  const backoff = createBackoff(maxBackoffMs)
  while (!signal.aborted) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof SetupError) throw error
      const { reason, retryAfterMs = 0, advice } = describeFailure(error)
      if (advice !== undefined) throw new SetupError([advice])
      const waitMs = Math.max(backoff.next(), retryAfterMs)
      log.warn({ reason, waitMs }, `${platform} cannot be reached; trying again`)
      onUnavailable()
      await clock.sleep(waitMs, signal)
    }
  }
  return undefined
}
