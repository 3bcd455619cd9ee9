import { hostname } from 'node:os'
import PQueue from 'p-queue'
import { toAgentLimits } from './agent/limits.ts'
import { createTools } from './agent/tools/index.ts'
import { ChannelReaders } from './channels/access/readers.ts'
import type { ChannelDeps } from './channels/deps.ts'
import type { SharedPlacesOf } from './channels/manage/managers.ts'
import { fitChannelSettings } from './channels/settings.ts'
import { createChannelWriter, createOfflineWriter } from './channels/write/channel-writer.ts'
import { createCommandRunner } from './commands/index.ts'
import { findWebUrl } from './config/web.ts'
import type { Config } from './config.ts'
import { ensureInstallationId } from './conversation/deliver/installation-id.ts'
import { createOutbox, createPermalinkBuilder } from './conversation/deliver/outbox.ts'
import type { ConversationDeps } from './conversation/deps.ts'
import { conversationData } from './conversation/privacy/personal-data.ts'
import { ensureEncryptionKey } from './core/lib/encryption-key-file.ts'
import type { Broadcast } from './core/ports/broadcast.ts'
import type { Clock } from './core/ports/clock.ts'
import type { Embedder } from './core/ports/embedder.ts'
import type { JobHandlers, Jobs } from './core/ports/jobs.ts'
import type { Log } from './core/ports/log.ts'
import type { Inbox } from './core/ports/platform.ts'
import type { PlatformAdapter } from './core/ports/platform-adapter.ts'
import type { Random } from './core/ports/random.ts'
import type { RateLimits } from './core/ports/rate-limits.ts'
import { createInbox, createJobHandlers } from './entry-points.ts'
import { createJobList, type JobList } from './jobs/job-list.ts'
import { type JobRuntime, openJobs } from './jobs/open-jobs.ts'
import type { LoopDeps } from './loops/deps.ts'
import { listLoopsForSession } from './loops/list-session-loops.ts'
import { loadDueList } from './loops/reminders/due-list.ts'
import { moveRemindersToTimezone } from './loops/reminders/schedule-reminder.ts'
import { saveSessionLoops } from './loops/save-session-loops.ts'
import { undoSessionLoops } from './loops/undo-session-loops.ts'
import { fixedModels, type ModelsHandle, openModels } from './model/choice/open-models.ts'
import type { EmbeddingConfig } from './model/embeddings/config.ts'
import type { ResolvedModels } from './model/resolve-models.ts'
import { offlineModels } from './offline/offline-models.ts'
import type { HealthCheck } from './ops/health.ts'
import { createJobCounter, createMetrics, type Metrics } from './ops/metrics.ts'
import type { PrivacyDeps } from './privacy/deps.ts'
import { personalDataRegistry } from './privacy/registry.ts'
import type { PushDeps } from './push/deps.ts'
import type { EmbeddingsHandle } from './search/deps.ts'
import { openEmbeddings } from './search/vectors/open-embeddings.ts'
import { fixedEmbeddings } from './search/vectors/semantic-scores.ts'
import type { SessionDeps } from './sessions/deps.ts'
import { createSessionReader } from './sessions/notes/session-reader.ts'
import { defaultSessionSettings } from './sessions/settings.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import type { SummaryDeps } from './summaries/deps.ts'
import { defaultSummarySettings } from './summaries/settings.ts'
import type { ThreadDeps, TimezoneDeps } from './threads/deps.ts'
import { expireAllLeases } from './threads/lease.ts'

/** The personal data of each feature. When two users are merged, it is processed in this order. */
export const personalData = [conversationData, ...personalDataRegistry]

/** The ports of the app, which tests replace. */
export interface AppPorts {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Used instead of the models that the configuration specifies. */
  readonly models?: Pick<ResolvedModels, 'chat' | 'summary' | 'transcriber'> & { readonly embedder?: Embedder }
  /** A database that is already open, and stays open when the app is closed. */
  readonly store?: Store
  /** Used by tests instead of the default job list. The prefix separates tests that share a Redis server. */
  readonly jobList?: JobList
  /** Replaces the configured queue, in tests. */
  readonly queue?: JobRuntime
  readonly redisPrefix?: string
  /** Tests send notifications to a push service on this machine. */
  readonly isPushServiceLocal?: boolean
  /** Called before the embedded database is created. */
  readonly onCreateDatabase?: () => void
}

