import { onTestFinished } from 'vitest'
import { createWebAdapter, type WebAdapter, type WebOptions } from '../../../adapters/web/index.ts'
import { ChannelReaders } from '../../../src/channels/access/readers.ts'
import type { PlatformMessageId, UserId } from '../../../src/core/domain/ids.ts'
import type { Message, MessageKind, Role } from '../../../src/core/domain/messages.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { JobName, JobPayloads } from '../../../src/core/ports/jobs.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { InboundEvent, PlaceRef, PlatformSender } from '../../../src/core/ports/platform.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { fixedModels } from '../../../src/model/choice/open-models.ts'
import type { EmbeddingConfig } from '../../../src/model/embeddings/config.ts'
import { offlineModels } from '../../../src/offline/offline-models.ts'
import { createSignInLink, endSession, listSessions } from '../../../src/people/sign-in.ts'
import { addUser, ensureLocalOwner, findUserByAccount, type User } from '../../../src/people/users.ts'
import { openEmbeddings } from '../../../src/search/vectors/open-embeddings.ts'
import type { Prisma } from '../../../src/store/generated/client.ts'
import type { Store } from '../../../src/store/store.ts'
import { appendMessage } from '../../../src/threads/messages/append-message.ts'
import { editMessage } from '../../../src/threads/messages/edit-message.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { TestClock } from '../../support/clock.ts'
import { openedEmbeddings } from '../../support/embeddings.ts'
import { TestPlaces } from '../../support/places.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testRandom } from '../../support/random.ts'
import { testStore } from '../../support/store.ts'
import { movesReminders } from '../../support/timezone-change.ts'

export interface PageOptions {
  readonly clock?: Clock
  readonly options?: Partial<WebOptions>
  /** They are off without it. */
  readonly embeddings?: EmbeddingConfig
  /** Takes events in place of `stored`. */
  readonly inbox?: (page: Page, event: InboundEvent) => Promise<void>
}

export interface Page {
  readonly options: WebOptions
  readonly adapter: WebAdapter
  readonly store: Store
  readonly url: string
  readonly owner: User
  readonly events: InboundEvent[]
  readonly jobs: { readonly name: JobName; readonly payload: object }[]
  /** The shared places of the platform "test". */
  readonly places: TestPlaces
}

const defaultTimezone = 'Europe/Paris'

/** The page with a real store, not started. */
export async function preparePage({ clock = new TestClock(), options = {}, embeddings }: Omit<PageOptions, 'inbox'> = {}): Promise<Page> {
  const store = await testStore()
  const jobs: Page['jobs'] = []
  const broadcast = createLocalBroadcast(silentLog)
  const queue = { add: async <Name extends JobName>(name: Name, payload: JobPayloads[Name]) => void jobs.push({ name, payload }) }
  const senders = new Map<string, PlatformSender>()
  const rights = privacyDeps({ store, clock, jobs: queue, broadcast, senders })
  const places = new TestPlaces()
  const sharedPlaces = new Map([['test', places]])
  const readers = new ChannelReaders({ store, clock, log: silentLog, sharedPlaces })
  const webOptions: WebOptions = {
    store,
    clock,
    random: testRandom(),
    rateLimits: createRateLimits(),
    log: silentLog,
    broadcast,
    embeddings: embeddings ? await openEmbeddings({ store, clock, log: silentLog }, embeddings) : openedEmbeddings(),
    jobs: queue,
    onTimezoneChange: movesReminders,
    privacy: () => rights,
    readers: () => readers,
    sharedPlaces: () => sharedPlaces,
    assumedWindows: () => [],
    languageModels: fixedModels(offlineModels),
    encryptionKey: undefined,
    defaultTimezone,
    host: '127.0.0.1',
    port: 0,
    attachmentMaxBytes: 2 ** 20,
    sessionIdleMs: 7 * 86_400_000,
    commands: [
      { name: 'days', help: 'days.help', arguments: [] },
      { name: 'digest', help: 'digest.help', arguments: [] },
      { name: 'secret', help: 'choice.help', arguments: [], hidden: true },
    ],
    ...options,
  }
  const adapter = createWebAdapter(webOptions)
  senders.set(adapter.name, adapter.sender)
  return { options: webOptions, adapter, store, url: '', owner: await ensureLocalOwner(store, clock.now()), events: [], jobs, places }
}

/** The page on a free port. What people post is stored in their thread, and not answered. */
export async function startPage({ inbox = storeEvent, ...options }: PageOptions = {}): Promise<Page> {
  const prepared = await preparePage(options)
  const { receiver } = prepared.adapter
  await receiver.start(async (event) => {
    prepared.events.push(event)
    await inbox(prepared, event)
  })
  onTestFinished(() => receiver.stop())
  return { ...prepared, url: receiver.url }
}

/** Somebody else, with an account on another platform. */
export async function addPerson(page: Page, name: string): Promise<User> {
  const key = { platform: 'telegram', tenant: '', platformUserId: `tg-${name}` }
  return (await addUser(page.store, key, { name, now: page.options.clock.now() })).user
}

