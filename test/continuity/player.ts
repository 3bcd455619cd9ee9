import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { ModelRequest } from '../../src/core/ports/chat-model.ts'
import type { JobName, JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { InboundMessage, PlaceRef, PlatformAdapter, ReferencedMessage } from '../../src/core/ports/platform.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { jobList } from '../../src/jobs/job-list.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { TestClock } from '../support/clock.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { createSummarizer, type SummarizerName } from './models.ts'
import { isLine, type Line, type PlaceName, type Said, type Step, script } from './script.ts'

export interface PlayOptions {
  /** The model's window, in tokens. */
  readonly window: number
  readonly summarizer: SummarizerName
}

/** What the model was asked while the bot answered a line. */
export interface PlayedRequest {
  readonly line: Line
  readonly request: ModelRequest
}

/** A player of the script, in front of the real bot on a database of its own. */
export interface Player {
  readonly store: Store
  readonly requests: readonly PlayedRequest[]
  readonly countTokens: (text: string) => number
  /** The app that is running, which changes with a restart. */
  app(): App
  play(step: Step, next: Step | undefined): Promise<void>
  close(): Promise<void>
}

type QueuedJob = { [Name in JobName]: { name: Name; payload: JobPayloads[Name]; dueAt: number; attempt: number } }[JobName]

const platforms = ['telegram', 'discord', 'slack', 'web'] as const
/** Scheduled jobs run this often, in ms. In earnest they run every minute. */
const scheduleMs = 20 * 60_000
/** The time in which the jobs of a message are done before the next step, in ms. */
const settleMs = 5_000
const minuteMs = 60_000

const placeOf = (place: PlaceName, by: string): PlaceRef =>
  place === 'group'
    ? { platform: 'slack', tenant: '', address: 'group' as PlaceAddress, kind: 'shared', title: 'launch' }
    : { platform: place, tenant: '', address: `direct:${by}` as PlaceAddress, kind: 'direct' }

const toReference = (kind: ReferencedMessage['kind'], { author, text }: Said): ReferencedMessage => ({
  kind,
  author: { name: author },
  text,
})

const names = { ada: 'Ada Brandt', ben: 'Ben', carla: 'Carla' } as const

export async function openPlayer({ window, summarizer }: PlayOptions): Promise<Player> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-continuity-'))
  const store = await openStore({ dataDir })
  const clock = new TestClock(script[0]?.at ?? new Date())
  const failing = new Set<string>()
  const requests: PlayedRequest[] = []
  const queue: QueuedJob[] = []
  /** The platform's ids of what was said, by the ids of the script. */
  const messageIds = new Map<string, PlatformMessageId>()
  /** What was said and sent, by the platform's ids. */
  const textsById = new Map<PlatformMessageId, string>()
  const linesById: ReadonlyMap<string, Line> = new Map(script.filter(isLine).map((line) => [line.id, line]))
  let answering: Line | undefined
  let lastSent: PlatformMessageId | undefined
  let sent = 0
  let order = 0
  let isWebLinked = false

  const chat = new ScriptedModel((request) => {
    if (!answering) throw new Error('The model was called, but nothing is to be answered.')
    requests.push({ line: answering, request })
    return { text: answering.reply ?? 'All right.' }
  }, window)
  const adapters = platforms.map(
    (name): PlatformAdapter => ({
      name,
      receiver: { start: async () => {}, stop: async () => {} },
      sender: {
        maxLength: 100_000,
        async send(_, { text }) {
          lastSent = `sent-${++sent}` as PlatformMessageId
          textsById.set(lastSent, text)
          return lastSent
        },
        directAddress: (platformUserId) => `direct:${platformUserId}` as PlaceAddress,
        // The place of a thread is the channel, so the message tells whether it is in one.
        loadThread: async (_, before) => linesById.get(before)?.inThread?.map((said) => toReference('thread', said)),
      },
    }),
  )
  const open = () =>
    openApp(
      readConfig({
        DATA_DIR: dataDir,
        DEFAULT_TIMEZONE: 'Europe/Berlin',
        MODEL_DISCOVERY: 'off',
        EMBEDDINGS: 'off',
        ACCESS: 'open',
        MESSAGES_PER_MINUTE: '0',
      }),
      { clock, random: systemRandom, log: silentLog, store, models: { chat, summary: createSummarizer(summarizer, failing) } },
      () => adapters,
    ).then((opened) => {
      // Jobs run in the simulated time.
      opened.jobs.add = async (name, payload, { delayMs = 0 } = {}) =>
        void queue.push({ name, payload, dueAt: clock.now().getTime() + delayMs, attempt: 1 } as QueuedJob)
      return opened
    })
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

  /** Lets time pass until shortly before a step, with the scheduled jobs. */
  async function passTimeUntil(time: number): Promise<void> {
    for (let at = clock.now().getTime() + scheduleMs; at < time; at += scheduleMs) {
      await runUntil(at)
      await runScheduled()
    }
    await runUntil(time)
  }

  async function runScheduled(): Promise<void> {
    for (const name of ['recover', 'finalize-days', 'post-digests'] as const)
      await runJob({ name, payload: {}, dueAt: clock.now().getTime(), attempt: 1 } as QueuedJob)
    await runUntil(clock.now().getTime() + 1_000)
  }

  /** Returns what a platform sends along with a line: the message that it replies to, or a quote of one that the bot never saw. */
  async function findReferences({ repliesTo, quotes }: Line): Promise<Pick<InboundMessage, 'replyTo' | 'refersTo'>> {
    if (quotes) return { refersTo: [toReference('reply', quotes)] }
    const id = repliesTo === undefined ? undefined : await findRepliedTo(repliesTo)
    if (id === undefined) return {}
    const text = textsById.get(id) ?? ''
    const author = linesById.get(id) ? names[linesById.get(id)?.by ?? 'ada'] : 'Throughline'
    return { replyTo: id, refersTo: [{ ...toReference('reply', { author, text }), id }] }
  }

  /** Returns the platform's id of a line, `reply:` a line, or `digest:` a day. */
  async function findRepliedTo(repliesTo: string): Promise<PlatformMessageId | undefined> {
    const [, day] = /^digest:(.+)$/.exec(repliesTo) ?? []
    if (day === undefined) return messageIds.get(repliesTo)
    const [digest] = await store.db.$queryRaw<{ id: PlatformMessageId }[]>`
      SELECT d.platform_message_id AS id FROM digests g JOIN day_segments s ON s.id = g.segment_id JOIN deliveries d ON d.message_id = g.message_id
      WHERE s.day_label = ${day}`
    return digest?.id
  }

  const toEvent = (line: Line, references: Pick<InboundMessage, 'replyTo' | 'refersTo'> = {}): InboundMessage => {
    const id = `${line.id}` as PlatformMessageId
    messageIds.set(line.id, id)
    textsById.set(id, line.text)
    return {
      type: 'message',
      place: placeOf(line.place, line.by),
      id,
      order: BigInt(++order),
      author: { id: line.by, name: names[line.by], isBot: false },
      text: line.text,
      addressed: true,
      sentAt: new Date(line.at),
      ...references,
    }
  }

  async function giveCommand(text: string, at: string, place: PlaceName): Promise<void> {
    await app.inbox(toEvent({ id: `command-${order}`, at, by: 'ada', place, text }))
    await runUntil(clock.now().getTime() + settleMs)
  }

  async function say(line: Line, isKilled: boolean): Promise<void> {
    if (line.addressed === false) return
    if (line.place === 'web' && !isWebLinked) await link('web')
    const event = toEvent(line, await findReferences(line))
    answering = line
    await app.inbox(event)
    if (isKilled) return
    await runUntil(clock.now().getTime() + settleMs)
    if (lastSent) messageIds.set(`reply:${line.id}`, lastSent)
  }

  async function restart(): Promise<void> {
    queue.length = 0
    await app.jobs.stop(0)
    app = await open()
    clock.advance(minuteMs)
    await runScheduled()
    await runUntil(clock.now().getTime() + settleMs)
    if (answering && lastSent) messageIds.set(`reply:${answering.id}`, lastSent)
  }

  async function link(place: PlaceName): Promise<void> {
    isWebLinked ||= place === 'web'
    const { userId } = await store.db.account.findFirstOrThrow({ where: { platform: 'telegram', platformUserId: 'ada' } })
    await store.db.account.create({
      data: { userId, platform: place, tenant: '', platformUserId: 'ada', name: names.ada, createdAt: clock.now() },
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
        return giveCommand(`/timezone ${step.zone}`, step.at, 'telegram')
      case 'fresh':
        return giveCommand('/fresh', step.at, step.place)
      case 'edit':
      case 'delete': {
        const line = linesById.get(step.id)
        if (!line) throw new Error(`The script has no line "${step.id}".`)
        answering = line
        const place = placeOf(line.place, line.by)
        const id = messageIds.get(step.id) as PlatformMessageId
        const { text: _, ...said } = toEvent(line)
        await app.inbox(
          step.do === 'edit'
            ? { ...said, type: 'edit', place, id, text: step.text, editedAt: new Date(step.at) }
            : { type: 'deletion', place, id },
        )
        return runUntil(clock.now().getTime() + settleMs)
      }
    }
  }

  return {
    store,
    requests,
    countTokens: (text) => chat.countTokens(text),
    app: () => app,
    play,
    async close() {
      await app.close(0)
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
