// One process on three platforms at once: 1,000 messages of 100 people, who write two at a time and wait for the answers.
import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../../src/store/open-store.ts'
import { type Asked, answeringModel, type Counts, count, patienceMs, untilQuiet } from '../faults/questions.ts'
import { BotProcess } from '../support/bot-process.ts'
import { ownDatabase } from '../support/own-database.ts'
import { discordStage } from '../support/stages/discord.ts'
import { slackStage } from '../support/stages/slack.ts'
import type { Stage, StagePerson, StageRoom } from '../support/stages/stage.ts'
import { telegramStage } from '../support/stages/telegram.ts'
import { type Row, rateRow, timeRow } from './measure.ts'
import { residentMegabytes, row } from './process.ts'

const people = 100
const messagesEach = 10
/** Every how many people one of a platform writes in a room, where others write too. */
const roomEvery = 5

interface Writer {
  readonly stage: Stage
  readonly by: StagePerson
  readonly room?: StageRoom
}

interface Load {
  readonly asked: ReadonlyMap<Stage, readonly Asked[]>
  /** Messages answered a second. */
  readonly rate: number
  /** From a message to its whole answer, in ms, sorted. */
  readonly times: readonly number[]
  /** Calls a second on each platform. */
  readonly calls: ReadonlyMap<Stage, number>
}

console.log('\nThree platforms at once; the fakes of the platforms and the model are in another process than the bot.')
const echo = await withStages((stages, env) => echoed(stages, env))
console.log(`The adapters alone: ${Math.round(echo.rate)} messages a second.`)
const { load, counts, engine, memory, output } = await withStages((stages, env) => answered(stages, env))
const rows: Row[] = [
  rateRow('messages answered, 100 people at once', '300 a second PostgreSQL', {
    measured: load.rate,
    baseline: echo.rate,
    of: 'the adapters alone, echoing',
  }),
  timeRow('from a message to its whole reply, 100 people at once', '', {
    measured: [...load.times],
    baseline: [...echo.times],
    of: 'the adapters alone, echoing',
  }),
  ...[...load.calls].map(([{ name }, calls]) => row(`calls on ${name}`, `${Math.round(calls)} a second`, '')),
  row('memory at the end', `${Math.round(memory)} MB`, ''),
]
console.log(`On ${engine}:`)
console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))
console.table(counts)
const wrong = Object.values(counts).some(({ asked, answered: right, doubled, outOfOrder }) => right !== asked || doubled + outOfOrder > 0)
if (wrong) throw new Error(`Something was lost, doubled, left open or answered out of order. The bot's last words:\n${output}`)

async function withStages<T>(work: (stages: readonly Stage[], env: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const stages = await Promise.all([telegramStage(), discordStage(), slackStage()])
  try {
    return await work(stages, Object.assign({}, ...stages.map(({ env }) => env)) as Record<string, string>)
  } finally {
    await Promise.all(stages.map((stage) => stage.close()))
  }
}

async function echoed(stages: readonly Stage[], env: Readonly<Record<string, string>>): Promise<Load> {
  const bot = new BotProcess(env, new URL('./echo.ts', import.meta.url))
  try {
    await bot.start()
    return await write(stages)
  } finally {
    await bot.kill()
  }
}

async function answered(stages: readonly Stage[], env: Readonly<Record<string, string>>) {
  const model = await answeringModel(() => 0)
  const database = await ownDatabase('load', 5)
  const bot = new BotProcess({
    ...database.env,
    ...env,
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'test-model',
    ACCESS: 'open',
    MESSAGES_PER_MINUTE: '0',
    TOKENS_PER_DAY: '999999999',
    WEB_PORT: '0',
    DEBOUNCE_MS: '0',
    LOG_LEVEL: 'warn',
  })
  try {
    await bot.start()
    const load = await write(stages)
    const memory = await residentMegabytes(bot.pid)
    await Promise.all(stages.map((stage) => untilQuiet(stage, load.asked.get(stage) ?? [])))
    await bot.stop()
    const store = await openStore(database.store)
    const counts: Record<string, Counts> = {}
    for (const stage of stages) counts[stage.name] = await count(store, stage, load.asked.get(stage) ?? [])
    await store.close()
    return { load, counts, engine: database.engine, memory, output: bot.output }
  } finally {
    await bot.stop()
    await model.close()
    await database.remove()
  }
}

async function write(stages: readonly Stage[]): Promise<Load> {
  const asked = new Map<Stage, Asked[]>(stages.map((stage) => [stage, []]))
  const callsBefore = stages.map((stage) => stage.calls())
  const times: number[] = []
  const watches = new Map(stages.map((stage) => [stage, watchAnswers(stage)]))
  const began = performance.now()
  let number = 0

  async function writeAll({ stage, by, room }: Writer): Promise<void> {
    for (let said = 0; said < messagesEach; said += 2)
      await Promise.all([ask({ stage, by, ...(room && { room }) }), ask({ stage, by, ...(room && { room }) })])
  }

  async function ask({ stage, by, room }: Writer): Promise<void> {
    number++
    const inRoom = room ? { room } : {}
    const one = { number, by, ...inRoom, message: stage.say({ by, ...inRoom, text: `question ${number}?` }) }
    asked.get(stage)?.push(one)
    const at = performance.now()
    if (!(await watches.get(stage)?.seen(one))) return
    times.push(performance.now() - at)
  }

  await Promise.all(writersOn(stages).map(writeAll))
  for (const watch of watches.values()) watch.end()
  const seconds = (performance.now() - began) / 1_000
  return {
    asked,
    rate: times.length / seconds,
    times: times.sort((a, b) => a - b),
    calls: new Map(stages.map((stage, index) => [stage, (stage.calls() - (callsBefore[index] ?? 0)) / seconds])),
  }
}

/** People by turns on each platform; one in five of each writes in a room. */
function writersOn(stages: readonly Stage[]): Writer[] {
  const rooms = new Map(stages.map((stage) => [stage, stage.room('Engines')]))
  return Array.from({ length: people }, (_, index) => {
    const stage = stages[index % stages.length] as Stage
    const room = Math.floor(index / stages.length) % roomEvery === 0 ? rooms.get(stage) : undefined
    return { stage, by: stage.person(`Person ${index}`), ...(room && { room }) }
  })
}

/** Looks at each place where an answer is waited for, at most half of the time: looking must not slow down what is measured. */
function watchAnswers(stage: Stage) {
  const open = new Map<Asked, { readonly until: number; readonly settle: (seen: boolean) => void }>()
  let ended = false
  void (async () => {
    while (!ended) {
      const began = performance.now()
      const shown = new Map<StagePerson | StageRoom, ReadonlySet<string>>()
      for (const [one, { until, settle }] of open) {
        const place = one.room ?? one.by
        const answers =
          shown.get(place) ??
          new Set(stage.shown(place).flatMap(({ text }) => (text.includes('in full') ? (text.match(/\d+/g) ?? []) : [])))
        shown.set(place, answers)
        const isSeen = answers.has(String(one.number))
        if (!isSeen && began < until) continue
        open.delete(one)
        settle(isSeen)
      }
      await wait(Math.max(10, performance.now() - began))
    }
  })()
  return {
    /** Resolves when the whole answer can be seen; false when that takes too long. */
    seen: (one: Asked) => new Promise<boolean>((settle) => open.set(one, { until: performance.now() + patienceMs, settle })),
    end() {
      ended = true
    },
  }
}
