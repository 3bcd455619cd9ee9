import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../src/core/ports/clock.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { BotProcess } from '../support/bot-process.ts'
import { freePort } from '../support/free-port.ts'
import { ownDatabase } from '../support/own-database.ts'
import type { Stage, StagePerson, StageReply } from '../support/stages/stage.ts'
import { patienceMs } from './questions.ts'

/** Somebody, and the platform they write from. */
export interface Actor {
  readonly stage: Stage
  readonly person: StagePerson
}

export interface StagedBotOptions {
  /** Part of the database's name. */
  readonly name: string
  readonly redisNumber: number
  readonly open: readonly ((options: { readonly clock: Clock }) => Promise<Stage>)[]
  readonly env?: Readonly<Record<string, string>>
}

/** The real bot in front of several platforms. It is noon in UTC when it starts, and so on the platforms. */
export interface StagedBot {
  /** In the order in which they were opened. */
  readonly stages: readonly Stage[]
  readonly pageUrl: string
  readonly metricsUrl: string
  /** What the process has printed since its start. */
  output(): string
  /** Stops the bot, lets time pass, and starts it again. */
  passTime(ms: number): Promise<void>
  close(): Promise<void>
}

const shiftClock = fileURLToPath(new URL('../support/shift-clock.mjs', import.meta.url))

export async function openStagedBot({ name, redisNumber, open, env = {} }: StagedBotOptions): Promise<StagedBot> {
  let shiftMs = untilNoon(Date.now())
  const clock: Clock = { now: () => new Date(Date.now() + shiftMs), sleep: systemClock.sleep }
  const stages = await Promise.all(open.map((openStage) => openStage({ clock })))
  const database = await ownDatabase(name, redisNumber)
  const [webPort, healthPort] = [await freePort(), await freePort()]
  const pageUrl = `http://127.0.0.1:${webPort}`
  const settings = {
    ...database.env,
    ...Object.assign({}, ...stages.map((stage) => stage.env)),
    MODEL_DISCOVERY: 'off',
    DEFAULT_TIMEZONE: 'UTC',
    MESSAGES_PER_MINUTE: '0',
    DEBOUNCE_MS: '50',
    LOG_LEVEL: 'warn',
    WEB_PORT: String(webPort),
    WEB_PUBLIC_URL: pageUrl,
    HEALTH_PORT: String(healthPort),
    NODE_OPTIONS: `--import=${shiftClock}`,
    ...env,
  }
  const prepare = () => new BotProcess({ ...settings, SHIFT_CLOCK_MS: String(shiftMs) })
  let bot = prepare()
  async function close(): Promise<void> {
    await bot.stop()
    await Promise.all(stages.map((stage) => stage.close()))
    await database.remove()
  }
  try {
    await bot.start()
    await Promise.all(stages.map((stage) => stage.ready()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    stages,
    pageUrl,
    metricsUrl: `http://127.0.0.1:${healthPort}/metrics`,
    output: () => bot.output,
    async passTime(ms) {
      await bot.stop()
      shiftMs += ms
      bot = prepare()
      await bot.start()
    },
    close,
  }
}

const halfDayMs = 12 * 3_600_000
const untilNoon = (nowMs: number) => 2 * halfDayMs - ((nowMs + halfDayMs) % (2 * halfDayMs))

/** Waits for what the bot says to somebody after something was done, until it says no more. Rejects if it says nothing. */
export async function repliesTo({ stage, person }: Actor, act: () => unknown, withinMs = patienceMs): Promise<readonly StageReply[]> {
  const before = new Set(stage.shown(person).map(({ id }) => id))
  const fresh = () => stage.shown(person).filter(({ id }) => !before.has(id))
  await act()
  await stage.waitFor(() => fresh().length > 0 && fresh().every(({ isGrowing }) => !isGrowing), 'what the bot says', withinMs)
  await untilStill(fresh)
  return fresh()
}

/** Waits for a message of the bot that matches, after something was done. Returns its text. */
export async function answerTo({ stage, person }: Actor, act: () => unknown, pattern: RegExp): Promise<string> {
  const before = new Set(stage.shown(person).map(({ id }) => id))
  await act()
  const answer = () => stage.shown(person).find(({ id, text }) => !before.has(id) && pattern.test(text))
  return (await stage.waitFor(answer, `an answer like ${pattern}`, patienceMs)).text
}

/** What the bot says to somebody after something was done, which may be nothing. */
export async function anyRepliesTo({ stage, person }: Actor, act: () => unknown): Promise<readonly StageReply[]> {
  const before = new Set(stage.shown(person).map(({ id }) => id))
  await act()
  const fresh = () => stage.shown(person).filter(({ id }) => !before.has(id))
  await untilStill(fresh, quietMs)
  return fresh()
}

/** Long enough for the bot to do what it does at once, in ms. */
const quietMs = 1_000

/** Waits until something has stayed the same for a while. */
async function untilStill(look: () => unknown, stillMs = 300): Promise<void> {
  let before = JSON.stringify(look())
  for (let end = Date.now() + stillMs; Date.now() < end; await wait(20)) {
    const now = JSON.stringify(look())
    if (now !== before) end = Date.now() + stillMs
    before = now
  }
}

export const say = (actor: Actor, text: string, withinMs?: number) =>
  repliesTo(actor, () => actor.stage.say({ by: actor.person, text }), withinMs)

export function command(actor: Actor, name: string, args: Readonly<Record<string, string>> = {}): Promise<readonly StageReply[]> {
  return repliesTo(actor, () => actor.stage.command({ by: actor.person, name, args }))
}

/** Presses a button, and waits for what the bot says then. */
export const press = (actor: Actor, label: string) => repliesTo(actor, () => actor.stage.press(actor.person, label))

export const textOf = (replies: readonly StageReply[]): string => replies.map(({ text }) => text).join('\n')

/** Waits until the bot has said something to somebody that contains these words. */
export function untilTold({ stage, person }: Actor, words: string): Promise<StageReply> {
  return stage.waitFor(() => stage.shown(person).findLast(({ text }) => text.includes(words)), `"${words}"`, patienceMs)
}
