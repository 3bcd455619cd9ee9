import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { JobName, JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { InboundEvent } from '../../src/core/ports/platform.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { jobList } from '../../src/jobs/job-list.ts'
import { createOpenAiModel } from '../../src/model/openai/chat-model.ts'
import { loadTokenCounter, type TokenCounter } from '../../src/model/tokens.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { TestClock } from '../support/clock.ts'
import { type SentBody, type ServerAnswer, startModelServer } from './model-server.ts'
import { answerSummary, createOfflineSummarizer, type SummarizerName } from './models.ts'
import { adaName, createPlatforms, tenantOf } from './platforms.ts'
import { isLine, type Line, type PlaceName, type Step, script } from './script.ts'

export interface PlayOptions {
  /** The window of both models, in tokens. */
  readonly window: number
  readonly summarizer: SummarizerName
}

/** What the model server was sent while the bot answered a line. */
export interface PlayedRequest {
  readonly line: Line
  readonly body: SentBody
}

/** A player of the script, in front of the real bot on a database of its own, with the real client of a model server. */
export interface Player {
  readonly store: Store
  readonly requests: readonly PlayedRequest[]
  readonly summaryRequests: readonly SentBody[]
  readonly countTokens: TokenCounter
  /** The replies and digests that should have been posted, and were not. */
  readonly problems: readonly string[]
  /** The app that is running, which changes with a restart. */
  app(): App
  play(step: Step, next: Step | undefined): Promise<void>
  close(): Promise<void>
}

type QueuedJob = { [Name in JobName]: { name: Name; payload: JobPayloads[Name]; dueAt: number; attempt: number } }[JobName]

/** Scheduled jobs run this often, in ms. In earnest they run every minute. */
const scheduleMs = 20 * 60_000
/** The time in which the jobs of a message are done before the next step, in ms. */
const settleMs = 5_000
const minuteMs = 60_000

const modelNames = { chat: 'local-chat', summary: 'local-summary' } as const

export async function openPlayer({ window, summarizer }: PlayOptions): Promise<Player> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-continuity-'))
  const store = await openStore({ dataDir })
  const clock = new TestClock(script[0]?.at ?? new Date())
  const platforms = createPlatforms(store, () => clock.now())
  const countTokens = await loadTokenCounter(modelNames.chat)
  const failing = new Set<string>()
  const requests: PlayedRequest[] = []
  const summaryRequests: SentBody[] = []
  const queue: QueuedJob[] = []
  let answering: Line | undefined
  let lookups: string[] = []
  let isWebLinked = false

  const server = await startModelServer((body): ServerAnswer => {
    if (body.model === modelNames.summary) {
      summaryRequests.push(body)
      return answerSummary(body, failing)
    }
    if (!answering) return { fails: 'The model was called, but nothing is to be answered.' }
    requests.push({ line: answering, body })
    const searches = lookups.shift()
    return searches === undefined ? { text: answering.reply ?? 'All right.' } : { searches }
  })
  const openModel = (name: string) =>
    createOpenAiModel(
      { clock, log: silentLog, countTokens },
      { name, baseUrl: server.baseUrl, contextWindow: window, idleTimeoutMs: minuteMs, requestTimeoutMs: minuteMs },
    )
  const models = {
    chat: openModel(modelNames.chat),
    summary: summarizer === 'good' ? openModel(modelNames.summary) : createOfflineSummarizer(failing),
  }
  const config = readConfig({
    DATA_DIR: dataDir,
    DEFAULT_TIMEZONE: 'Europe/Berlin',
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
    ACCESS: 'open',
    MESSAGES_PER_MINUTE: '0',
  })
  const open = async () => {
    const opened = await openApp(config, { clock, random: systemRandom, log: silentLog, store, models }, () => platforms.adapters)
    // Jobs run in the simulated time.
    opened.jobs.add = async (name, payload, { delayMs = 0 } = {}) =>
      void queue.push({ name, payload, dueAt: clock.now().getTime() + delayMs, attempt: 1 } as QueuedJob)
    return opened
  }
  let app = await open()

  async function runJob(job: QueuedJob): Promise<void> {
    clock.set(new Date(Math.max(clock.now().getTime(), job.dueAt)))
    const { attempts, backoffMs } = jobList.jobs[job.name]
    const run = { signal: new AbortController().signal, attempt: job.attempt, last: job.attempt === attempts }
    try {
      await app.handlers[job.name](job.payload as never, run)
    } catch (error) {
      if (job.name !== 'summarize-day') throw error
      if (!run.last) queue.push({ ...job, attempt: job.attempt + 1, dueAt: clock.now().getTime() + backoffMs * 2 ** (job.attempt - 1) })
    }
  }

  /** Runs the jobs that are due until a time, in order, and sets the clock to it. */
  async function runUntil(time: number): Promise<void> {
    for (;;) {
      const [next] = queue.filter(({ dueAt }) => dueAt <= time).sort((a, b) => a.dueAt - b.dueAt)
      if (!next) break
      queue.splice(queue.indexOf(next), 1)
      await runJob(next)
    }
    clock.set(new Date(Math.max(clock.now().getTime(), time)))
  }

  const settle = () => runUntil(clock.now().getTime() + settleMs)

  /** Lets time pass until a step, with the scheduled jobs. */
  async function passTimeUntil(time: number): Promise<void> {
    for (let at = clock.now().getTime() + scheduleMs; at < time; at += scheduleMs) {
      await runUntil(at)
      await runScheduled()
    }
    await runUntil(time)
  }

  async function runScheduled(): Promise<void> {
    for (const name of ['recover', 'finalize-days', 'post-digests', 'send-reminders', 'process-sessions'] as const)
      await runJob({ name, payload: {}, dueAt: clock.now().getTime(), attempt: 1 } as QueuedJob)
    await runUntil(clock.now().getTime() + 1_000)
  }

  async function receive(...events: readonly InboundEvent[]): Promise<void> {
    for (const event of events) await app.inbox(event)
    await settle()
  }

  async function say(line: Line, isKilled: boolean): Promise<void> {
    if (line.place === 'web' && !isWebLinked) await link('web')
    const events = await platforms.report(line)
    if (line.addressed === false) return receive(...events)
    answering = line
    lookups = [...(line.looksUp ?? [])]
    if (isKilled) for (const event of events) await app.inbox(event)
    else {
      await receive(...events)
      platforms.noteReply(line)
    }
  }

  async function restart(): Promise<void> {
    queue.length = 0
    await app.jobs.stop(0)
    app = await open()
    clock.advance(minuteMs)
    await runScheduled()
    await settle()
    if (answering) platforms.noteReply(answering)
  }

  async function link(place: PlaceName): Promise<void> {
    isWebLinked ||= place === 'web'
    const { userId } = await store.db.account.findFirstOrThrow({ where: { platform: 'telegram', platformUserId: 'ada' } })
    await store.db.account.create({
      data: { userId, platform: place, tenant: tenantOf(place), platformUserId: 'ada', name: adaName, createdAt: clock.now() },
    })
  }

  async function play(step: Step, next: Step | undefined): Promise<void> {
    await passTimeUntil(new Date(step.at).getTime())
    if (isLine(step)) return say(step, next !== undefined && !isLine(next) && next.do === 'kill')
    switch (step.do) {
      case 'restart':
      case 'kill':
        return restart()
      case 'fail-summaries':
        for (const day of step.days) failing.add(day)
        return
      case 'link':
        return link(step.place)
      case 'timezone':
        return receive(platforms.command(`/timezone ${step.zone}`, step.at, 'telegram'))
      case 'fresh':
        return receive(platforms.command('/fresh', step.at, step.place))
      case 'edit':
        answering = script.filter(isLine).find(({ id }) => id === step.id)
        return receive(await platforms.reportEdit(step))
      case 'delete': {
        const event = await platforms.reportDeletion(step.id, step.at)
        await receive(event)
        if (event.type === 'message') await receive(platforms.press(clock.now()))
      }
    }
  }

  return {
    store,
    requests,
    summaryRequests,
    countTokens,
    problems: platforms.problems,
    app: () => app,
    play,
    async close() {
      await app.close(0)
      await server.close()
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