/** A browser that is signed in: requests carry its cookie and the origin of the page. */
export interface Visitor {
  readonly cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export async function signIn(page: Page, userId: UserId = page.owner.id, browser = 'test'): Promise<Visitor> {
  const { token } = await createSignInLink(page.options, userId)
  const response = await fetch(`${page.url}/sign-in/${token}`, {
    method: 'POST',
    headers: { origin: page.url, 'user-agent': browser },
    redirect: 'manual',
  })
  return visitorWith(page, response.headers.get('set-cookie')?.split(';')[0] ?? '')
}

/** Ends the session of a browser and announces nothing. */
export async function endSessionOf(page: Page, { cookie }: Visitor, userId: UserId = page.owner.id): Promise<void> {
  const sessions = await listSessions(page.options, userId, cookie.split('=')[1] ?? '')
  const { id } = sessions.find(({ isCurrent }) => isCurrent)!
  await endSession(page.options, userId, id)
}

export function visitorWith(page: Page, cookie: string): Visitor {
  return {
    cookie,
    get: (path, headers = {}) => fetch(page.url + path, { headers: { cookie, ...headers }, redirect: 'manual' }),
    post: (path, body, headers = {}) =>
      fetch(page.url + path, {
        method: 'POST',
        headers: { cookie, origin: page.url, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
  }
}

export interface Written {
  readonly text: string
  readonly sentAt: Date | string
  readonly user?: User
  readonly place?: PlaceRef
  readonly id?: string
  readonly kind?: 'chat' | 'command'
  readonly replyToMessage?: Message['id']
}

let written = 0

/** Stores what somebody wrote, as the conversation does. */
export async function write(
  page: Page,
  { text, sentAt, user = page.owner, place, id, kind = 'chat', replyToMessage }: Written,
): Promise<Message> {
  const key = { platform: 'web', tenant: '', platformUserId: String(user.id) }
  const own: PlaceRef = { platform: 'web', tenant: '', address: `web:${user.id}` as PlaceRef['address'], kind: 'direct' }
  const account =
    (await findUserByAccount(page.store.db, key))?.accountId ??
    (await page.store.db.account.create({ data: { ...key, userId: user.id, name: user.name, createdAt: page.options.clock.now() } })).id
  const { message } = await appendMessage(page.options, {
    userId: user.id,
    timezone: user.timezone ?? defaultTimezone,
    accountId: account as Parameters<typeof appendMessage>[1]['accountId'],
    authorName: user.name,
    place: place ?? own,
    platformMessageId: (id ?? `written-${++written}`) as PlatformMessageId,
    platformOrder: BigInt(++written),
    kind,
    text,
    sentAt: new Date(sentAt),
    pending: false,
    ...(replyToMessage !== undefined && { replyToMessage }),
  })
  page.options.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId: message.threadId })
  return message
}

export interface Reply {
  readonly text: string
  readonly sentAt: Date | string
  readonly role?: Role
  readonly kind?: MessageKind
  readonly tool?: Message['tool']
}

/** Stores what the bot says to a message. */
export async function reply(page: Page, to: Message, { text, sentAt, role = 'assistant', kind = 'chat', tool }: Reply): Promise<Message> {
  const [message] = await page.store.transaction((tx) =>
    insertMessages(tx, to.threadId, [
      {
        segmentId: to.segmentId,
        placeId: to.placeId,
        audience: to.audience,
        role,
        kind,
        text,
        sentAt: new Date(sentAt),
        platformOrder: to.platformOrder,
        replyToId: to.id,
        ...(tool && { tool }),
      },
    ]),
  )
  const { userId } = await page.store.db.continuousThread.findUniqueOrThrow({ where: { threadId: to.threadId } })
  page.options.broadcast.publish({ type: 'thread-changed', userId: userId as UserId, threadId: to.threadId })
  return message!
}

/** Makes a message of the bot the reply of a turn that has ended. */
export async function answeredByTurn(
  page: Page,
  { id, threadId, placeId, sentAt }: Message,
  turn: Pick<Prisma.TurnUncheckedCreateInput, 'context' | 'model' | 'inputTokens' | 'outputTokens'>,
): Promise<void> {
  const done = { threadId, placeId, state: 'done', replyId: id, startedAt: sentAt, finishedAt: sentAt }
  const { id: turnId } = await page.store.db.turn.create({ data: { ...done, ...turn } })
  await page.store.db.message.update({ where: { id }, data: { turnId } })
}

/** Stores as many messages as that, "Number 0." and so on, a second apart after one that is there. */
export async function writeMany(page: Page, after: Message, count: number): Promise<Message[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    segmentId: after.segmentId,
    placeId: after.placeId,
    audience: after.audience,
    role: 'user' as const,
    kind: 'chat' as const,
    text: `Number ${index}.`,
    sentAt: new Date(after.sentAt.getTime() + (index + 1) * 1_000),
  }))
  const stored = await page.store.transaction((tx) => insertMessages(tx, after.threadId, rows))
  page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: after.threadId })
  return stored
}

/** Gives a day a summary that covers all of it so far. */
export async function summarize(page: Page, { segmentId, threadId }: Message, markdown: string, updatedAt: Date | string): Promise<void> {
  const { changeSeq } = await page.store.db.thread.findUniqueOrThrow({ where: { id: threadId } })
  const { revision } = await page.store.db.daySegment.update({ where: { id: segmentId }, data: { coveredSeq: changeSeq } })
  const summary = { markdown, mode: 'manual', model: 'test', language: 'en', revision, updatedAt: new Date(updatedAt) }
  await page.store.db.daySummary.upsert({ where: { segmentId }, create: { segmentId, ...summary }, update: summary })
}

export async function storeEvent(page: Page, event: InboundEvent): Promise<void> {
  if (event.type === 'edit') {
    const edited = await editMessage(page.options, { ...event, platformMessageId: event.id })
    if (typeof edited !== 'string' && edited.userId !== null)
      page.options.broadcast.publish({ type: 'thread-changed', userId: edited.userId, threadId: edited.threadId })
  }
  if (event.type !== 'message') return
  const user = { ...page.owner, id: Number(event.author.id) as UserId, name: event.author.name }
  const { text, sentAt, id, replyToMessage } = event
  const kind = text.startsWith('/') ? 'command' : 'chat'
  await write(page, { text, sentAt, user, id, kind, ...(replyToMessage !== undefined && { replyToMessage }) })
}
