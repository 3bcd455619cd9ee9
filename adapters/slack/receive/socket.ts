import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { type Clock, createBackoff } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { describeError, getErrorCode, getRetryAfterMs, isInvalidToken } from '../errors.ts'
import type { PayloadHandler, SlackDelivery } from './bolt-receiver.ts'
import { createSocketClient } from './socket-client.ts'

export interface SlackSocketOptions {
  readonly appToken: string
  readonly apiUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly handlePayload: PayloadHandler
}

export interface SlackSocketHandlers {
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Called whenever events can arrive. */
  readonly onConnected: () => void
  /** Called when the connection has ended or could not be opened. The next one follows. */
  readonly onUnavailable: () => void
}

/** After a connection that lasted this long, the next one is opened at once. In ms. */
const stableConnectionMs = 10_000
/** How long to wait for Slack's hello, in ms. Slack sends it at once, so a server that does not is not Slack. */
const helloTimeoutMs = 30_000
/** How long a shutdown waits for the closing handshake, in ms. */
const closeTimeoutMs = 1_000

/** A payload as the client emits it. */
interface SlackEnvelope {
  readonly body: unknown
  readonly ack: (answer?: object) => Promise<void>
  readonly retry_num?: number
  readonly retry_reason?: string
}

/**
 * Runs Socket Mode until `signal` is aborted. Rejects with SetupError if the first connection is rejected for good.
 *
 * When the client reconnects by itself, it waits five seconds even if Slack requested the reconnect, terminates the process if a token is
 * rejected in the meantime, and continues after a stop. So each connection has its own client.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export async function keepConnected(options: SlackSocketOptions, handlers: SlackSocketHandlers): Promise<void> {
  const { clock, log } = options
  const retryBackoff = createBackoff(30_000)
  let hasConnected = false
  while (!handlers.signal.aborted) {
    const startedAt = clock.now().getTime()
    const reason = await connectOnce(options, {
      ...handlers,
      onConnected: () => {
        hasConnected = true
        handlers.onConnected()
      },
    })
    if (handlers.signal.aborted) return
    if (reason !== undefined && !hasConnected) throwIfMisconfigured(reason)
    handlers.onUnavailable()
    if (reason === undefined && clock.now().getTime() - startedAt >= stableConnectionMs) retryBackoff.reset()
    const waitMs = Math.max(retryBackoff.next(), getRetryAfterMs(reason?.error) ?? 0)
    if (reason === undefined) log.info({ waitMs }, 'The connection to Slack ended; opening a new one')
    else log.warn({ reason: describeError(reason.error), waitMs }, adviceFor(reason.error))
    await clock.sleep(waitMs, handlers.signal)
  }
}

const toDelivery = ({ body, retry_num: retryNum, retry_reason: retryReason }: SlackEnvelope): SlackDelivery => ({
  body,
  ...(retryNum !== undefined && { retryNum }),
  ...(retryReason !== undefined && { retryReason }),
})

interface SlackConnectFailure {
  readonly error: unknown
}

/** Runs one connection from start to end. Returns what prevented it from opening, if anything. */
async function connectOnce(
  options: SlackSocketOptions,
  { signal, onConnected }: SlackSocketHandlers,
): Promise<SlackConnectFailure | undefined> {
  const { appToken, apiUrl, clock, log, handlePayload } = options
  const client = createSocketClient({ appToken, apiUrl, log })
  const inFlight = new Set<Promise<void>>()
  client.on('slack_event', (envelope: SlackEnvelope) => {
    const handled = handlePayload(toDelivery(envelope))
      .then((answer) => envelope.ack(answer))
      .catch((error: unknown) => log.error({ reason: messageOf(error) }, 'A Slack event was not acknowledged; Slack will send it again'))
      .finally(() => inFlight.delete(handled))
    inFlight.add(handled)
  })
  const ended = new Promise<void>((resolve) => void client.on('disconnected', resolve))
  const connectionEnded = new AbortController()
  const disconnect = () => Promise.all(inFlight).then(() => void client.disconnect())
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(disconnect()), { signal: connectionEnded.signal })
  })
  // If stopped while Slack is being asked for the URL, the client would connect anyway.
  client.on('connecting', () => queueMicrotask(() => signal.aborted && void disconnect()))
  const helloReceived = new AbortController()
  void clock.sleep(helloTimeoutMs, helloReceived.signal).then(() => helloReceived.signal.aborted || disconnect())
  try {
    await client.start()
    helloReceived.abort()
    onConnected()
    await Promise.race([ended, aborted.then(() => clock.sleep(closeTimeoutMs, connectionEnded.signal))])
    return undefined
  } catch (error) {
    return { error }
  } finally {
    helloReceived.abort()
    connectionEnded.abort()
  }
}

function throwIfMisconfigured({ error }: SlackConnectFailure): void {
  if (isInvalidToken(error))
    throw new SetupError([
      'Slack rejects SLACK_APP_TOKEN. At https://api.slack.com/apps choose the app, Basic Information, App-Level Tokens, and copy the token that begins with "xapp-".',
    ])
  if (getErrorCode(error) === 'missing_scope')
    throw new SetupError([
      'SLACK_APP_TOKEN may not open connections. At https://api.slack.com/apps choose the app, Basic Information, App-Level Tokens, and generate one with the scope connections:write.',
    ])
}

function adviceFor(error: unknown): string {
  if (isInvalidToken(error)) return 'Slack no longer accepts SLACK_APP_TOKEN: it was revoked. Set the new one and start again'
  if (getErrorCode(error) !== undefined)
    return 'Slack refuses the connection. Check that Socket Mode is on: https://api.slack.com/apps, the app, Socket Mode'
  return 'Slack cannot be reached; trying again'
}
