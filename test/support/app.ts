import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createWebAdapter } from '../../adapters/web/index.ts'
import type { WebOptions } from '../../adapters/web/options.ts'
import { buildServer } from '../../adapters/web/server/server.ts'
import { type App, type Foundation, openApp } from '../../src/app.ts'
import { commandDeclarations } from '../../src/commands/index.ts'
import { readConfig } from '../../src/config.ts'
import type { PlaceAddress, PlaceId, PlatformMessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { InboundAction, InboundMessage, PlaceRef, ReplyPart } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { findMessage } from '../../src/threads/messages/read-messages.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'
import { TestClock } from './clock.ts'
import { TestPlaces } from './places.ts'
import { databaseEnv, takeStore } from './store.ts'

/** Something that was sent, and where to. */
export interface Sent extends ReplyPart {
  readonly to: PlaceAddress
}

export interface TestApp extends App {
  readonly clock: TestClock
  /** What the platform was asked to show, in order. */
  readonly sent: Sent[]
  /** The bytes of files, by their source. */
  readonly files: Map<string, Uint8Array>
  /** What the platform tells about its shared places. */
  readonly places: TestPlaces
  /** The web page, which listens nowhere. */
  readonly page: FastifyInstance
}

export interface TestAppOptions {
  readonly chat: ChatModel
  readonly summary: ChatModel
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The bot put together as it is in earnest, on a platform of the tests' own, and with nothing running: a test calls the
 * handlers of jobs itself. For whoever opens it to close.
 */
export async function testApp({ chat, summary, env }: TestAppOptions): Promise<TestApp> {
  const { store, config: database, giveBack } = await takeStore()
  const config = readConfig({
    ...databaseEnv(database),
    DEFAULT_TIMEZONE: 'Europe/Paris',
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
    ACCESS: 'open',
    MESSAGES_PER_MINUTE: '0',
    ...env,
  })
  const clock = new TestClock()
  const sent: Sent[] = []
  const files = new Map<string, Uint8Array>()
  const places = new TestPlaces()
  let web: WebOptions | undefined
  let opened: Pick<App, 'privacy' | 'readers' | 'sharedPlaces'> | undefined
  const ports = { clock, random: systemRandom, log: silentLog, models: { chat, summary }, store, redisPrefix: `test-${randomUUID()}` }
  const app = await openApp(config, ports, (foundation) => {
    web = webOptions(foundation, () => {
      if (!opened) throw new Error('The app is not put together yet.')
      return opened
    })
    return [fakePlatform(sent, files, places), createWebAdapter(web)]
  })
  if (!web) throw new Error('The app was put together without its adapters.')
  opened = app
  const close = async (graceMs?: number) => {
    await app.close(graceMs)
    await giveBack()
  }
  return { ...app, close, clock, sent, files, places, page: await buildServer(web, app.inbox) }
}

function webOptions(foundation: Foundation, app: () => Pick<App, 'privacy' | 'readers' | 'sharedPlaces'>): WebOptions {
  return {
    ...foundation,
    // Tests of the page sign in and search as often as they like.
    rateLimits: { spend: async () => 0, refund: async () => {}, block: async () => {} },
    privacy: () => app().privacy,
    readers: () => app().readers,
    sharedPlaces: () => app().sharedPlaces,
    assumedWindows: () => [],
    host: '127.0.0.1',
    port: 0,
    sessionIdleMs: foundation.config.web.sessionIdleMs,
    attachmentMaxBytes: foundation.config.conversation.attachmentMaxBytes,
    defaultTimezone: foundation.config.defaultTimezone,
    commands: commandDeclarations,
  }
}

/** The platform of directPlace and sharedPlace. */
function fakePlatform(sent: Sent[], files: ReadonlyMap<string, Uint8Array>, places: TestPlaces): PlatformAdapter {
  return {
    name: 'test',
    receiver: { start: async () => {}, stop: async () => {} },
    sharedPlaces: places,
    sender: {
      maxLength: 100_000,
      async send(to, part) {
        sent.push({ ...part, to })
        return `sent-${sent.length}` as PlatformMessageId
      },
      async edit(to, _id, part) {
        sent.push({ ...part, to })
      },
      fetchAttachment: async (source) => files.get(source) ?? new Uint8Array(),
      directAddress: (platformUserId) => `direct:${platformUserId}` as PlaceAddress,
    },
  }
}

let events = 0

/** An event as the platform tells it, by somebody whose name is their id. */
export function message(app: Pick<TestApp, 'clock'>, by: string, place: PlaceRef, text: string): InboundMessage {
  const number = ++events
  const author = { id: by, name: by, isBot: false }
  const id = `event-${number}` as PlatformMessageId
  return { type: 'message', place, id, order: BigInt(number), author, text, addressed: true, sentAt: app.clock.now() }
}

/** Somebody presses a button. */
export function press(app: Pick<TestApp, 'clock'>, by: string, place: PlaceRef, action: string): InboundAction {
  const { id, order, author, sentAt } = message(app, by, place, '')
  return { type: 'action', place, id, order, author, action, sentAt }
}

/** A job is run by the test, once and undisturbed. */
const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** Takes an event and does the work it calls for: commands are run, messages answered, answers sent. */
export async function handle(app: TestApp, event: InboundMessage | InboundAction): Promise<void> {
  await app.inbox(event)
  const { id, threadId, kind } = await storedAs(app, event)
  if (kind === 'command') await app.handlers['run-command']({ messageId: id }, run)
  else await answerPending(app, threadId)
}

/** Answers the pending messages of a thread. Each job answers those of one place. */
async function answerPending(app: TestApp, threadId: ThreadId): Promise<void> {
  for (let jobs = 0; jobs < 10; jobs++) {
    await app.handlers['answer-thread']({ threadId }, run)
    if ((await app.store.db.message.count({ where: { threadId, pending: true, kind: 'chat' } })) === 0) return
  }
}

/** The message that an event became. */
export async function storedAs(app: TestApp, { id, place, author }: InboundMessage | InboundAction): Promise<Message> {
  const account = await app.store.db.account.findFirstOrThrow({ where: { platform: place.platform, platformUserId: author.id } })
  const threadId = await findContinuousThread(app.store.db, account.userId as UserId)
  const { id: placeId } = await app.store.db.place.findFirstOrThrow({ where: { platform: place.platform, address: place.address } })
  const stored = threadId && (await findMessage(app.store.db, { threadId, placeId: placeId as PlaceId, platformMessageId: id }))
  if (!stored) throw new Error(`The event ${id} was not stored.`)
  return stored
}
