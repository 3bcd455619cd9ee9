import PQueue from 'p-queue'
import { vi } from 'vitest'
import { agentLimits } from '../../src/agent/limits.ts'
import { personalData } from '../../src/app.ts'
import { createOutbox } from '../../src/conversation/deliver/outbox.ts'
import type { ConversationDeps } from '../../src/conversation/deps.ts'
import { receive } from '../../src/conversation/receive/receive.ts'
import { PlatformError, type PlatformErrorKind } from '../../src/core/domain/errors.ts'
import type { Invocation, MessageId, PlaceAddress, PlaceId, PlatformMessageId, SegmentId, ThreadId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import type { JobName, JobPayloads, Jobs } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type {
  DeliveryKey,
  InboundAttachment,
  InboundEdit,
  PlaceRef,
  PlatformSender,
  ReferencedMessage,
  ReplyPart,
} from '../../src/core/ports/platform.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { createRateLimits } from '../../src/jobs/rate-limits.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import type { Store } from '../../src/store/store.ts'
import { defaultSummarySettings } from '../../src/summaries/settings.ts'
import { findMessage } from '../../src/threads/messages/read-messages.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testRandom } from '../support/random.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { testStore } from '../support/store.ts'
import { movesReminders } from '../support/timezone-change.ts'

/** What the platform was asked to do. */
export interface Call {
  readonly what: 'send' | 'edit' | 'remove' | 'preview' | 'typing' | 'progress' | 'answer' | 'dismiss'
  readonly to: PlaceAddress
  readonly text: string
  readonly part?: ReplyPart
  readonly id?: PlatformMessageId
  readonly key?: DeliveryKey
  /** By the test's clock. */
  readonly at: Date
}

export interface Abilities {
  readonly edit?: boolean
  readonly remove?: boolean
  readonly preview?: boolean
  readonly canPreview?: boolean
  readonly typing?: boolean
  /** Shows what the bot is doing in a place of its own. */
  readonly progress?: boolean
  readonly maxLength?: number
  readonly everyMs?: number
  /** Answers commands in a way of its own, shown on the screen of `answers`. */
  readonly answer?: boolean
  /** Knows a send that comes again with its key, and leaves the first as it is. */
  readonly repeatSafeMs?: number
  /** What the platform gives as the earlier messages of a thread. */
  readonly loadThread?: PlatformSender['loadThread']
}

/** Where such answers are shown. */
export const answers = 'answers' as PlaceAddress

export interface FakeChat {
  readonly sender: PlatformSender
  /** In the order they came; also those that then failed. */
  readonly calls: Call[]
  /** Runs before the platform does what it was asked: what it throws is the answer, what it waits for is waited for. */
  before: (call: Call) => unknown
  /** Runs when a send was done: what it throws is the answer, though everybody sees it. */
  after: (call: Call) => unknown
  /** What the people of a place see, from top to bottom. */
  screen(to: PlaceAddress): string[]
  /** Somebody removes a message of the bot. */
  remove(id: PlatformMessageId): void
}

export const failure = (kind: PlatformErrorKind, retryAfterMs?: number) => new PlatformError(kind, `It was ${kind}.`, retryAfterMs)

function fakeChat(clock: TestClock, abilities: Abilities = {}): FakeChat {
  const {
    edit = true,
    remove = false,
    preview = false,
    canPreview,
    typing = false,
    progress = false,
    maxLength = 200,
    everyMs,
    answer = false,
    repeatSafeMs,
    loadThread,
  } = abilities
  const shown = new Map<PlatformMessageId, { to: PlaceAddress; text: string }>()
  const byKey = new Map<DeliveryKey, PlatformMessageId>()
  let sent = 0
  const asked = async (call: Omit<Call, 'at'>) => {
    const whole = { ...call, at: clock.now() }
    chat.calls.push(whole)
    await chat.before(whole)
  }
  const chat: FakeChat = {
    calls: [],
    before: () => {},
    after: () => {},
    screen: (to) => [...shown.values()].filter((one) => one.to === to).map(({ text }) => text),
    remove: (id) => void shown.delete(id),
    sender: {
      maxLength,
      async send(to, part, key) {
        await asked({ what: 'send', to, text: part.text, part, key })
        const known = repeatSafeMs === undefined ? undefined : byKey.get(key)
        const id = known ?? (`sent-${++sent}` as PlatformMessageId)
        byKey.set(key, id)
        if (!known) shown.set(id, { to, text: part.text })
        await chat.after({ what: 'send', to, text: part.text, part, key, id, at: clock.now() })
        return id
      },
      ...(edit && {
        async edit(to: PlaceAddress, id: PlatformMessageId, part: ReplyPart) {
          await asked({ what: 'edit', to, text: part.text, part, id })
          if (!shown.has(id)) throw new PlatformError('rejected', 'There is no such message.')
          shown.set(id, { to, text: part.text })
        },
      }),
      ...(remove && {
        async remove(to: PlaceAddress, id: PlatformMessageId) {
          await asked({ what: 'remove', to, text: '', id })
          shown.delete(id)
        },
      }),
      ...(preview && { preview: (to: PlaceAddress, text: string, key: DeliveryKey) => asked({ what: 'preview', to, text, key }) }),
      ...(canPreview !== undefined && { canPreview: () => canPreview }),
      ...(typing && { showTyping: (to: PlaceAddress) => asked({ what: 'typing', to, text: '' }) }),
      ...(progress && { showProgress: (to: PlaceAddress, line: string) => asked({ what: 'progress', to, text: line }) }),
      ...(answer && {
        async answer(invocation: Invocation, part: ReplyPart, key: DeliveryKey) {
          await asked({ what: 'answer', to: answers, text: part.text, part, key })
          const id = `answer-${++sent}` as PlatformMessageId
          shown.set(id, { to: answers, text: `${invocation}: ${part.text}` })
          return id
        },
        dismiss: (invocation: Invocation) => asked({ what: 'dismiss', to: answers, text: invocation }),
        directAddress: (platformUserId: string) => `direct:${platformUserId}` as PlaceAddress,
      }),
      ...(repeatSafeMs !== undefined && { repeatSafeMs }),
      ...(loadThread && { loadThread }),
      ...(everyMs !== undefined && { streamEveryMs: () => everyMs }),
    },
  }
  return chat
}

export type Queued = { [Name in JobName]: { name: Name; payload: JobPayloads[Name]; delayMs: number } }[JobName]

/** A clock that tells what is slept for. */
export class WatchedClock extends TestClock {
  readonly sleeps: number[] = []
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms)
    return super.sleep(ms, signal)
  }
}

