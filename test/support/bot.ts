import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import type { Transcriber } from '../../src/core/ports/transcriber.ts'
import { type Bot, startBot } from '../../src/main.ts'
import { offlineModel } from '../../src/offline/chat/chat-model.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import type { StoreConfig } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { type FakePerson, type FakeTelegram, startFakeTelegram } from '../fakes/telegram/index.ts'
import { RunningClock } from './clock.ts'
import { databaseEnv, takeStore } from './store.ts'

export interface TestBot extends Bot {
  readonly telegram: FakeTelegram
  readonly clock: RunningClock
  readonly config: Config
  /** A person of Telegram who may talk to it: the local owner, by the setup code, or anybody when access is open. */
  owner(name?: string): Promise<FakePerson>
  /** Writes, and waits for what the bot says then; the newest text. */
  ask(from: FakePerson, text: string, chat?: Parameters<FakeTelegram['message']>[0]['chat']): Promise<string>
}

export interface TestBotOptions {
  /** When it is, to begin with. */
  readonly now?: string | Date
  readonly chat?: ChatModel
  readonly summary?: ChatModel
  /** Whether the models are those of the configuration and the settings, in place of the offline ones. */
  readonly configuredModels?: boolean
  readonly transcriber?: Transcriber
  readonly access?: 'open' | 'pairing'
  /** Whether people are asked for their timezone after the first reply. They are not without it, so that replies alone are seen. */
  readonly asksTimezone?: boolean
  /** The role of the process: all without it. */
  readonly role?: Config['role']
  readonly env?: Readonly<Record<string, string>>
  readonly store?: StoreConfig
  readonly clock?: RunningClock
  readonly telegram?: FakeTelegram
}

/** The whole bot against a Telegram on loopback; see `botOn`. */
export async function testBot(options: TestBotOptions = {}): Promise<TestBot> {
  const clock = options.clock ?? new RunningClock(options.now ?? defaultNow)
  const telegram = options.telegram ?? (await startTelegram(clock))
  const bot = await botOn({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url }, { ...options, clock })
  return {
    ...bot,
    telegram,
    async owner(name = 'Ada Lovelace') {
      const person = telegram.person({ name })
      if (bot.config.access === 'open') return person
      telegram.message({ from: person, text: `/start ${bot.setupCode?.code}` })
      await telegram.waitFor(() => telegram.botTexts(person).length > 0, 'the welcome')
      return person
    },
    async ask(from, text, chat) {
      const place = chat ?? from
      const before = telegram.botTexts(place).length
      telegram.message({ from, text, ...(chat && { chat }) })
      await telegram.waitFor(() => telegram.botTexts(place).length > before, `an answer to "${text}"`)
      await idle(bot)
      return telegram.botTexts(place).slice(before).join('\n')
    },
  }
}

const defaultNow = '2026-11-18T09:00:00Z'

export type RunningBot = Bot & Pick<TestBot, 'clock' | 'config'>

/**
 * The whole bot in this process, as main.ts starts it, on the platforms that `env` names: a real database, a real queue
 * (Redis when the tests have one), the real client libraries, the page on a free port, and the offline models unless
 * others are given.
 */
export async function botOn(env: Readonly<Record<string, string>>, options: Omit<TestBotOptions, 'telegram'> = {}): Promise<RunningBot> {
  const bot = await startBotOn(env, options)
  onTestFinished(bot.stop)
  return bot
}

/** The same, for whoever stops it: it may serve several tests. */
export async function startBotOn(
  env: Readonly<Record<string, string>>,
  options: Omit<TestBotOptions, 'telegram'> = {},
): Promise<RunningBot> {
  const clock = options.clock ?? new RunningClock(options.now ?? defaultNow)
  // A database that the test names is opened by the bot, as the program does it. Any other comes from the pool, already open.
  const taken = options.store ? undefined : await takeStore()
  const whole = configFor(taken?.config ?? options.store!, { ...env, ...options.env, ACCESS: options.access ?? 'pairing' })
  const config = { ...whole, role: options.role ?? whole.role }
  const bot = await start(config, { clock, options, redisPrefix: `test-${randomUUID()}`, ...(taken && { store: taken.store }) })
  if (!options.asksTimezone) for (const { sender } of bot.app.adapters) Object.assign(sender, { isTimezoneKnown: true })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= bot.stop().then(() => taken?.giveBack()))
  return { ...bot, stop, clock, config }
}

async function startTelegram(clock: Clock): Promise<FakeTelegram> {
  const telegram = await startFakeTelegram({ clock })
  onTestFinished(() => telegram.close())
  return telegram
}

function configFor(store: StoreConfig, env: Readonly<Record<string, string>>): Config {
  return readConfig({
    ...databaseEnv(store),
    WEB_PORT: '0',
    HEALTH_PORT: '0',
    DEFAULT_TIMEZONE: 'Europe/Paris',
    DEBOUNCE_MS: '50',
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
    MESSAGES_PER_MINUTE: '0',
    ...env,
  })
}

interface Started {
  readonly clock: Clock
  readonly options: Omit<TestBotOptions, 'telegram'>
  readonly redisPrefix: string
  readonly store?: Store
}

function start(config: Config, { clock, options, redisPrefix, store }: Started): Promise<Bot> {
  const { chat = offlineModel, summary = offlineSummarizer, transcriber, configuredModels } = options
  const models = configuredModels ? undefined : { chat, summary, ...(transcriber && { transcriber }) }
  return startBot(config, { clock, random: systemRandom, log: silentLog, redisPrefix, ...(models && { models }), ...(store && { store }) })
}

/** Resolves when nothing is pending any more: no message to answer, no part to send. */
export async function idle({ app }: Pick<Bot, 'app'>): Promise<void> {
  for (;;) {
    const [row] = await app.store.db.$queryRaw<{ busy: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM messages WHERE pending) OR EXISTS (SELECT 1 FROM turns WHERE state = 'running')
        OR EXISTS (SELECT 1 FROM deliveries WHERE state IN ('pending', 'sending')) AS busy`
    if (!row?.busy) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