/** Creates the adapters of a process. May load them first. */
export type MakeAdapters = (foundation: Foundation) => readonly PlatformAdapter[] | Promise<readonly PlatformAdapter[]>

/** The components that everything else, including the adapters, is built on. */
export interface Foundation extends AppPorts, TimezoneDeps {
  readonly config: Config
  readonly store: Store
  readonly jobs: Jobs
  readonly broadcast: Broadcast
  readonly rateLimits: RateLimits
  readonly metrics: Metrics
  readonly workerName: string
  /** The random id of the database. */
  readonly installationId: string
  readonly embeddings: EmbeddingsHandle
  /** The language models. They change when an owner chooses another one. */
  readonly languageModels: ModelsHandle
  /** Encrypts the API keys that are entered on the page. If absent, none are accepted. */
  readonly encryptionKey: Uint8Array | undefined
}

/** The assembled features. The platforms are not connected yet. */
export interface App extends Foundation {
  readonly adapters: readonly PlatformAdapter[]
  readonly conversation: ConversationDeps
  readonly summaries: SummaryDeps
  readonly sessions: SessionDeps
  readonly channels: ChannelDeps
  /** Who can read which channel. */
  readonly readers: ChannelReaders
  readonly sharedPlaces: SharedPlacesOf
  readonly privacy: PrivacyDeps
  readonly push: PushDeps
  readonly loops: LoopDeps
  readonly inbox: Inbox
  readonly handlers: JobHandlers
  /** What must work for the program to count as ready. */
  readonly checks: Readonly<Record<string, HealthCheck>>
  /** Waits up to `graceMs` for running jobs, then releases them, and closes what the app opened. */
  close(graceMs?: number): Promise<void>
}

/** Opens the database, the queue and the models, and assembles the features. Throws SetupError. */
export async function openApp(config: Config, ports: AppPorts, makeAdapters: MakeAdapters): Promise<App> {
  const metrics = createMetrics()
  const store = ports.store ?? (await openStore(config.store, ports.onCreateDatabase && { onCreate: ports.onCreateDatabase }))
  try {
    if (store.engine === 'pglite') await expireAllLeases(store)
    const queue = ports.queue ?? (await openQueue(config, ports, { store, metrics }))
    try {
      return await assemble(config, ports, { store, metrics, queue, makeAdapters })
    } catch (error) {
      await queue.close()
      throw error
    }
  } catch (error) {
    if (!ports.store) await store.close()
    throw error
  }
}

function openQueue(config: Config, ports: AppPorts, { store, metrics }: { store: Store; metrics: Metrics }): Promise<JobRuntime> {
  return openJobs({
    store,
    log: ports.log,
    redisUrl: config.redisUrl,
    list: ports.jobList ?? createJobList({ turns: config.conversation.repliesAtOnce }),
    ...(ports.redisPrefix && { prefix: ports.redisPrefix }),
    onAttempt: createJobCounter(metrics),
  })
}

interface OpenedComponents {
  readonly store: Store
  readonly metrics: Metrics
  readonly queue: JobRuntime
  readonly makeAdapters: MakeAdapters
}

