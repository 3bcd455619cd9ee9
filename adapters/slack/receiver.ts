import type { Clock } from '../../src/core/clock.ts'
import type { CommandDeclaration, Suggest } from '../../src/core/commands.ts'
import { messageOf, SetupError } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { Log } from '../../src/core/log.ts'
import type { Inbox, PlatformReceiver } from '../../src/core/platform.ts'
import type { SlackClient } from './client.ts'
import type { Directory, Identity } from './directory.ts'
import { describeError, isWrongToken } from './errors.ts'
import { checkHttp, type HttpOptions, openHttp } from './http.ts'
import { createIntake, type Intake } from './intake.ts'
import type { Memory } from './memory.ts'
import { keepConnected } from './socket.ts'

export interface ReceiverParts {
  readonly client: SlackClient
  readonly apiUrl: string
  readonly directory: Directory
  readonly memory: Memory
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly clock: Clock
  readonly log: Log
}

/** By a connection of ours with an app-level token, or by requests of Slack. */
export type Receiving = { readonly appToken: string } | HttpOptions

/** Without these there is nothing to receive or to answer. */
const neededScopes = ['chat:write', 'im:history', 'im:write', 'users:read']
/** Without one of these something is missing. */
const usefulScopes = [
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

/** Every scope that manifest.yaml asks for. */
export const scopes: readonly string[] = [...neededScopes, ...usefulScopes].sort()

export function createReceiver(parts: ReceiverParts, receiving: Receiving): PlatformReceiver {
  const { log } = parts
  let stopping = new AbortController()
  let running: Promise<Stop> = Promise.resolve(nothingToStop)

  return {
    async start(inbox) {
      stopping = new AbortController()
      let wentAway = false
      const { signal } = stopping
      await new Promise<void>((resolve, reject) => {
        // The rest of the program is of use while Slack is away, and need not wait for it.
        const whenAway = () => {
          wentAway = true
          resolve()
        }
        const connection = { inbox, signal, whenAway, whenConnected: resolve }
        const connecting = 'appToken' in receiving ? bySocket(parts, connection, receiving.appToken) : byHttp(parts, connection, receiving)
        connecting.then(() => resolve(), reject)
        running = connecting.catch((error: unknown) => {
          if (wentAway) log.error({ reason: messageOf(error) }, 'No messages come from Slack')
          return nothingToStop
        })
      })
    },

    async stop() {
      stopping.abort()
      const stop = await running
      running = Promise.resolve(nothingToStop)
      await stop()
    },
  }
}

type Stop = () => Promise<void>
const nothingToStop: Stop = async () => {}

interface Connection {
  readonly inbox: Inbox
  /** Aborted by a stop. */
  readonly signal: AbortSignal
  /** Called when Slack does not answer and is tried again. */
  readonly whenAway: () => void
  readonly whenConnected: () => void
}

async function bySocket(parts: ReceiverParts, connection: Connection, appToken: string): Promise<Stop> {
  const intake = await introduce(parts, connection)
  if (!intake) return nothingToStop
  const { log } = parts
  let first = true
  const whenConnected = () => {
    log.info({ again: !first }, 'Slack is connected')
    first = false
    connection.whenConnected()
  }
  // What is being stored is waited for and acknowledged before the connection is closed.
  const closing = new AbortController()
  const { signal, whenAway } = connection
  const close = () => void intake.stop().finally(() => closing.abort())
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  await keepConnected({ ...parts, appToken, take: intake.take }, { signal: closing.signal, whenAway, whenConnected })
  return () => intake.stop()
}

async function byHttp(parts: ReceiverParts, connection: Connection, options: HttpOptions): Promise<Stop> {
  checkHttp(options)
  let intake: Intake | undefined
  const take = (body: unknown) => intake?.take(body) ?? Promise.reject(new Error('Slack has not said yet who the bot is'))
  const close = await openHttp({ ...parts, take }, options)
  try {
    intake = await introduce(parts, connection)
    return async () => {
      await Promise.all([close(), intake?.stop()])
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks Slack who we are. Undefined when stopped meanwhile. Throws SetupError when Slack refuses the token. */
async function introduce(parts: ReceiverParts, { inbox, signal, whenAway }: Connection): Promise<Intake | undefined> {
  const { directory, log, clock } = parts
  const waits = growingWaits(60_000)
  while (!signal.aborted) {
    try {
      const me = await directory.identity()
      checkScopes(me, log)
      log.info({ workspace: me.url }, 'Slack knows the bot')
      return createIntake({ ...parts, me }, inbox)
    } catch (error) {
      if (error instanceof SetupError) throw error
      if (isWrongToken(error))
        throw new SetupError([
          'Slack does not accept SLACK_BOT_TOKEN. At https://api.slack.com/apps choose the app, OAuth & Permissions, and copy the Bot User OAuth Token, which begins with "xoxb-"; if there is none, click Install to Workspace.',
        ])
      const waitMs = waits.next()
      log.warn({ reason: describeError(error), waitMs }, 'Slack cannot be reached; trying again')
      whenAway()
      await clock.sleep(waitMs, signal)
    }
  }
  return undefined
}

function checkScopes({ scopes: given }: Identity, log: Log): void {
  if (given.length === 0) return
  const lacking = (wanted: readonly string[]) => wanted.filter((scope) => !given.includes(scope))
  const needed = lacking(neededScopes)
  if (needed.length > 0)
    throw new SetupError([
      `The Slack app lacks permissions: ${needed.join(', ')}. At https://api.slack.com/apps choose the app, OAuth & Permissions, add them under Bot Token Scopes, and click Reinstall to Workspace.`,
    ])
  const useful = lacking(usefulScopes)
  if (useful.length > 0)
    log.warn({ scopes: useful }, 'The Slack app lacks permissions, so some of what docs/slack.md describes does not work')
}
