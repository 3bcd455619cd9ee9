import type { App } from '../../src/app.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { MessageId, PlaceId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import type { Broadcast } from '../../src/core/ports/broadcast.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { confirmForgetRequest } from '../../src/privacy/forget/confirm.ts'
import { createForgetPreview } from '../../src/privacy/forget/preview.ts'
import type { Store } from '../../src/store/store.ts'
import { databaseEnv } from '../support/store.ts'
import { createChatModel, createSummaryModel } from './models.ts'
import { SimulatedPlatform } from './platform.ts'
import { SimulatedQueue } from './queue.ts'
import { Life, type Move, Scheduler } from './scheduler.ts'
import { authorName, changeText, eventOf, type Happening, type SaidMessage, writeScript } from './script.ts'

const config = readConfig({
  ...databaseEnv({ databaseUrl: 'postgres://localhost/simulation' }),
  REDIS_URL: 'redis://localhost',
  DEFAULT_TIMEZONE: 'UTC',
  MODEL_DISCOVERY: 'off',
  EMBEDDINGS: 'off',
  ACCESS: 'open',
  MESSAGES_PER_MINUTE: '0',
  DEBOUNCE_MS: '500',
})

const noLimits = { spend: async () => 0, refund: async () => {}, block: async () => {} }

interface WorkerApp extends Pick<App, 'inbox' | 'handlers' | 'privacy'> {
  readonly life: Life
}

export interface SimulatedWorld {
  readonly scheduler: Scheduler
  readonly platform: SimulatedPlatform
  readonly said: readonly SaidMessage[]
  /** Lets everything happen, with all faults. */
  run(): Promise<void>
  /** Lets what was begun end, without any further fault, and the day end. */
  settle(): Promise<void>
}