async function assemble(config: Config, ports: AppPorts, { store, metrics, queue, makeAdapters }: OpenedComponents): Promise<App> {
  const { clock, random, log } = ports
  const { jobs, broadcast, rateLimits } = queue
  const workerName = `${hostname()}:${process.pid}:${random.token(6)}`
  const encryptionKey = await findEncryptionKey(ports, config)
  const embeddings = await openEmbeddingsHandle(ports, { ...config.embeddings, ...(encryptionKey && { encryptionKey }) }, store)
  const models = ports.models
    ? fixedModels(ports.models)
    : await openModels({ store, clock, log, offline: offlineModels, encryptionKey }, config.model)
  const installationId = await ensureInstallationId({ store, random })
  const foundation: Foundation = {
    ...{ ...ports, config, store, jobs, broadcast, rateLimits, metrics, workerName, installationId, embeddings, encryptionKey },
    languageModels: models,
    defaultTimezone: config.defaultTimezone,
    onTimezoneChange: moveRemindersToTimezone,
  }
  const adapters = await makeAdapters(foundation)
  const senders = new Map(adapters.map((adapter) => [adapter.name, adapter.sender]))

  const webUrl = findWebUrl(config.web)
  const summarySettings = { ...defaultSummarySettings, ...config.summaries }
  const sharedPlaces = new Map(adapters.flatMap(({ name, sharedPlaces: places }) => (places ? [[name, places]] : [])))
  const post = createOutbox(clock, senders)
  const page = { ...(webUrl && { webUrl }), ...(config.voice && { voice: config.voice }) }
  const usage = { tokensPerDay: config.conversation.tokensPerDay, ...(config.price && { price: config.price }) }
  const threads: ThreadDeps & TimezoneDeps = { ...foundation, post }
  const budget = {
    ...foundation,
    backgroundWork: { tokensPerDay: config.backgroundTokensPerDay, offlineModel: offlineModels.summary },
  }
  const loops: LoopDeps = { ...threads, summarySettings }
  const summaries: SummaryDeps = {
    ...{ ...threads, ...page, ...budget, model: models.summary, summarySettings },
    loadDigestLead: (tx, userId) => loadDueList(tx, loops, userId),
  }
  const sessions: SessionDeps = {
    ...{ ...foundation, sessionSettings: defaultSessionSettings },
    readSession: createSessionReader(budget, { model: models.summary, summarySettings }),
    listOpenLoops: (session) => listLoopsForSession(store.db, session),
    saveLoops: (tx, session, notes) => saveSessionLoops(tx, clock, session, notes),
    undoLoops: (tx, threadId, messageIds) => undoSessionLoops(tx, clock, { threadId, messageIds }),
  }
  const channels: ChannelDeps = {
    ...foundation,
    get channelSettings() {
      return fitChannelSettings(models.summary.contextWindow)
    },
    writeSummary: createChannelWriter(budget, models.summary),
    writeOffline: createOfflineWriter(offlineModels.summary),
  }
  const push: PushDeps = { ...foundation, publicUrl: config.web.publicUrl }
  const privacy: PrivacyDeps = { ...threads, ...page, random, senders, sharedPlaces, personalData }
  const permalink = createPermalinkBuilder(senders)
  const recall = { store, clock, log, permalink, embeddings }
  const readers = new ChannelReaders({ store, clock, log, sharedPlaces })
  const conversation: ConversationDeps = {
    readers,
    ...threads,
    embeddings,
    metrics,
    random,
    access: config.access,
    allowlist: config.allowlist,
    senders,
    personalData,
    model: models.chat,
    ...(models.transcriber && { transcriber: models.transcriber }),
    settings: config.conversation,
    summarySettings,
    limits: toAgentLimits(config.conversation),
    tools: createTools({ ...recall, jobs, post }),
    rateLimits,
    ...(config.voice && { voice: config.voice }),
    databaseQueue: new PQueue({ concurrency: turnsInDatabase }),
    runCommand: createCommandRunner({ ...threads, ...recall, ...usage, ...page, random, sharedPlaces, channels, summaries, privacy }),
  }
  return {
    ...foundation,
    adapters,
    conversation,
    summaries,
    sessions,
    channels,
    readers,
    sharedPlaces,
    privacy,
    push,
    loops,
    inbox: createInbox(conversation),
    handlers: createJobHandlers({
      channels,
      history: { ...conversation, sharedPlaces },
      conversation,
      summaries,
      sessions,
      privacy,
      push,
      loops,
      metrics,
      languageModels: models,
    }),
    checks: { database: () => store.db.$queryRaw`SELECT 1`, jobs: queue.check },
    close: (graceMs = 8_000) => close(foundation, queue, { graceMs, closesStore: !ports.store }),
  }
}

/** Returns the configured key or, with the embedded database, the one of the data folder. */
async function findEncryptionKey({ random }: AppPorts, { embeddings, store }: Config): Promise<Uint8Array | undefined> {
  if (embeddings.encryptionKey) return embeddings.encryptionKey
  return 'dataDir' in store ? ensureEncryptionKey(store.dataDir, random) : undefined
}

async function openEmbeddingsHandle({ clock, log, models }: AppPorts, config: EmbeddingConfig, store: Store): Promise<EmbeddingsHandle> {
  const embedder = models?.embedder
  return embedder
    ? { ...fixedEmbeddings(embedder), config, close: async () => embedder.close?.() }
    : openEmbeddings({ store, clock, log }, config)
}

async function close(
  { store, embeddings }: Foundation,
  queue: JobRuntime,
  { graceMs, closesStore }: { graceMs: number; closesStore: boolean },
): Promise<void> {
  await queue.jobs.stop(graceMs)
  await queue.close()
  await embeddings.close()
  if (closesStore) await store.close()
}

/** About as many turns as two cores can work on at once. More would only make each of them slower. */
const turnsInDatabase = 8
