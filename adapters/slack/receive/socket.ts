import { SocketModeReceiver } from '@slack/bolt'
import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { silentLogger, toClientOptions } from '../client.ts'
import { describeError, getErrorCode, getRetryAfterMs, isInvalidToken } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { getPayloadName } from '../payloads.ts'
import type { PayloadHandler } from './payload-processor.ts'

export interface SlackSocketOptions {
  readonly appToken: string
  readonly apiUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly handlePayload: PayloadHandler
}

export interface SlackSocketHandlers {
  /** Aborted by a stop. */
  readonly signal: AbortSignal
  /** Called when events can arrive, each time. */
  readonly onConnected: () => void
  /** Called when Slack does not answer and is tried again. */
  readonly onUnavailable: () => void
}

/** A connection that lasted so long was a good one: the next is opened at once. In ms. */
const stableConnectionMs = 10_000
/** Slack says hello at once; who says nothing is not Slack. In ms. */
const helloTimeoutMs = 30_000
/** How long a stop waits for the other side to say goodbye, in ms. */
const closeTimeoutMs = 1_000

interface SlackEnvelope {
  readonly body: unknown
  readonly ack: (answer?: object) => Promise<void>
}

/**
 * Socket Mode until `signal` is aborted. Rejects with a SetupError when the first connection is refused for good.
 *
 * Of Bolt's receiver only the connection is used. Bolt's App acknowledges every event before it is handled, in Socket Mode
 * always: what the inbox refuses would be lost. And its reconnecting waits five seconds even when Slack asks for it, ends the
 * process when a token is refused meanwhile, and goes on after a stop; so each connection has a receiver of its own.
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
    if (reason === undefined && clock.now().getTime() - startedAt >= stableConnectionMs) retryBackoff.reset()
    const waitMs = Math.max(retryBackoff.next(), getRetryAfterMs(reason?.error) ?? 0)
    if (reason === undefined) log.info({ waitMs }, 'The connection to Slack ended; opening a new one')
    else log.warn({ reason: describeError(reason.error), waitMs }, adviceFor(reason.error))
    if (reason !== undefined) handlers.onUnavailable()
    await clock.sleep(waitMs, handlers.signal)
  }
}

interface SlackConnectFailure {
  readonly error: unknown
}

/** One connection, from its opening to its end; what kept it from opening, if anything did. */
async function connectOnce(
  options: SlackSocketOptions,
  { signal, onConnected }: SlackSocketHandlers,
): Promise<SlackConnectFailure | undefined> {
  const { appToken, apiUrl, clock, log, handlePayload } = options
  const { client } = new SocketModeReceiver({
    appToken,
    logger: silentLogger,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: toClientOptions(apiUrl) },
  })
  guardFrameListeners(client, log)
  const inFlight = new Set<Promise<void>>()
  client.on('slack_event', ({ body, ack }: SlackEnvelope) => {
    const handled = handlePayload(body)
      .then((answer) => ack(answer))
      .catch((error: unknown) => log.error({ reason: messageOf(error) }, 'An event of Slack was not acknowledged; it will be sent again'))
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
  // Stopped while Slack was asked for the address: the client would connect all the same.
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

/**
 * The client reads frames in a listener whose promise nobody holds: one without an event in it, as Slack sends when it limits
 * an app, would end the process. https://docs.slack.dev/reference/events/app_rate_limited
 */
function guardFrameListeners(client: SocketModeReceiver['client'], log: Log): void {
  for (const listener of client.listeners('ws_message')) {
    client.off('ws_message', listener)
    client.on('ws_message', async (...frame: unknown[]) => {
      try {
        await listener(...frame)
      } catch {
        // Not the error: that of a text that is no JSON quotes it, and it may be what somebody wrote.
        const [data] = frame
        const type = getPayloadName(typeof data === 'string' ? parseJson(data) : undefined)
        log.warn({ frame: type }, 'A frame of Slack could not be read and was passed over')
      }
    })
  }
}

function throwIfMisconfigured({ error }: SlackConnectFailure): void {
  if (isInvalidToken(error))
    throw new SetupError([
      'Slack does not accept SLACK_APP_TOKEN. At https://api.slack.com/apps choose the app, Basic Information, App-Level Tokens, and copy the token that begins with "xapp-".',
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
