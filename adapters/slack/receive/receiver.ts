import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration, Suggest } from '../../../src/core/ports/commands.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { Inbox, PlatformReceiver } from '../../../src/core/ports/platform.ts'
import type { SlackClient } from '../client.ts'
import type { SlackConversationState } from '../conversation-state.ts'
import type { SlackDirectory, SlackIdentity } from '../directory.ts'
import { describeError, isInvalidToken } from '../errors.ts'
import { openHttpServer, type SlackHttpOptions, validateHttpOptions } from './http.ts'
import { createPayloadProcessor, type PayloadProcessor } from './payload-processor.ts'
import { keepConnected } from './socket.ts'

export interface SlackReceiverOptions {
  readonly client: SlackClient
  readonly apiUrl: string
  readonly directory: SlackDirectory
  readonly memory: SlackConversationState
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly clock: Clock
  readonly log: Log
}

/** Socket Mode with an app-level token, or HTTP requests. */
export type SlackTransport = { readonly appToken: string } | SlackHttpOptions

/** Without these, nothing can be received or answered. */
const requiredScopes = ['chat:write', 'im:history', 'im:write', 'users:read']
/** Without one of these, a feature is missing. */
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
  const { log } = options
  let stopController = new AbortController()
  let running: Promise<StopSlackConnection> = Promise.resolve(nothingToStop)

  return {
    async start(inbox) {
      stopController = new AbortController()
      let wasUnavailable = false
      const { signal } = stopController
      await new Promise<void>((resolve, reject) => {
        // The program is useful without Slack, and does not wait for it.
        const onUnavailable = () => {
          wasUnavailable = true
          resolve()
        }
        const connection = { inbox, signal, onUnavailable, onConnected: resolve }
        const connecting =
          'appToken' in transport ? connectBySocket(options, connection, transport.appToken) : connectByHttp(options, connection, transport)
        connecting.then(() => resolve(), reject)
        running = connecting.catch((error: unknown) => {
          if (wasUnavailable) log.error({ reason: messageOf(error) }, 'No messages come from Slack')
          return nothingToStop
        })
      })
    },

    async stop() {
      stopController.abort()
      const stop = await running
      running = Promise.resolve(nothingToStop)
      await stop()
    },
  }
}

type StopSlackConnection = () => Promise<void>
const nothingToStop: StopSlackConnection = async () => {}

interface SlackConnection {
  readonly inbox: Inbox
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Called when Slack is unavailable and will be retried. */
  readonly onUnavailable: () => void
  readonly onConnected: () => void
}

async function connectBySocket(options: SlackReceiverOptions, connection: SlackConnection, appToken: string): Promise<StopSlackConnection> {
  const processor = await identifyBot(options, connection)
  if (!processor) return nothingToStop
  const { log } = options
  let isFirst = true
  const onConnected = () => {
    log.info({ again: !isFirst }, 'Slack is connected')
    isFirst = false
    connection.onConnected()
  }
  // Events in progress are stored and acknowledged before the connection is closed.
  const closing = new AbortController()
  const { signal, onUnavailable } = connection
  const close = () => void processor.stop().finally(() => closing.abort())
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  await keepConnected({ ...options, appToken, handlePayload: processor.handle }, { signal: closing.signal, onUnavailable, onConnected })
  return () => processor.stop()
}

async function connectByHttp(
  deps: SlackReceiverOptions,
  connection: SlackConnection,
  options: SlackHttpOptions,
): Promise<StopSlackConnection> {
  validateHttpOptions(options)
  let processor: PayloadProcessor | undefined
  const handle = (body: unknown) => processor?.handle(body) ?? Promise.reject(new Error('Slack has not said yet who the bot is'))
  const close = await openHttpServer({ ...deps, handlePayload: handle }, options)
  try {
    processor = await identifyBot(deps, connection)
    return async () => {
      await Promise.all([close(), processor?.stop()])
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks Slack for the bot's identity. Undefined if stopped meanwhile. Throws SetupError if Slack rejects the token. */
async function identifyBot(
  options: SlackReceiverOptions,
  { inbox, signal, onUnavailable }: SlackConnection,
): Promise<PayloadProcessor | undefined> {
  const { directory, log, clock } = options
  const retryBackoff = createBackoff(60_000)
  while (!signal.aborted) {
    try {
      const me = await directory.loadIdentity()
      checkScopes(me, log)
      log.info({ workspace: me.url }, 'Slack knows the bot')
      return createPayloadProcessor({ ...options, me }, inbox)
    } catch (error) {
      if (error instanceof SetupError) throw error
      if (isInvalidToken(error))
        throw new SetupError([
          'Slack does not accept SLACK_BOT_TOKEN. At https://api.slack.com/apps choose the app, OAuth & Permissions, and copy the Bot User OAuth Token, which begins with "xoxb-"; if there is none, click Install to Workspace.',
        ])
      const waitMs = retryBackoff.next()
      log.warn({ reason: describeError(error), waitMs }, 'Slack cannot be reached; trying again')
      onUnavailable()
      await clock.sleep(waitMs, signal)
    }
  }
  return undefined
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
    log.warn({ scopes: missingOptional }, 'The Slack app lacks permissions, so some of what docs/slack.md describes does not work')
}
