import { SocketModeReceiver } from '@slack/bolt'
import type { Clock } from '../../src/core/clock.ts'
import { messageOf, SetupError } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { Log } from '../../src/core/log.ts'
import { callOptions, quiet } from './client.ts'
import { describeError, isWrongToken, rateLimitOf, refusalOf } from './errors.ts'
import type { Take } from './intake.ts'
import { jsonIn } from './json.ts'
import { nameOfPayload } from './payloads.ts'

export interface SocketParts {
  readonly appToken: string
  readonly apiUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly take: Take
}

export interface SocketSigns {
  /** Aborted by a stop. */
  readonly signal: AbortSignal
  /** Called when events can arrive, each time. */
  readonly whenConnected: () => void
  /** Called when Slack does not answer and is tried again. */
  readonly whenAway: () => void
}

/** A connection that lasted so long was a good one: the next is opened at once. In ms. */
const goodMs = 10_000
/** Slack says hello at once; who says nothing is not Slack. In ms. */
const helloWithinMs = 30_000
/** How long a stop waits for the other side to say goodbye, in ms. */
const goodbyeMs = 1_000

interface Envelope {
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
export async function keepConnected(parts: SocketParts, signs: SocketSigns): Promise<void> {
  const { clock, log } = parts
  const waits = growingWaits(30_000)
  let everConnected = false
  while (!signs.signal.aborted) {
    const begun = clock.now().getTime()
    const reason = await connectOnce(parts, {
      ...signs,
      whenConnected: () => {
        everConnected = true
        signs.whenConnected()
      },
    })
    if (signs.signal.aborted) return
    if (reason !== undefined && !everConnected) refuseForGood(reason)
    if (reason === undefined && clock.now().getTime() - begun >= goodMs) waits.reset()
    const waitMs = Math.max(waits.next(), rateLimitOf(reason?.error) ?? 0)
    if (reason === undefined) log.info({ waitMs }, 'The connection to Slack ended; opening a new one')
    else log.warn({ reason: describeError(reason.error), waitMs }, adviceFor(reason.error))
    if (reason !== undefined) signs.whenAway()
    await clock.sleep(waitMs, signs.signal)
  }
}

interface Failed {
  readonly error: unknown
}

/** One connection, from its opening to its end; what kept it from opening, if anything did. */
async function connectOnce(parts: SocketParts, { signal, whenConnected }: SocketSigns): Promise<Failed | undefined> {
  const { appToken, apiUrl, clock, log, take } = parts
  const { client } = new SocketModeReceiver({
    appToken,
    logger: quiet,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: callOptions(apiUrl) },
  })
  surviveFrames(client, log)
  const handling = new Set<Promise<void>>()
  client.on('slack_event', ({ body, ack }: Envelope) => {
    const handled = take(body)
      .then((answer) => ack(answer))
      .catch((error: unknown) => log.error({ reason: messageOf(error) }, 'An event of Slack was not acknowledged; it will be sent again'))
      .finally(() => handling.delete(handled))
    handling.add(handled)
  })
  const ended = new Promise<void>((resolve) => void client.on('disconnected', resolve))
  const over = new AbortController()
  const goodbye = () => Promise.all(handling).then(() => void client.disconnect())
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(goodbye()), { signal: over.signal })
  })
  // Stopped while Slack was asked for the address: the client would connect all the same.
  client.on('connecting', () => queueMicrotask(() => signal.aborted && void goodbye()))
  const greeted = new AbortController()
  void clock.sleep(helloWithinMs, greeted.signal).then(() => greeted.signal.aborted || goodbye())
  try {
    await client.start()
    greeted.abort()
    whenConnected()
    await Promise.race([ended, aborted.then(() => clock.sleep(goodbyeMs, over.signal))])
    return undefined
  } catch (error) {
    return { error }
  } finally {
    greeted.abort()
    over.abort()
  }
}

/**
 * The client reads frames in a listener whose promise nobody holds: one without an event in it, as Slack sends when it limits
 * an app, would end the process. https://docs.slack.dev/reference/events/app_rate_limited
 */
function surviveFrames(client: SocketModeReceiver['client'], log: Log): void {
  for (const read of client.listeners('ws_message')) {
    client.off('ws_message', read)
    client.on('ws_message', async (...frame: unknown[]) => {
      try {
        await read(...frame)
      } catch {
        // Not the error: that of a text that is no JSON quotes it, and it may be what somebody wrote.
        const [data] = frame
        const type = nameOfPayload(typeof data === 'string' ? jsonIn(data) : undefined)
        log.warn({ frame: type }, 'A frame of Slack could not be read and was passed over')
      }
    })
  }
}

function refuseForGood({ error }: Failed): void {
  if (isWrongToken(error))
    throw new SetupError([
      'Slack does not accept SLACK_APP_TOKEN. At https://api.slack.com/apps choose the app, Basic Information, App-Level Tokens, and copy the token that begins with "xapp-".',
    ])
  if (refusalOf(error) === 'missing_scope')
    throw new SetupError([
      'SLACK_APP_TOKEN may not open connections. At https://api.slack.com/apps choose the app, Basic Information, App-Level Tokens, and generate one with the scope connections:write.',
    ])
}

function adviceFor(error: unknown): string {
  if (isWrongToken(error)) return 'Slack no longer accepts SLACK_APP_TOKEN: it was revoked. Set the new one and start again'
  if (refusalOf(error) !== undefined)
    return 'Slack refuses the connection. Check that Socket Mode is on: https://api.slack.com/apps, the app, Socket Mode'
  return 'Slack cannot be reached; trying again'
}