/** The bot in two processes on one database, and a person who writes to it. `database` is the same database, and no step of the simulation. */
export function openWorld(store: Store, database: Store, seed: number): SimulatedWorld {
  const scheduler = new Scheduler(seed)
  const platform = new SimulatedPlatform(scheduler)
  const queue = new SimulatedQueue(scheduler)
  const { said, happenings } = writeScript(scheduler)
  const models = { chat: createChatModel(scheduler), summary: createSummaryModel(scheduler) }
  const broadcast = createLocalBroadcast(silentLog)
  const workers: (WorkerApp | undefined)[] = [undefined, undefined]
  const opening = new Map<number, Life>()
  let lives = 0

  function open(number: number): void {
    const life = new Life(`${number === 0 ? 'A' : 'B'}${++lives}`)
    opening.set(number, life)
    const ownBroadcast: Broadcast = { ...broadcast, publish: (event) => life.isDead || broadcast.publish(event), close: async () => {} }
    const runtime = { jobs: queue.jobs, broadcast: ownBroadcast, rateLimits: noLimits, check: async () => {}, close: async () => {} }
    const random = { token: () => `${life.name}-token`.padEnd(32, 'x') }
    const ports = { clock: scheduler.clockOf(life), random, log: silentLog, models, store: { ...store }, queue: runtime }
    scheduler.start(life, 'to run', async () => {
      const { inbox, handlers, privacy } = await openApp(config, ports, () => [platform.adapter()])
      if (life.isDead) return
      workers[number] = { life, inbox, handlers, privacy }
      opening.delete(number)
    })
  }

  /** The workers that are alive. Those that died begin again. */
  function living(): WorkerApp[] {
    for (const [number, worker] of workers.entries()) {
      const isOpening = opening.has(number) && !opening.get(number)?.isDead
      if (isOpening || (worker && !worker.life.isDead)) continue
      workers[number] = undefined
      open(number)
    }
    return workers.filter((worker) => worker !== undefined).filter(({ life }) => !life.isDead)
  }

  const isTelling = new Set<Happening>()
  const done = new Map<Happening, number>()
  /** What is forgotten once it has begun, also if the worker dies before it says so. */
  const begun = new Map<Happening, readonly SaidMessage[]>()

  /** Whether a happening can be told: its message is known, where that is needed. */
  function mayTell(happening: Happening): boolean {
    if (isTelling.has(happening)) return false
    const times = done.get(happening) ?? 0
    if (happening.kind === 'say' || happening.kind === 'edit') {
      // An edit may be told before its message, and both again after anything else.
      return times === 0 || (scheduler.hasFaults && times < 3)
    }
    return times === 0 && happening.said.acknowledged > 0
  }

  function tell(happening: Happening, worker: WorkerApp): void {
    const { kind, said: one } = happening
    isTelling.add(happening)
    const label = `${kind} ${one.number}`
    if (kind === 'edit') changeText(one)
    const work = async () => {
      try {
        if (kind === 'forget' || kind === 'forget everything') await forget(worker, happening)
        else await worker.inbox(eventOf(happening, new Date(scheduler.now())))
        if (worker.life.isDead) return
        done.set(happening, (done.get(happening) ?? 0) + 1)
        if (kind === 'say' || kind === 'edit') one.acknowledged++
        if (kind === 'delete') one.isGone = true
      } finally {
        isTelling.delete(happening)
      }
    }
    scheduler.start(worker.life, label, work, (error) => {
      if (error !== undefined) scheduler.note(`${label} failed: ${String(error).slice(0, 200)}`)
    })
  }

  /** Has a message forgotten, or everything, as the page does it. */
  async function forget({ privacy, life }: WorkerApp, happening: Happening): Promise<void> {
    const { kind, said: one } = happening
    const { db } = privacy.store
    const account = await db.account.findFirst({ where: { platform: 'test', platformUserId: authorName } })
    const bound = account && (await db.continuousThread.findUnique({ where: { userId: account.userId } }))
    const message = await db.message.findFirst({ where: { platformMessageId: one.id } })
    if (!bound || !message) return
    const scope = { userId: bound.userId as UserId, threadId: bound.threadId as ThreadId, audience: 'private' as const }
    const target = kind === 'forget' ? ({ kind: 'message', id: message.id as MessageId } as const) : ({ kind: 'everything' } as const)
    const markGone = (forgotten: readonly SaidMessage[]) => {
      for (const other of forgotten) other.isGone = true
    }
    // What comes later is not forgotten, and cannot be told from what comes earlier.
    const listForgotten = () => (kind === 'forget' ? [one] : said.filter(({ acknowledged }) => acknowledged > 0))
    const preview = message.deletedAt
      ? undefined
      : await createForgetPreview(privacy, { scope, placeId: message.placeId as PlaceId }, target)
    if (!preview) return markGone(begun.get(happening) ?? [])
    begun.set(happening, listForgotten())
    const outcome = await confirmForgetRequest(privacy, scope.userId, preview.id)
    if (life.isDead || (outcome !== 'started' && outcome !== 'running' && outcome !== 'done')) throw new Error(`Not forgotten: ${outcome}`)
    markGone(listForgotten())
  }

  function moves(): Move[] {
    const running = living()
    const events = running.flatMap((worker) =>
      happenings.filter(mayTell).map((happening) => ({
        label: happening.kind,
        weight: (done.get(happening) ?? 0) > 0 ? 1 : 6,
        run: () => tell(happening, worker),
      })),
    )
    const clock = [300, 1_000, 5_000, 21_000, 3_600_000].map((ms, index) => ({
      label: 'clock',
      weight: index < 4 ? 3 : 1,
      run: () => scheduler.advance(ms),
    }))
    return [...events, ...queue.moves(running), ...queue.sweeps(running, 1), ...clock]
  }

  async function runDueJobs(): Promise<void> {
    for (;;) {
      await scheduler.drain()
      const running = living()
      if (running.length < 2) continue
      const [next] = [...happenings.filter(mayTell)]
      if (next) tell(next, running[scheduler.choose(2)]!)
      else {
        const due = queue.moves(running)
        if (due.length === 0) return
        due[scheduler.choose(due.length)]?.run()
      }
    }
  }

  /** Whether anything is left to be done, as far as the tables say. */
  async function isPending(): Promise<boolean> {
    const [row] = await database.db.$queryRaw<{ pending: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM messages WHERE pending) OR EXISTS (SELECT 1 FROM turns WHERE state = 'running')
        OR EXISTS (SELECT 1 FROM deliveries WHERE state IN ('pending', 'sending'))
        OR EXISTS (SELECT 1 FROM forget_requests WHERE state = 'confirmed') AS pending`
    return queue.size > 0 || row?.pending === true
  }

  /** Lets time pass and the scheduled jobs run, at least once and until nothing is left. Returns whether that was within `rounds`. */
  async function sweep(rounds: number, everyMs: number): Promise<boolean> {
    for (let round = 0; round < rounds; round++) {
      scheduler.advance(everyMs)
      await runDueJobs()
      for (const move of queue.sweeps(living().slice(0, 1), 1)) move.run()
      await runDueJobs()
      if (!(await isPending())) return true
    }
    return false
  }

  return {
    scheduler,
    platform,
    said,
    async run() {
      for (let move = 0; move < 900; move++) {
        await scheduler.doNext(moves())
        if (happenings.every((one) => (done.get(one) ?? 0) > 0) && queue.size === 0 && scheduler.choose(60) === 0) break
      }
    },
    async settle() {
      scheduler.hasFaults = false
      scheduler.note('THE DUST SETTLES')
      await runDueJobs()
      if (!(await sweep(12, 10_000))) scheduler.violations.push('Something was not done two minutes after the last fault.')
      // The day ends, and is summarized.
      await sweep(1, 3 * 3_600_000)
      await sweep(6, 45_000)
    },
  }
}
