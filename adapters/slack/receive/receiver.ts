import { once } from 'node:events'
import { SetupError } from '../../../src/core/domain/errors.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { PlatformReceiver } from '../../../src/core/ports/platform.ts'
import { type CallFailure, type Connection, callUntilAvailable, createConnectedReceiver } from '../../kit/receiver.ts'
import type { SlackDeps, SlackReceiverOptions } from '../deps.ts'
import type { SlackIdentity } from '../directory.ts'
import { describeError, isInvalidToken } from '../errors.ts'
import { createApp } from './app.ts'
import { createBoltReceiver, type SlackPayloadSource } from './bolt-receiver.ts'
import { openHttpServer, type SlackHttpOptions, validateHttpOptions } from './http.ts'
import { keepConnected } from './socket.ts'

/** Socket Mode with an app-level token, or HTTP requests. */
export type SlackTransport = { readonly appToken: string } | SlackHttpOptions

/** The scopes without which nothing can be received or answered. */
const requiredScopes = ['chat:write', 'im:history', 'im:write', 'users:read']
/** The scopes without which some feature is missing. */
const optionalScopes = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'mpim:history',
  'mpim:read',
  'reactions:read',
]

/** All scopes in manifest.yaml. */
export const manifestScopes: readonly string[] = [...requiredScopes, ...optionalScopes].sort()

export function createReceiver(options: SlackReceiverOptions, transport: SlackTransport): PlatformReceiver {
  return createConnectedReceiver({ ...options, platform: 'Slack' }, (connection) =>
    'appToken' in transport ? receiveBySocket(options, connection, transport.appToken) : receiveByHttp(options, connection, transport),
  )
}

async function receiveBySocket(options: SlackReceiverOptions, connection: Connection, appToken: string): Promise<void> {
  const { log } = options
  const { inbox, signal, onUnavailable } = connection
  let isFirst = true
  const onConnected = () => {
    log.info({ isReconnect: !isFirst }, 'Slack is connected')
    isFirst = false
    connection.onConnected()
  }
  const closing = new AbortController()
  const { app, identify } = createIdentifiedApp(options, connection, {
    start: (handlePayload) =>
      keepConnected({ ...options, appToken, handlePayload }, { signal: closing.signal, onUnavailable, onConnected }),
    // Payloads in progress are stored and acknowledged before the connection is closed.
    stop: () => inbox.drain().finally(() => closing.abort()),
  })
  if (!(await identify())) return
  const stop = () => void app.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await app.start()
}

async function receiveByHttp(options: SlackReceiverOptions, connection: Connection, http: SlackHttpOptions): Promise<void> {
  validateHttpOptions(http)
  const { signal } = connection
  let close = async () => {}
  const { app, identify } = createIdentifiedApp(options, connection, {
    async start(handlePayload) {
      close = await openHttpServer(options, http, handlePayload)
    },
    stop: () => close(),
  })
  await app.start()
  try {
    if (!(await identify())) return
    connection.onConnected()
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await app.stop()
  }
}

/** Creates Bolt's App. It rejects payloads until `identify` has asked Slack who the bot is. */
function createIdentifiedApp(options: SlackReceiverOptions, connection: Connection, source: SlackPayloadSource) {
  let me: SlackIdentity | undefined
  const deps: SlackDeps = {
    ...options,
    get me() {
      if (!me) throw new Error('the bot is not connected yet')
      return me
    },
  }
  return {
    app: createApp(deps, createBoltReceiver(options, connection, source)),
    /** Returns whether the bot is known. It is not if stopped in the meantime. Throws SetupError if Slack rejects the token. */
    async identify(): Promise<boolean> {
      me = await loadIdentity(options, connection)
      return me !== undefined
    },
  }
}

async function loadIdentity(options: SlackReceiverOptions, connection: Connection): Promise<SlackIdentity | undefined> {
  const { directory, log } = options
  return callUntilAvailable({ ...options, platform: 'Slack', describeFailure }, connection, async () => {
    const me = await directory.loadIdentity()
    checkScopes(me, log)
    log.info({ workspace: me.url }, 'Slack accepts the bot token')
    return me
  })
}

function describeFailure(error: unknown): CallFailure {
  const reason = describeError(error)
  if (!isInvalidToken(error)) return { reason }
  return {
    reason,
    advice:
      'Slack rejects SLACK_BOT_TOKEN. At https://api.slack.com/apps choose the app, OAuth & Permissions, and copy the Bot User OAuth Token, which begins with "xoxb-". If there is none, click Install to Workspace.',
  }
}

function checkScopes({ scopes: granted }: SlackIdentity, log: Log): void {
  if (granted.length === 0) return
  const findMissing = (expected: readonly string[]) => expected.filter((scope) => !granted.includes(scope))
  const missingRequired = findMissing(requiredScopes)
  if (missingRequired.length > 0)
    throw new SetupError([
      `The Slack app lacks permissions: ${missingRequired.join(', ')}. At https://api.slack.com/apps choose the app, OAuth & Permissions, add them under Bot Token Scopes, and click Reinstall to Workspace.`,
    ])
  const missingOptional = findMissing(optionalScopes)
  if (missingOptional.length > 0)
    log.warn({ scopes: missingOptional }, 'The Slack app lacks scopes, so some features in docs/slack.md do not work')
}