export interface Talker extends TestPerson {
  readonly direct: PlaceRef
  /** Says something to the bot, as a platform would hand it on. A text that begins with a slash is a command. */
  writes(
    text: string,
    options?: {
      place?: PlaceRef
      at?: Date
      invocation?: string
      attachments?: readonly InboundAttachment[]
      refersTo?: readonly ReferencedMessage[]
      replyTo?: PlatformMessageId
    },
  ): Promise<Message>
  edits(message: Message, text: string, place?: PlaceRef, event?: Partial<InboundEdit>): Promise<void>
  deletes(message: Message, place?: PlaceRef): Promise<void>
}

export interface Harness {
  readonly store: Store
  readonly clock: WatchedClock
  readonly chat: FakeChat
  readonly queued: Queued[]
  readonly deps: ConversationDeps
  /** The same, as another process has it. */
  readonly another: ConversationDeps
  person(name?: string): Promise<Talker>
  /** Something the bot says outside of a turn, with its parts still to be sent. */
  post(to: Pick<Message, 'threadId' | 'segmentId' | 'placeId'>, text: string): Promise<MessageId>
  jobs<Name extends JobName>(name: Name): Extract<Queued, { name: Name }>[]
}

export interface HarnessOptions {
  readonly tools?: ConversationDeps['tools']
  readonly runCommand?: ConversationDeps['runCommand']
  readonly model?: ChatModel
  readonly abilities?: Abilities
  readonly settings?: Partial<ConversationDeps['settings']>
}

/** The parts of the conversation on a real store: jobs are only written down, and the platform is one of this test's own. */
export async function harness(options: HarnessOptions = {}): Promise<Harness> {
  const store = await testStore()
  const clock = new WatchedClock()
  const chat = fakeChat(clock, options.abilities)
  const queued: Queued[] = []
  const jobs: Jobs = {
    async add(name, payload, { delayMs = 0 } = {}) {
      queued.push({ name, payload, delayMs } as Queued)
    },
    async start() {},
    async stop() {},
  }
  const senders = new Map([['test' as const, chat.sender]])
  const deps: ConversationDeps = {
    store,
    clock,
    random: testRandom(),
    log: silentLog,
    jobs,
    broadcast: createLocalBroadcast(silentLog),
    metrics: createMetrics(),
    onTimezoneChange: movesReminders,
    workerName: 'one',
    readers: { canAllRead: async () => false },
    access: 'pairing',
    allowlist: [],
    defaultTimezone: 'Europe/Paris',
    senders,
    model: options.model ?? new ScriptedModel([{ text: 'A reply.' }]),
    rateLimits: createRateLimits(),
    voice: { platform: 'voice', tokenKey: 'the key of the tests' },
    databaseQueue: new PQueue({ concurrency: 8 }),
    runCommand: options.runCommand ?? (async () => ({ text: 'Done.' })),
    settings: {
      debounceMs: 1_500,
      turnTimeoutMs: agentLimits.timeoutMs,
      contextTokens: 8_000,
      replyTokens: 1_000,
      attachmentMaxBytes: 1_000,
      messagesPerMinute: 0,
      tokensPerDay: 0,
      bytesPerDay: 0,
      repliesAtOnce: 512,
      toolRounds: agentLimits.toolRounds,
      ...options.settings,
    },
    summarySettings: defaultSummarySettings,
    limits: agentLimits,
    post: createOutbox(clock, senders),
    tools: options.tools ?? [],
    personalData,
  }
  return {
    store,
    clock,
    chat,
    queued,
    deps,
    another: { ...deps, workerName: 'another' },
    person: (name = 'ada') => talker(deps, name),
    post: ({ threadId, segmentId, placeId }, text) =>
      store.transaction((tx) => deps.post(tx, { threadId, segmentId: segmentId as SegmentId, placeId, kind: 'notice', text })),
    jobs: <Name extends JobName>(name: Name) => queued.filter((job): job is Extract<Queued, { name: Name }> => job.name === name),
  }
}

async function talker(parts: ConversationDeps, name: string): Promise<Talker> {
  const person = await testPerson(parts.store, { name })
  const author = { id: name, name, isBot: false }
  const direct = directPlace(name)
  let said = 0
  return {
    ...person,
    direct,
    async writes(text, { place = direct, at = parts.clock.now(), invocation, attachments, refersTo, replyTo } = {}) {
      const id = `${name}:${++said}` as PlatformMessageId
      await receive(parts, {
        ...{ type: 'message', place, id, order: BigInt(said), author, text, addressed: true, sentAt: at },
        ...(invocation && { invocation: invocation as Invocation }),
        ...(attachments && { attachments }),
        ...(refersTo && { refersTo }),
        ...(replyTo && { replyTo }),
      })
      return stored(parts.store, person.threadId, id)
    },
    async edits({ platformMessageId, sentAt, platformOrder: order }, text, place = direct, event = {}) {
      const id = platformMessageId!
      const editedAt = parts.clock.now()
      await receive(parts, { type: 'edit', place, id, order, author, text, addressed: true, sentAt, editedAt, ...event })
    },
    deletes: ({ platformMessageId }, place = direct) => receive(parts, { type: 'deletion', place, id: platformMessageId! }),
  }
}

async function stored(store: Store, threadId: ThreadId, platformMessageId: PlatformMessageId): Promise<Message> {
  const { placeId } = await store.db.message.findFirstOrThrow({ where: { threadId, platformMessageId }, select: { placeId: true } })
  return (await findMessage(store.db, { threadId, placeId: placeId as PlaceId, platformMessageId }))!
}

/** All there is in a thread, in the order of the conversation. */
export async function rowsOf({ store }: Pick<Harness, 'store'>, threadId: ThreadId) {
  return store.db.message.findMany({ where: { threadId }, orderBy: [{ sentAt: 'asc' }, { platformOrder: 'asc' }, { id: 'asc' }] })
}

export async function saidIn(bench: Pick<Harness, 'store'>, threadId: ThreadId): Promise<string[]> {
  return (await rowsOf(bench, threadId)).map(({ role, text }) => `${role}: ${text}`)
}

export const deliveriesOf = ({ store }: Pick<Harness, 'store'>) =>
  store.db.delivery.findMany({ orderBy: [{ messageId: 'asc' }, { part: 'asc' }] })

export async function statesOf(bench: Pick<Harness, 'store'>): Promise<string[]> {
  return (await deliveriesOf(bench)).map(({ state }) => state)
}

export const turnsOf = ({ store }: Pick<Harness, 'store'>) => store.db.turn.findMany({ orderBy: { id: 'asc' } })

/** Another worker gets a lease, as it would when its holder was not heard of for long. */
export async function takeOver({ store }: Pick<Harness, 'store'>, name: string): Promise<void> {
  await store.db.lease.update({ where: { name }, data: { owner: 'another', epoch: { increment: 1 } } })
}

/** Something to wait for, opened by hand. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

export const until = (condition: () => unknown) => vi.waitFor(async () => void (await met(condition)), { timeout: 10_000, interval: 5 })

async function met(condition: () => unknown): Promise<void> {
  if (!(await condition())) throw new Error('What is waited for did not come.')
}

/** All that is ready to run has run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

export const running = () => new AbortController().signal
